import { expect, it } from 'vitest';
import { commandHandler, hook } from '../../testing/index.js';
import { distinct, namesOf } from './names.js';

const command = (text: string) => ({ handler: commandHandler(text) });

it('hooks have the shortest name that no other has', () => {
  const owned = { source: { owner: 'guard' } };
  const hooks = [
    hook('1', command('./a.sh')),
    hook('2', command('./b.sh')),
    hook('3', command('./b.sh --strict')),
    hook('4', { ...command('./c.sh'), ...owned }),
    hook('5', { ...command('./d.sh'), ...owned }),
    hook('6', { ...command('./d.sh'), ...owned }),
  ];
  const nameOf = namesOf(hooks);
  expect(hooks.map(nameOf)).toEqual([
    'a.sh',
    'b.sh (2)',
    'b.sh (3)',
    'guard/c.sh',
    'guard/d.sh (5)',
    'guard/d.sh (6)',
  ]);
});

it('one that is there twice is one, and one that is not there has its id', () => {
  const nameOf = distinct([
    { id: 'a', names: ['x'] },
    { id: 'a', names: ['x'] },
  ]);
  expect([nameOf({ id: 'a' }), nameOf({ id: 'b' })]).toEqual(['x', 'b']);
});

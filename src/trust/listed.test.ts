import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Listed } from './listed.js';

const NAMES = ['a', 'b', 'c', 'd'];

it('answers as a map does, in whatever order it is asked, changed and read', () => {
  const name = fc.constantFrom(...NAMES, 'e');
  const step = fc.oneof(
    fc.record({ does: fc.constant('get' as const), name }),
    fc.record({ does: fc.constant('set' as const), name, thing: fc.nat() }),
    fc.record({ does: fc.constant('delete' as const), name }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const listed = new Listed([...NAMES], [1, 2, 3, 4]);
      const map = new Map(NAMES.map((one, at) => [one, at + 1]));
      for (const one of steps) {
        if (one.does === 'get') expect(listed.get(one.name)).toBe(map.get(one.name));
        else if (one.does === 'delete') {
          listed.delete(one.name);
          map.delete(one.name);
        } else {
          listed.set(one.name, one.thing);
          map.set(one.name, one.thing);
        }
      }
      expect(new Map(listed.entries())).toEqual(map);
    }),
  );
});

it('answers again from the beginning', () => {
  const listed = new Listed([...NAMES], [1, 2, 3, 4]);
  for (let round = 0; round < 2; round += 1)
    expect(NAMES.map((name) => listed.get(name))).toEqual([1, 2, 3, 4]);
});

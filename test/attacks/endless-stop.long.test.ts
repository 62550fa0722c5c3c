// A host without a cap of its own goes round for ever where a Stop hook always blocks: the cap holds across processes.
import { expect, test } from 'vitest';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

test('an always-blocking Stop hook ends by the cap, and once is once', async () => {
  project.userHooks({ Stop: ['echo more >&2; exit 2', { command: 'echo x >> ran', once: true }] });
  const blocked: boolean[] = [];
  for (let round = 0; round < 10; round += 1) {
    const { code } = await project.dispatch({ hook_event_name: 'Stop' });
    blocked.push(code === 2);
  }
  expect(blocked).toEqual([...Array(8).fill(true), false, true]);
  expect(project.read('project/ran')).toBe('x\n');
});

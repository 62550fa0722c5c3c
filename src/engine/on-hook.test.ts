// Who looks on hears of every hook, and changes nothing.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.hooks({ PreToolUse: ['true', 'echo no >&2; exit 2'], Stop: ['true'] });
});
afterEach(() => project.remove());

it('tells of each hook that begins and ends', async () => {
  const heard: string[] = [];
  await project.engine().dispatch(project.input('PreToolUse'), {
    onHook: ({ handler }, state) => {
      if (handler.type === 'command') heard.push(`${state} ${handler.command}`);
    },
  });
  const [first, second] = ['true', 'echo no >&2; exit 2'];
  expect(heard.slice(0, 2)).toEqual([`begins ${first}`, `begins ${second}`]);
  expect(heard.slice(2).sort()).toEqual([`ended ${second}`, `ended ${first}`]);
});

it('an onlooker that throws loses no decision', async () => {
  const decision = await project.engine().dispatch(project.input('PreToolUse'), {
    onHook: () => {
      throw new Error('a faulty onlooker');
    },
  });
  expect(decision).toMatchObject({ permission: 'deny', reason: 'no\n' });
});

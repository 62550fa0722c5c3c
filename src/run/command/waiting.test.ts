import { expect, it } from 'vitest';
import { TestProject } from '../../engine/testing/project.js';

it('says how long a hook waited where others had their turn before it, and of no other', async () => {
  const project = new TestProject();
  try {
    project.hooks({ PreToolUse: Array.from({ length: 9 }, (_, index) => `true ${index}`) });
    const { runs } = await project.engine().dispatch(project.input('PreToolUse'));
    const waited = runs.map(({ waitedMs }) => waitedMs);
    expect(waited.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(waited.slice(4).every((ms) => ms !== undefined && ms > 0)).toBe(true);
  } finally {
    await project.remove();
  }
});

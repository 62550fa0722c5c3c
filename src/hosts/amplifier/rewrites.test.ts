// A rewritten input that the host applies.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene, specific } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const BASH = { tool_name: 'bash', tool_input: { command: 'ls' } };
const OUT = { ...BASH, result: { success: true, output: 'out', error: null } };

it('a call that was rewritten to a relative path has to be made, so that hooks see which file it means', async () => {
  const updatedInput = { file_path: '.env', content: 'x' };
  scene.project.hooks({
    PreToolUse: [scene.recording('pre', specific('PreToolUse', { updatedInput }))],
  });
  const session = scene.open({ updated_input: true });
  const call = { tool_name: 'write_file', tool_input: { file_path: 'a', content: 'x' } };
  expect((await session.handle('tool:pre', call)).result).toMatchObject({
    action: 'deny',
    reason: expect.stringContaining(JSON.stringify(updatedInput)),
  });
  expect((await session.handle('tool:pre', { ...call, tool_input: updatedInput })).result).toBeNull();
  expect(scene.seen('pre').map(({ tool_input }) => Object(tool_input)['file_path'])).toEqual([
    `${scene.project.dir}/a`,
    `${scene.project.dir}/.env`,
  ]);
});

it('what a rewritten call gave is told with the input that ran', async () => {
  scene.project.hooks({
    PreToolUse: [scene.recording('pre', specific('PreToolUse', { updatedInput: { command: 'ls -l' } }))],
    PostToolUse: [scene.recording('post')],
  });
  const session = scene.open({ updated_input: true });
  expect((await session.handle('tool:pre', BASH)).result).toMatchObject({
    action: 'modify',
    data: { tool_input: { command: 'ls -l' } },
  });
  await session.handle('tool:post', OUT);
  expect(scene.seen('post')).toMatchObject([{ tool_input: { command: 'ls -l' } }]);
});

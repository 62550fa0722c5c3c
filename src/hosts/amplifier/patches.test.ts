import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene, specific } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const patch = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** Add File: .env\n+SECRET=1\n*** End Patch';
const call = { tool_name: 'apply_patch', tool_call_id: 'c', tool_input: { patch } };

it('a guard of files sees every file of a patch', async () => {
  scene.project.hooks({
    PreToolUse: [`grep -q '"file_path":"[^"]*/.env"' && { echo not .env >&2; exit 2; }; true`],
  });
  const { result } = await scene.open().handle('tool:pre', call);
  expect(result).toMatchObject({ action: 'deny', reason: 'not .env\n' });
});

it('a formatter runs for every file of a patch', async () => {
  scene.project.hooks({ PostToolUse: [scene.recording('post')] });
  await scene.open().handle('tool:post', { ...call, result: { success: true, output: 'M a.ts\nA .env' } });
  expect(
    scene.seen('post').map(({ tool_name, tool_input }) => [tool_name, Object(tool_input)['file_path']]),
  ).toEqual([
    ['Edit', `${scene.project.dir}/a.ts`],
    ['Write', `${scene.project.dir}/.env`],
  ]);
});

it('a rewritten patch is not applied but has to be made, so that hooks see its files', async () => {
  const updatedInput = { patch: '*** Begin Patch\n*** Add File: .env\n+x\n*** End Patch' };
  scene.project.hooks({ PreToolUse: [scene.recording('pre', specific('PreToolUse', { updatedInput }))] });
  const { result } = await scene.open({ updated_input: true }).handle('tool:pre', call);
  expect(result).toMatchObject({ action: 'deny', reason: expect.stringContaining('again with exactly') });
});

it('a rewrite that a patch cannot take is refused aloud', async () => {
  const updatedInput = { file_path: 'b.ts', content: 'z' };
  scene.project.hooks({ PreToolUse: [scene.recording('pre', specific('PreToolUse', { updatedInput }))] });
  const { result } = await scene.open({ updated_input: true }).handle('tool:pre', call);
  expect(result).toMatchObject({ action: 'deny', reason: expect.stringContaining('takes no such input') });
  expect(scene.shown).toMatchObject([{ level: 'warning' }]);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

it('tells the user once, with the first prompt, what waits for approval and how to give it', async () => {
  scene.project.hooks({ PreToolUse: ['exit 2'] });
  const engine = scene.project.engine({ trust: 'content' });
  const about = { session: 's', parent: null, cwd: scene.project.dir, transcript: null };
  const shown: string[] = [];
  const port = {
    show: (message: string) => void shown.push(message),
    steer: async () => ({ accepted: false, why: null }),
  };
  const session = scene.host.open(engine, about, { show: true }, port);
  expect(session.events()).toContain('prompt:submit');
  for (const prompt of ['one', 'two']) await session.handle('prompt:submit', { prompt });
  expect(
    (await session.handle('tool:pre', { tool_name: 'bash', tool_input: { command: 'ls' } })).result,
  ).toBeNull();
  expect(shown).toEqual([
    expect.stringMatching(/^Not approved, so not in force: 1 new hook .*amplifier-hooks trust --project /),
  ]);
  await session.close();
});

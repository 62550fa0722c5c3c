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

it.each([true, false])(
  'tells once, with the next tool call, that a guard is gone; shown at once: %s',
  async (show) => {
    scene.project.hooks({ PreToolUse: [{ command: 'exit 2', if: 'Bash(rm *)' }] });
    const engine = scene.project.engine({ trust: 'follow' });
    const about = { session: 's', parent: null, cwd: scene.project.dir, transcript: null };
    const told: unknown[] = [];
    const port = {
      show: (message: string, level: string) => void told.push([level, message]),
      steer: async () => ({ accepted: false, why: null }),
    };
    const session = scene.host.open(engine, about, { show }, port);
    const call = async (): Promise<void> => {
      const { result } = await session.handle('tool:pre', {
        tool_name: 'bash',
        tool_input: { command: 'ls' },
      });
      if (result?.user_message) told.push([result.user_message_level, result.user_message]);
    };
    await call();
    scene.project.hooks({ PostToolUse: ['true'] });
    engine.reload();
    // The hook that was there for it is gone, but the user is not told yet.
    expect(session.events()).toContain('tool:pre');
    await call();
    await call();
    expect(told).toEqual([['error', expect.stringContaining('was taken out')]]);
    expect(session.events()).not.toContain('tool:pre');
    await session.close();
  },
);

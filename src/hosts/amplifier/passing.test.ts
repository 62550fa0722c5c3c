import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AmplifierSession } from './port.js';
import { Scene } from './testing/scene.js';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

/** Groups as they stand in a file. */
const configure = (hooks: Readonly<Record<string, readonly object[]>>) =>
  scene.project.write('project/.amplifier/hooks/hooks.json', { hooks });
const GUARD = { matcher: 'Write', hooks: [{ type: 'command', command: 'exit 2' }] };
const bash = { tool_name: 'bash', tool_input: { command: 'ls' } };
const call = (session: AmplifierSession) => session.handle('tool:pre', bash);
const prompt = (session: AmplifierSession) => session.handle('prompt:submit', { prompt: 'go' });

describe('tools whose calls need not be sent', () => {
  it('are those that no matcher selects, from the first call on', async () => {
    configure({ PreToolUse: [GUARD, { ...GUARD, matcher: 'mcp__git__.*' }] });
    const session = scene.open();
    await prompt(session);
    expect(session.passing()).toEqual([]);
    await call(session);
    expect(session.passing()).toEqual(expect.arrayContaining(['bash', 'edit_file', 'grep', 'read_file']));
    for (const native of ['write_file', 'apply_patch', 'load_skill', 'own'])
      expect(session.passing()).not.toContain(native);
    await session.handle('tool:pre', { ...bash, tool_name: 'own' });
    await session.handle('tool:pre', { ...bash, tool_name: 'mcp_git_log' });
    expect(session.passing()).toContain('own');
    expect(session.passing()).not.toContain('mcp_git_log');
  });

  it('are none where a rule or a matcher may select every tool', async () => {
    configure({ PreToolUse: [{ hooks: [{ type: 'command', command: 'true', if: 'Bash(ls)' }] }] });
    const session = scene.open();
    await call(session);
    expect(session.passing()).toEqual([]);
  });

  it('are none between a question to Stop hooks and the next call or prompt', async () => {
    configure({ PreToolUse: [GUARD], Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] });
    const session = scene.open();
    const stop = () => session.handle('orchestrator:complete', { status: 'success' });
    await prompt(session);
    await call(session);
    expect(session.passing()).toContain('bash');
    await stop();
    expect(session.passing()).toEqual([]);
    await call(session);
    expect(session.passing()).toContain('bash');
    await stop();
    await prompt(session);
    expect(session.passing()).toContain('bash');
  });

  it('are none where a host can be told something only with an answer', async () => {
    configure({ PreToolUse: [GUARD] });
    const session = scene.open({ show: false });
    await call(session);
    expect(session.passing()).toEqual([]);
  });

  it('change with the hooks', async () => {
    configure({ PreToolUse: [GUARD] });
    const session = scene.open();
    await call(session);
    expect(session.passing()).toContain('bash');
    configure({ PreToolUse: [{ ...GUARD, matcher: 'Bash' }, GUARD] });
    scene.engine.reload();
    expect(session.passing()).not.toContain('bash');
    configure({ PreToolUse: [{ ...GUARD, matcher: 'Bash' }] });
    scene.engine.reload();
    // A guard is gone, and whoever calls a tool next is told.
    expect(session.passing()).toEqual([]);
    await session.handle('tool:pre', { ...bash, tool_name: 'grep' });
    expect(session.passing()).toContain('write_file');
  });
});

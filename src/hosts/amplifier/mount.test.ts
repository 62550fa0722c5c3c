import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestProject } from '../../engine/testing/project.js';
import { type DisplaySystem, HookRegistry } from '../../kernel/index.js';
import { mountHooks } from './mount.js';
import { NATIVE_EVENTS } from './native-events.js';

let project: TestProject;
let registry: HookRegistry;
let shown: [string, string][];
beforeEach(() => {
  project = new TestProject();
  registry = new HookRegistry();
  shown = [];
});
afterEach(() => project.remove());

const display = {
  showMessage: (message: string, level: string) => {
    shown.push([message, level]);
  },
};
const mount = () => mountHooks(registry, project.engine(), { cwd: project.dir, display });

describe('hooks in Amplifier’s registry', () => {
  it('deny a tool call under its native name', async () => {
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: {
        PreToolUse: [
          {
            matcher: 'Write',
            hooks: [{ type: 'command', command: 'grep -q secret && { echo no >&2; exit 2; }; true' }],
          },
        ],
      },
    });
    mount();
    const call = (content: string) =>
      registry.emit('tool:pre', {
        session_id: 's',
        tool_name: 'write_file',
        tool_input: { file_path: '/a', content },
      });
    expect(await call('secret')).toMatchObject({ action: 'deny', reason: 'no\n' });
    expect(await call('fine')).toMatchObject({ action: 'continue' });
  });

  it('inject context at a prompt', async () => {
    project.hooks({ UserPromptSubmit: ['echo the weather is fine'] });
    mount();
    expect(await registry.emit('prompt:submit', { session_id: 's', prompt: 'hi' })).toMatchObject({
      action: 'inject_context',
      context_injection: 'the weather is fine',
    });
  });

  it('rewrite the data of the event, whole', async () => {
    const answer = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } },
    };
    project.hooks({ PreToolUse: [`printf '%s' '${JSON.stringify(answer)}'`] });
    mount();
    const result = await registry.emit('tool:pre', {
      session_id: 's',
      tool_name: 'bash',
      tool_input: { command: 'ls' },
    });
    expect(result).toMatchObject({
      action: 'continue',
      data: { session_id: 's', tool_name: 'bash', tool_input: { command: 'ls -l' } },
    });
  });

  it('ask the user', async () => {
    const answer = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'Sure?',
      },
    };
    project.hooks({ PreToolUse: [`printf '%s' '${JSON.stringify(answer)}'`] });
    mount();
    const result = await registry.emit('tool:pre', { tool_name: 'bash', tool_input: {} });
    expect(result).toMatchObject({
      action: 'ask_user',
      approval_prompt: 'Allow bash? Sure?',
      approval_default: 'deny',
    });
  });

  it.each([
    [
      'tool:post',
      { tool_name: 'bash', tool_input: {}, result: { success: true, output: 'x' } },
      'PostToolUse',
    ],
    ['session:start', { session_id: 's' }, 'SessionStart'],
    ['session:end', { session_id: 's' }, 'SessionEnd'],
    ['orchestrator:stop', { session_id: 's' }, 'Stop'],
    ['orchestrator:complete', { session_id: 's' }, 'Stop'],
    ['task:post', { session_id: 's', agent: 'a' }, 'SubagentStop'],
    ['approval:required', { tool_name: 'bash' }, 'PermissionRequest'],
    ['tool:ask_user', { tool_name: 'bash', tool_input: {} }, 'PermissionRequest'],
    ['context:pre_compact', {}, 'PreCompact'],
    ['context:compaction', {}, 'PostCompact'],
    ['user:notification', { message: 'm', level: 'info' }, 'Notification'],
  ])('%s reaches the hooks of its event', async (event, data, name) => {
    project.hooks({ [name]: [`printf '{"systemMessage":"${name}"}'`] });
    mount();
    await registry.emit(event, data);
    expect(shown).toEqual([[name, 'info']]);
  });

  it('say so when a hook fails or an event cannot be given to hooks', async () => {
    project.hooks({ PreToolUse: ['echo oops >&2; exit 1'] });
    mount();
    await registry.emit('tool:pre', { tool_name: 'bash', tool_input: {} });
    await registry.emit('tool:pre', { tool_name: 7, tool_input: {} });
    expect(shown).toEqual([
      [expect.stringContaining('oops'), 'warning'],
      [expect.stringMatching(/^No hook ran for tool:pre: PreToolUse needs "tool_name"/), 'error'],
    ]);
  });

  it.each<[string, DisplaySystem['showMessage']]>([
    ['rejects', () => Promise.reject(new Error('no screen'))],
    [
      'throws',
      () => {
        throw new Error('no screen');
      },
    ],
  ])('deny also where the display %s', async (_how, showMessage) => {
    project.hooks({ PreToolUse: [`echo '{"systemMessage":"look"}'`, 'echo no >&2; exit 2'] });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    mountHooks(registry, project.engine(), { cwd: project.dir, display: { showMessage } });
    const result = await registry.emit('tool:pre', { tool_name: 'bash', tool_input: {} });
    expect(result).toMatchObject({ action: 'deny', reason: 'no\n' });
    expect(logged.mock.calls.flat().join()).toContain('look');
    logged.mockRestore();
  });

  it('take nothing for what is not there', async () => {
    project.hooks({ Stop: [`printf '{"systemMessage":"heard"}'`] });
    const options = JSON.parse(`{"priority":null,"cwd":null}`);
    mountHooks(registry, project.engine(), { ...options, display });
    await registry.emit('orchestrator:complete', JSON.parse('null'));
    expect(shown).toEqual([['heard', 'info']]);
  });

  it('go away as a whole', () => {
    const unmount = mount();
    expect(Object.values(registry.listHandlers()).flat()).toHaveLength(Object.keys(NATIVE_EVENTS).length);
    unmount();
    expect(Object.values(registry.listHandlers()).flat()).toEqual([]);
  });
});

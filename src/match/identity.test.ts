import { describe, expect, it } from 'vitest';
import type { HookInput } from '../events/index.js';
import type { Hook } from '../nouns.js';
import { commandHandler, hook, input } from '../testing/index.js';
import { bash, ids, planner, reasonOf, SESSION, toolCall } from './testing/samples.js';

const plan = (hooks: readonly Hook[], event: HookInput) => planner(hooks).plan(event, SESSION);

describe('definitions of the same hook', () => {
  const same = (id: string, more: Parameters<typeof hook>[1] = {}) =>
    hook(id, { handler: commandHandler('run'), ...more });

  it('run once; the last one counts and keeps its place', () => {
    const hooks = [
      same('first', { timeoutMs: 5 }),
      hook('between'),
      same('last', {
        timeoutMs: 9,
        matcher: 'Bash',
        line: 7,
        handler: commandHandler('run', { shell: 'bash', background: 'async' }),
      }),
      hook('after'),
    ];
    const made = plan(hooks, bash('x'));
    expect(ids(made)).toEqual(['between', 'last', 'after']);
    expect(reasonOf(made, 'first')).toBe(
      'duplicate: the same hook is defined again as last in /project/.claude/settings.json:7; the last definition counts',
    );
    expect(ids(plan(hooks, toolCall('Read')))).toEqual(['first', 'between', 'after']);
  });

  it('run once across user, project, local and managed settings, and for Stop too', () => {
    const scopes = (['user', 'project', 'local', 'flag', 'managed'] as const).map((scope) =>
      same(scope, {
        event: 'Stop',
        source: {
          scope,
          file: `/${scope}`,
          hooksDir: `/${scope}`,
          kind: scope === 'user' ? 'hooks-dir' : 'claude-settings',
        },
      }),
    );
    expect(ids(plan(scopes, input('Stop')))).toEqual(['managed']);
  });

  it.each<[string, Hook, Hook]>([
    ['another if', same('a'), same('b', { condition: 'Bash' })],
    [
      'other args',
      same('a', { handler: commandHandler('sh', { args: ['x'] }) }),
      same('b', { handler: commandHandler('sh', { args: ['x', 'y'] }) }),
    ],
    [
      'args or none',
      same('a', { handler: commandHandler('sh') }),
      same('b', { handler: commandHandler('sh', { args: [] }) }),
    ],
    ['a trailing blank', same('a'), same('b', { handler: commandHandler('run ') })],
    [
      'a plugin and settings',
      same('a'),
      same('b', { source: { kind: 'plugin', pluginRoot: '/p', owner: 'p' } }),
    ],
    [
      'two plugins',
      same('a', { source: { kind: 'plugin', pluginRoot: '/q', owner: 'q' } }),
      same('b', { source: { kind: 'plugin', pluginRoot: '/p', owner: 'p' } }),
    ],
    [
      'two plugin folders of a hooks directory',
      same('a', { source: { kind: 'hooks-dir', pluginRoot: '/q' } }),
      same('b', { source: { kind: 'hooks-dir', pluginRoot: '/p' } }),
    ],
    [
      'two hooks directories, where the command names its own',
      same('a', { handler: commandHandler('$AMPLIFIER_HOOKS_DIR/x'), source: { hooksDir: '/a' } }),
      same('b', { handler: commandHandler('$AMPLIFIER_HOOKS_DIR/x'), source: { hooksDir: '/b' } }),
    ],
    [
      'prompt and agent',
      same('a', { handler: { type: 'prompt', prompt: 'p', model: null, continueOnBlock: false } }),
      same('b', { handler: { type: 'agent', prompt: 'p', model: null, continueOnBlock: false } }),
    ],
    [
      'mcp input',
      same('a', { handler: { type: 'mcp_tool', server: 's', tool: 't', input: {} } }),
      same('b', { handler: { type: 'mcp_tool', server: 's', tool: 't', input: { x: 1 } } }),
    ],
  ])('are two hooks with %s', (_, a, b) => {
    expect(ids(plan([a, b], bash('x')))).toEqual(['a', 'b']);
  });

  it.each<[string, Hook, Hook]>([
    [
      'http by url',
      same('a', { handler: { type: 'http', url: 'u', headers: { x: '1' }, allowedEnvVars: [] } }),
      same('b', { handler: { type: 'http', url: 'u', headers: {}, allowedEnvVars: [] } }),
    ],
    [
      'prompt by text',
      same('a', { handler: { type: 'prompt', prompt: 'p', model: 'm', continueOnBlock: false } }),
      same('b', { handler: { type: 'prompt', prompt: 'p', model: 'n', continueOnBlock: true } }),
    ],
    [
      'mcp tool by call',
      same('a', { handler: { type: 'mcp_tool', server: 's', tool: 't', input: { x: 1 } } }),
      same('b', { handler: { type: 'mcp_tool', server: 's', tool: 't', input: { x: 1 } } }),
    ],
    ['no if and an empty one', same('a'), same('b', { condition: '' })],
    [
      'one plugin',
      same('a', { source: { kind: 'plugin', pluginRoot: '/p', owner: 'p' } }),
      same('b', { source: { kind: 'plugin', pluginRoot: '/p', owner: 'p' } }),
    ],
    [
      'two hooks directories',
      same('a', { source: { kind: 'hooks-dir', hooksDir: '/a' } }),
      same('b', { source: { kind: 'hooks-dir', hooksDir: '/b' } }),
    ],
  ])('are one hook: %s', (_, a, b) => {
    expect(ids(plan([a, b], bash('x')))).toEqual(['b']);
  });

  it('are not pushed aside by one that is switched off', () => {
    const off = same('off', { inactive: { code: 'disabled', detail: 'off' } });
    expect(ids(plan([same('on'), off], bash('x')))).toEqual(['on']);
  });
});

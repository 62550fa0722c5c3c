// The administrator's policy in an engine: gates that are shut, and hooks that must not fail.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mountHooks } from '../hosts/index.js';
import { HookRegistry } from '../kernel/index.js';
import type { Diagnostic } from '../nouns.js';
import type { Engine } from './index.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
let told: Diagnostic[];
beforeEach(() => {
  project = new TestProject();
  told = [];
});
afterEach(() => project.remove());

const ruled = (hookPolicy: unknown): Engine => {
  const managedFile = project.write('managed.json', { hookPolicy });
  return project.engine({ claudeSettings: { managedFile }, onDiagnostic: (one) => told.push(one) });
};

it('a gate that is shut denies before any hook is asked, and the plan says why', async () => {
  const engine = ruled({ require: [{ event: 'PreToolUse', command: 'guard' }] });
  project.hooks({ PreToolUse: [`touch '${project.path('ran')}'`] });
  engine.reload();
  const input = project.input('PreToolUse');
  const { permission, blocked, reason, runs } = await engine.dispatch(input);
  expect([permission, blocked, runs, reason]).toEqual(['deny', true, [], engine.plan(input).shut]);
  expect(reason).toContain('no such hook is configured');
  expect((await engine.dispatch(project.input('PostToolUse', { tool_response: {} }))).blocked).toBe(false);
});

it('a prompt is blocked where its required hook is missing', async () => {
  const engine = ruled({ require: [{ event: 'UserPromptSubmit', command: 'dlp' }] });
  const { permission, blocked } = await engine.dispatch(project.input('UserPromptSubmit', { prompt: 'p' }));
  expect([permission, blocked]).toEqual([null, true]);
});

it('what is shut is shut in a registry too', async () => {
  const registry = new HookRegistry();
  const unmount = mountHooks(registry, ruled({ require: [{ id: 'x' }] }), { cwd: project.dir });
  const result = await registry.emit('tool:pre', { tool_name: 'bash', tool_input: { command: 'ls' } });
  unmount();
  expect([result.action, result.reason]).toEqual(['deny', expect.stringContaining('requires the hook x')]);
});

it.each([
  ['exits with 1', 'exit 1'],
  ['is not there', '/nowhere/guard'],
  ['gives an answer that breaks the rules', `echo '{"decision":5}'`],
])('a required hook that %s blocks', async (_title, command) => {
  project.userHooks({ PreToolUse: [command] });
  const { permission, reason } = await ruled({ require: [{ event: 'PreToolUse', command }] }).dispatch(
    project.input('PreToolUse'),
  );
  expect([permission, reason]).toEqual([
    'deny',
    expect.stringContaining('the administrator requires this hook'),
  ]);
});

it('a policy that changes in a session is in force at once; one with a mistake is told and is not', async () => {
  const engine = ruled({});
  const shut = async () => (await engine.dispatch(project.input('PreToolUse'))).permission;
  expect(await shut()).toBe(null);
  project.write('managed.json', { hookPolicy: { require: [{ id: 'x' }] } });
  engine.reload();
  expect(await shut()).toBe('deny');
  project.write('managed.json', { hookPolicy: {} });
  engine.reload();
  project.write('managed.json', { hookPolicy: { requires: [] } });
  expect([engine.reload().kind, await shut()]).toEqual(['kept', null]);
  expect(told.at(-1)?.hint).toBe('Did you mean "require"?');
});

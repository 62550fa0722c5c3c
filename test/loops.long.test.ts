import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended } from '../src/testing/index.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command, { NODE: process.execPath, AMPLIFIER_HOOKS: command });
  project.own();
});
afterEach(() => project.remove());

const CALL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
const event = (more: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ ...CALL, session_id: 's', tool_use_id: 'one', cwd: project.dir, ...more });

const ITSELF = '"$NODE" "$AMPLIFIER_HOOKS" dispatch --claude-settings 2>> loop.txt';

const settings = (...hooks: readonly string[]): void => {
  const entries = hooks.map((each) => ({ type: 'command', command: each, timeout: 20 }));
  project.write('project/.claude/settings.json', { hooks: { PreToolUse: [{ hooks: entries }] } });
};

const toldOf = (file: string): readonly string[] =>
  readFileSync(join(project.dir, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

it('a hook that is dispatch itself is refused once, in one line, and the guard beside it denies', async () => {
  settings(ITSELF, 'echo asked >> asked.txt; echo no >&2; exit 2');
  const { code, stdout } = await ended(project.start(['dispatch', '--claude-settings']), event());
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  expect(toldOf('loop.txt')).toEqual([
    expect.stringMatching(/^amplifier-hooks: this PreToolUse is being answered by process \d+ already\. /),
  ]);
  expect(toldOf('asked.txt')).toEqual(['asked']);
});

it('so is run in a hook that run fires', async () => {
  settings('"$NODE" "$AMPLIFIER_HOOKS" run PreToolUse --tool Bash --claude-settings 2>> loop.txt');
  const { code } = await ended(project.start(['run', 'PreToolUse', '--tool', 'Bash', '--claude-settings']));
  expect(code).toBe(0);
  expect(toldOf('loop.txt')[0]).toContain('is being answered by process');
});

it('an agent that a hook starts keeps its guards: another session, another call', async () => {
  // The guard denies what the agent of the hook asks, and the hook passes the answer on.
  const inner = event({ session_id: 'agent', tool_input: { command: 'rm -rf /' } });
  const agent = `echo '${inner}' | "$NODE" "$AMPLIFIER_HOOKS" dispatch --claude-settings > answer.json`;
  const guard = 'if grep -q "rm -rf"; then echo "not that" >&2; exit 2; fi';
  settings(`if ! grep -q '"agent"'; then ${agent}; fi`, guard);
  const { code, stdout } = await ended(project.start(['dispatch', '--claude-settings']), event());
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(JSON.parse(readFileSync(join(project.dir, 'answer.json'), 'utf8'))).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not that\n' },
  });
});

it('what nobody answers is no reason to keep quiet', async () => {
  settings('echo no >&2; exit 2');
  for (const entry of ['1.0.x', '999999999.1.x', `${process.pid}.1.x`, 'x', '..']) {
    const { stdout } = await ended(
      project.start(['dispatch', '--claude-settings'], { AMPLIFIER_HOOKS_ANSWERING: entry }),
      event(),
    );
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  }
});

it('events that bring about each other end at the ninth, which is a fault: a gate is shut', async () => {
  const next = `n=$(sed 's/.*"tool_use_id":"\\([^"]*\\)".*/\\1/'); echo "$n" >> calls.txt;
    printf '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{},"session_id":"s","tool_use_id":"%sx"}' "$n" |
    "$NODE" "$AMPLIFIER_HOOKS" dispatch --claude-settings`;
  settings(next);
  const { code, stdout } = await ended(
    project.start(['dispatch', '--claude-settings']),
    event({ tool_use_id: 'x' }),
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  expect(stdout).toContain('one too many');
  expect(toldOf('calls.txt')).toHaveLength(8);
});

// A machine without room: few descriptors, many hooks. No guard is missing, and a passing fault passes.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleLibrary } from '../scripts/bundle.mjs';
import { CommandProject } from '../src/cli/testing/command.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended } from '../src/testing/index.js';

const { command } = withExecutables('command');
/** Beside the executables, whose files it shares. */
const library = join(dirname(command), '..', 'lib');
beforeAll(() => bundleLibrary(library), 60_000);

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
  project.own();
});
afterEach(() => project.remove());

const DENIES = 'cat > /dev/null; echo "not this" > /dev/stderr; exit 2';

const limited = (descriptors: number, args: readonly string[]) =>
  spawn('/bin/sh', ['-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', process.execPath, ...args], {
    cwd: project.dir,
    env: project.env,
  });

it('60 hooks at 64 descriptors: the one that denies is the last, and is heard', async () => {
  const others = Array.from({ length: 59 }, (_, index) => `sleep 0.5; : ${index}`);
  project.hooks({ PreToolUse: [...others, DENIES] });
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
  const { code, stdout, stderr } = await ended(limited(64, [command, 'dispatch']), JSON.stringify(event));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not this\n' },
  });
});

it('no descriptor at all during an event: denied with the true reason; the next event is judged as ever', async () => {
  project.hooks({ PreToolUse: [{ command: DENIES, timeout: 2 }] });
  const script = `
    const { createEngine, parseInput } = await import(${JSON.stringify(join(library, 'index.js'))});
    const { openSync, closeSync } = await import('node:fs');
    const engine = createEngine({ projectDir: process.cwd(), trust: 'off' });
    const { input } = parseInput({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } });
    const said = async () => {
      const { permission, reason, runs } = await engine.dispatch(input);
      return { permission, reason, outcomes: runs.map(({ outcome }) => outcome.kind) };
    };
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    const first = await said();
    for (const fd of taken) closeSync(fd);
    const second = await said();
    await engine.close();
    console.log(JSON.stringify([first, second]));`;
  const { stdout, stderr } = await ended(limited(128, ['--input-type=module', '-e', script]));
  expect(stderr).toBe('');
  const [first, second] = JSON.parse(stdout);
  expect(first).toMatchObject({ permission: 'deny', outcomes: ['launchFailed'] });
  expect(first.reason).toMatch(/could not be asked: .* no room for it: .*EMFILE/);
  expect(second).toEqual({ permission: 'deny', reason: 'not this\n', outcomes: ['finished'] });
});

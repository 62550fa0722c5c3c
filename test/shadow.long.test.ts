// A guard on its way from shadow to force, over a long session with the example hooks: every step by the real command.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { openJournal } from '../src/journal/index.js';
import { withExecutables } from '../src/testing/executables.js';

const { command } = withExecutables('command');
let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
});
afterEach(() => project.remove());

const EXAMPLES = join(import.meta.dirname, '..', 'examples', 'hooks');
const EVENTS = 500;
/** Every tenth call is one that the guard is for. */
const isBad = (index: number): boolean => index % 10 === 3;
const commandOf = (index: number): string => (isBad(index) ? `rm -rf / # ${index}` : `echo ${index}`);
const call = (index: number) => ({ tool_name: 'Bash', tool_input: { command: commandOf(index) } });

const json = async (...words: readonly string[]) => {
  const { stdout, code } = await project.run([...words, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout);
};
/** A process of its own runs hooks that only observe once `dispatch` has answered. */
const LATER = { timeout: 60_000, interval: 200 };
const dispatch = async (index: number): Promise<string> => {
  const event = { hook_event_name: 'PreToolUse', session_id: 'later', cwd: project.dir, ...call(index) };
  return (await project.run(['dispatch'], JSON.stringify(event))).stdout;
};

it(`a guard is shadowed for ${EVENTS} events, reported on, marked, promoted, and denies`, async () => {
  for (const name of ['bash-validator', 'protection', 'command-log'])
    cpSync(join(EXAMPLES, name), join(project.home, '.amplifier', 'hooks', name), { recursive: true });
  expect(await dispatch(3)).toContain('"permissionDecision":"deny"');
  expect((await project.run(['shadow', 'bash-validator', '--scope', 'user'])).code).toBe(0);

  // A host that keeps its engine, as a session of an agent is.
  const stateDir = join(project.home, '.local', 'state', 'amplifier-hooks');
  const journal = openJournal({ stateDir, projectDir: project.dir });
  const engine = project.engine({ journal, stateDir, env: project.env, trust: 'content' });
  for (let index = 0; index < EVENTS; index += 1) {
    const decision = await engine.dispatch(
      project.input('PreToolUse', { session_id: 'long', ...call(index) }),
    );
    expect([decision.permission, decision.blocked]).toEqual([null, false]);
  }
  await engine.idle();
  await engine.close();
  await journal.close();

  const report = await json('report', '-n', String(EVENTS));
  const [guard] = report.hooks;
  const bad = Array.from({ length: EVENTS }, (_, index) => index).filter(isBad);
  expect(guard).toMatchObject({
    label: 'bash-validator',
    runs: EVENTS,
    failed: 0,
    verdicts: { deny: bad.length, nothing: EVENTS - bad.length },
  });
  const commands = guard.alarms.map(
    (alarm: { input: { tool_input: { command: string } } }) => alarm.input.tool_input.command,
  );
  expect(commands.toReversed()).toEqual(bad.map(commandOf));
  expect(report.hooks).toHaveLength(1);

  await json('report', '--mark', guard.alarms[0].id, 'right');
  expect((await json('report')).hooks[0].marks).toEqual({ 'false-alarm': 0, right: 1 });
  expect(await dispatch(3)).toBe('');
  await vi.waitFor(
    async () => expect((await json('report')).hooks).toMatchObject([{ runs: EVENTS + 1 }]),
    LATER,
  );
  expect((await project.run(['promote', 'bash-validator'])).code).toBe(0);
  expect(await dispatch(3)).toContain('"permissionDecision":"deny"');
  expect(await dispatch(4)).toBe('');
});

it('dispatch ends with its answer, and what only observes goes on and is recorded with its event', async () => {
  const command = 'until test -e go; do sleep 0.05; done; echo no >&2; exit 2';
  project.userHooks({ PreToolUse: [{ command, mode: 'observe' }] });
  expect(await dispatch(3)).toBe('');
  expect((await json('report')).hooks).toMatchObject([]);
  project.write('project/go', '');
  await vi.waitFor(
    async () => expect((await json('report')).hooks).toMatchObject([{ runs: 1, verdicts: { deny: 1 } }]),
    LATER,
  );
  const { stdout } = await project.run(['explain', '--last']);
  expect(stdout).toContain('would have denied');
});

// Hooks that only observe, with a real engine and real processes: nothing of them counts, nobody waits, the journal hears all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Journal, Observed } from '../nouns.js';
import { MOST_OBSERVING, MOST_WAITING } from './observers.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** A journal that keeps what it hears in memory. */
function heard() {
  const seen: Observed[] = [];
  const calls: string[] = [];
  const journal: Journal = {
    inForce: () => undefined,
    idle: ({ event }) => calls.push(`idle ${event}`),
    unknown: () => true,
    dispatched: ({ decision }) => calls.push(`event ${decision.event}`),
    observed: (one) => seen.push(one),
    late: () => calls.push('late'),
    flush: async () => undefined,
    close: async () => undefined,
  };
  return { journal, seen, calls };
}

const observing = (command: string, more: Readonly<Record<string, unknown>> = {}) => ({
  command,
  mode: 'observe',
  ...more,
});
const says = (answer: unknown): string => `echo '${JSON.stringify(answer)}'`;
const specific = (event: string, fields: Readonly<Record<string, unknown>>) =>
  says({ hookSpecificOutput: { hookEventName: event, ...fields } });

/** A command that goes on when the test lets it. */
const gate = () => {
  const file = join(project.root, 'gate');
  return { wait: `while [ ! -e '${file}' ]; do sleep 0.05; done`, open: () => writeFileSync(file, '') };
};

const NOTHING = {
  permission: null,
  blocked: false,
  reason: null,
  decidedBy: [],
  feedback: [],
  context: [],
  late: [],
  systemMessages: [],
  updatedInput: null,
  updatedOutput: null,
  updatedPermissions: null,
  interrupt: false,
  hidePrompt: false,
  output: {},
  stop: null,
  failures: [],
  diagnostics: [],
  runs: [],
};

describe('nothing of what it says counts', () => {
  type Row = readonly [event: string, command: string, more: Readonly<Record<string, unknown>>];
  const row = (event: string, command: string, more: Row[2] = {}): Row => [event, command, more];
  const ANSWERS: readonly Row[] = [
    row('PreToolUse', 'echo no >&2; exit 2'),
    row(
      'PreToolUse',
      specific('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'rm' } }),
    ),
    row('PreToolUse', says({ continue: false, stopReason: 'no', systemMessage: 'hello' })),
    row('PreToolUse', 'exit 7', { onFailure: 'block' }),
    row('PreToolUse', 'kill -9 $$'),
    row('PermissionRequest', specific('PermissionRequest', { decision: { behavior: 'allow' } })),
    row('PostToolUse', says({ decision: 'block', reason: 'no', systemMessage: 'hello' })),
    row('UserPromptSubmit', 'echo context'),
    row('UserPromptSubmit', 'exit 2'),
    row('SessionStart', 'echo context; echo export LEAK=1 > "$CLAUDE_ENV_FILE"'),
    row('Stop', says({ decision: 'block', reason: 'go on' })),
    row('PreCompact', 'echo instructions'),
    row('WorktreeCreate', 'echo /elsewhere'),
    row('PostToolUse', `echo '{"async":true}'; ${says({ systemMessage: 'late' })}`),
    row('PostToolUse', 'echo bug >&2; exit 2', { asyncRewake: true }),
    row('PostToolUse', says({ systemMessage: 'late' }), { async: true }),
  ];
  for (const oneShot of [false, true])
    it.each(ANSWERS)(`%s: %s (one shot: ${oneShot})`, async (event, command, more) => {
      project.userHooks({ [event]: [observing(command, more)] });
      const { journal, seen, calls } = heard();
      const engine = project.engine({ journal, oneShot });
      const fields = { prompt: 'p', source: 'startup', trigger: 'auto', name: 'w' };
      const decision = await engine.dispatch(project.input(event, fields));
      expect(decision).toMatchObject(NOTHING);
      await engine.idle();
      expect(seen).toHaveLength(1);
      expect(calls).toEqual([`event ${event}`]);
      // Nor does anything come later.
      expect(engine.takeLate('s')).toEqual([]);
      expect([engine.exportedEnv('s'), engine.envFiles('s')]).toEqual([{}, []]);
      expect(await engine.dispatch(project.input('Notification', { message: 'm' }))).toMatchObject(NOTHING);
    });
});

it('what it would have decided is told, with what it read', async () => {
  const file = join(project.root, 'stdin');
  project.hooks({
    PreToolUse: [`cat > '${file}.real'`, observing(`cat > '${file}'; echo never >&2; exit 2`)],
  });
  const { journal, seen } = heard();
  const engine = project.engine({ journal });
  const decision = await engine.dispatch(project.input('PreToolUse'));
  expect(decision).toMatchObject({ permission: null, blocked: false });
  expect(decision.runs).toHaveLength(1);
  await engine.idle();
  expect(seen).toMatchObject([
    { would: { permission: 'deny', blocked: true, reason: 'never\n' }, run: { outcome: { exitCode: 2 } } },
  ]);
  const [read, real] = ['', '.real'].map(
    (end): Record<string, unknown> => JSON.parse(readFileSync(`${file}${end}`, 'utf8')),
  );
  expect(Object.keys(read ?? {})).toEqual(Object.keys(real ?? {}));
  expect({ ...read, timestamp: '' }).toEqual({ ...real, timestamp: '' });
});

it('is neither waited for nor ended with its event', async () => {
  const { wait, open } = gate();
  project.hooks({ PreToolUse: [observing(`${wait}; exit 2`)] });
  const { journal, seen } = heard();
  const engine = project.engine({ journal });
  const controller = new AbortController();
  await engine.dispatch(project.input('PreToolUse'), { signal: controller.signal });
  controller.abort();
  expect(seen).toEqual([]);
  open();
  await engine.idle();
  expect(seen).toMatchObject([{ would: { permission: 'deny' } }]);
});

it('ends with its session, and none is started by an engine that is closed', async () => {
  const { wait } = gate();
  const started = join(project.root, 'started');
  project.hooks({ PreToolUse: [observing(`touch '${started}'; ${wait}`)] });
  const { journal, seen } = heard();
  const engine = project.engine({ journal });
  await engine.dispatch(project.input('PreToolUse'));
  const begun = engine.idle();
  engine.endSession('s');
  await begun;
  expect(seen).toMatchObject([{ run: { outcome: { kind: 'cancelled' } }, would: { permission: null } }]);
  expect(existsSync(started)).toBe(false);
  await engine.dispatch(project.input('PreToolUse'));
  await vi.waitUntil(() => existsSync(started), { timeout: 20_000 });
  engine.endSession('s');
  await engine.idle();
  expect(seen[1]).toMatchObject({ run: { outcome: { kind: 'cancelled' } }, would: { permission: null } });

  const other = project.engine({ journal });
  await other.dispatch(project.input('PreToolUse'));
  await other.close();
  expect(seen[2]).toMatchObject({ run: { outcome: { kind: 'cancelled' } } });
});

it('many wait for their turn, and take no room from hooks in the background', async () => {
  const { wait, open } = gate();
  const commands = Array.from({ length: MOST_OBSERVING + 20 }, (_, index) =>
    observing(`${wait}; echo ${index}; exit 2`),
  );
  project.hooks({ PostToolUse: [...commands, { command: says({ systemMessage: 'done' }), async: true }] });
  const { journal, seen } = heard();
  const engine = project.engine({ journal });
  const decision = await engine.dispatch(project.input('PostToolUse'));
  expect(decision.failures).toEqual([]);
  open();
  await engine.idle();
  expect(seen.filter(({ run }) => run.outcome.kind === 'finished')).toHaveLength(commands.length);
});

it('too many are not started, and that is told', async () => {
  const { wait, open } = gate();
  project.hooks({ PreToolUse: [observing(wait)] });
  const { journal, seen } = heard();
  const engine = project.engine({ journal });
  for (let event = 0; event < MOST_OBSERVING + MOST_WAITING + 1; event += 1)
    await engine.dispatch(project.input('PreToolUse'));
  await vi.waitUntil(() => seen.length > 0, { timeout: 20_000 });
  expect(seen).toMatchObject([{ run: { outcome: { kind: 'refused' } }, would: { permission: null } }]);
  engine.endSession('s');
  open();
  await engine.idle();
  expect(seen).toHaveLength(MOST_OBSERVING + MOST_WAITING + 1);
});

it('once a session is once, also for what only observes', async () => {
  project.hooks({ PreToolUse: [observing('exit 2', { once: true })] });
  for (const oneShot of [false, true]) {
    const { journal, seen } = heard();
    let engine = project.engine({ journal, oneShot });
    for (const _ of [1, 2]) {
      await engine.dispatch(project.input('PreToolUse', { session_id: `of ${oneShot}` }));
      await engine.idle();
      // Every event has a process of its own there.
      if (oneShot) engine = project.engine({ journal, oneShot });
    }
    expect(seen).toHaveLength(1);
  }
});

it('reads a call as it was rewritten too, as a guard of its scope would', async () => {
  project.userHooks({ PreToolUse: [observing('grep -q evil && exit 2; exit 0')] });
  project.hooks({ PreToolUse: [specific('PreToolUse', { updatedInput: { command: 'evil' } })] });
  const { journal, seen, calls } = heard();
  const engine = project.engine({ journal });
  expect((await engine.dispatch(project.input('PreToolUse'))).updatedInput?.value).toEqual({
    command: 'evil',
  });
  await engine.idle();
  expect(calls).toEqual(['event PreToolUse']);
  // They run side by side.
  expect(seen.find(({ rewrittenBy }) => rewrittenBy !== undefined)?.would.permission).toBe('deny');
  expect(seen.find(({ rewrittenBy }) => rewrittenBy === undefined)?.would.permission).toBe(null);
  expect(seen).toHaveLength(2);
});

it('an event that no hook can judge is not denied for one that only observes', async () => {
  project.hooks({ PreToolUse: [observing('exit 2')] });
  const engine = project.engine();
  const beyond = { ...project.input('PreToolUse'), beyond: 'it is too large' };
  expect(await engine.dispatch(beyond)).toMatchObject({ permission: null, blocked: false });
});

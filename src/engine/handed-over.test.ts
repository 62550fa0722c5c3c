// Hooks that nobody waits for, where the process ends with its answer: another one runs them, or this one where nobody takes them.
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal, Observed, Run } from '../nouns.js';
import type { Handed } from './index.js';
import { TestProject } from './testing/project.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** A journal that keeps in memory what is heard late, and by which id an event is known. */
function heard() {
  const [seen, late, known]: [Observed[], Run[], string[]] = [[], [], []];
  const journal: Journal = {
    inForce: () => undefined,
    idle: () => undefined,
    unknown: () => true,
    dispatched: () => undefined,
    idOf: ({ row }) => `id of ${row.name}`,
    recordedAs: (_, id) => known.push(id),
    observed: (one) => seen.push(one),
    late: (run) => late.push(run),
    flush: async () => undefined,
    close: async () => undefined,
  };
  return { journal, seen, late, known };
}

/** What a process hands over that answers one event. */
async function answered(event: string, taken = true) {
  const handed: Handed[] = [];
  const { journal, seen, late } = heard();
  const engine = project.engine({ journal, oneShot: true }, async (one) => {
    handed.push(one);
    return taken;
  });
  const decision = await engine.dispatch(project.input(event));
  await engine.idle();
  return { decision, handed, seen, late };
}

/** What becomes of it in another process. */
async function behind(handed: Handed) {
  const { journal, seen, late, known } = heard();
  const engine = project.engine({ journal, oneShot: true });
  await engine.runBehind({ ...handed, hooks: handed.hooks.map(({ id }) => id) });
  return { seen, late, known, texts: engine.takeLate('s').map(({ value }) => value) };
}

const only = ([one, ...others]: readonly Handed[]): Handed => {
  if (one === undefined || others.length > 0) throw new Error(`${others.length} too many, or none`);
  return one;
};

it('a hook that only observes is not run by who answers, and heard with the event it belongs to', async () => {
  project.hooks({ PreToolUse: [{ command: 'touch ran; exit 2', mode: 'observe' }] });
  const { decision, handed, seen } = await answered('PreToolUse');
  expect([decision.permission, seen, existsSync(project.path('project/ran'))]).toEqual([null, [], false]);
  const order = only(handed);
  const there = await behind(order);
  expect(there.known).toEqual(['id of PreToolUse']);
  expect(there.seen).toMatchObject([
    { would: { permission: 'deny' }, startedAt: order.startedAt, run: { outcome: { exitCode: 2 } } },
  ]);
  expect([there.late, there.texts]).toEqual([[], []]);
});

it('a call that was rewritten is shown to it as such', async () => {
  const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'evil' } } };
  project.userHooks({ PreToolUse: [{ command: 'grep -q evil && exit 2; exit 0', mode: 'observe' }] });
  project.hooks({ PreToolUse: [`echo '${JSON.stringify(answer)}'`] });
  const { handed } = await answered('PreToolUse');
  const [first, second] = await Promise.all(
    [...handed].sort((one) => (one.rewrittenBy === undefined ? -1 : 1)).map(behind),
  );
  expect(first?.seen).toMatchObject([{ would: { permission: null } }]);
  expect(second?.seen).toMatchObject([{ would: { permission: 'deny' }, rewrittenBy: expect.any(String) }]);
});

it('where nobody takes it, it is run here', async () => {
  project.hooks({ PreToolUse: [{ command: 'exit 2', mode: 'observe' }] });
  const { seen } = await answered('PreToolUse', false);
  expect(seen).toMatchObject([{ would: { permission: 'deny' } }]);
});

it('a hook over its budget goes on elsewhere, and its words come later', async () => {
  const command = `echo '{"systemMessage":"seen"}'`;
  project.hooks({ Notification: [{ command, budget: { ms: 0.001 } }] });
  expect((await answered('Notification')).handed).toEqual([]);
  const { decision, handed, late } = await answered('Notification');
  expect([decision.runs, late]).toMatchObject([[{ outcome: { kind: 'background' } }], []]);
  expect(await behind(only(handed))).toMatchObject({ late: [{}], texts: ['seen'] });
});

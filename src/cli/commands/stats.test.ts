import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '../../journal/index.js';
import { decision, dispatched, finished, hook, plan, run } from '../../journal/testing/scene.js';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const START = Date.UTC(2026, 0, 31, 9);
// All times are known here, so they are shown and not replaced.
const play = (...argv: string[]) =>
  stage.play(argv, {
    // The day is that of who looks.
    replace: [
      [/(\d) ms\b/g, '$1_ms'],
      [/^\d{4}-\d\d-\d\d(?=,)/gm, '<day>'],
    ],
  });

/** Two hooks with known times: one that denies now and then, one that is slow, talks and fails. */
async function happen(): Promise<void> {
  const journal = openJournal({
    stateDir: join(stage.home, '.local', 'state', 'amplifier-hooks'),
    projectDir: stage.dir,
    clock: () => START,
  });
  const owned = { ...hook('x').source, owner: 'protection' };
  const [guard, slow] = [hook('0123456789', { source: owned }), hook('abcdef0123')];
  for (let index = 0; index < 20; index += 1) {
    const failed = index === 7;
    const deny = index % 10 === 0;
    const runs = [
      run(guard, finished(deny ? 2 : 0), 10 + index),
      run(slow, finished(failed ? 1 : 0), 100 * (index + 1)),
    ];
    const failure = { by: slow.id, kind: 'finished', message: 'exited with code 1', blocked: false } as const;
    const decided = decision(runs, {
      permission: deny ? 'deny' : null,
      blocked: deny,
      decidedBy: deny ? [guard.id] : [],
      context: [{ value: 'x'.repeat(1000), by: slow.id }],
      failures: failed ? [failure] : [],
    });
    journal.dispatched(dispatched('s', decided, { startedAt: START + index * 60_000, durationMs: 100 }));
  }
  for (let index = 0; index < 1234; index += 1) journal.idle(plan([], { event: 'Stop', target: null }), 's');
  await journal.close();
}

it('shows what hooks cost, what they decided and how they failed', async () => {
  await happen();
  expect(await play('stats')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "<day>, 1 session of together 19.0 min
    20 events with hooks, 1,234 that no hook ran for

    hook          event               runs     p50     p95     max   share
    abcdef0123.sh PreToolUse            20  977_ms   1.9 s   2.0 s   1.8 %
      abcdef0123 · nothing 20 · 20.0 kB of context
      failed: ended with an error 1
      last: <time> exited with code 1
    protection    PreToolUse            20   19_ms   28_ms   29_ms   0.0 %
      0123456789 · deny 2, nothing 18

    event                with hooks    without  verdicts
    Stop                          0       1234
    PreToolUse                   20          0  deny 2, nothing 18
    ",
    }
  `);
});

it('draws with plain characters where nobody looks', async () => {
  await happen();
  expect((await play('stats', '--plot')).stdout).toMatchInlineSnapshot(`
    "<day>, 1 session of together 19.0 min
    20 events with hooks, 1,234 that no hook ran for

    time in all
    abcdef0123.sh #######################################################    21.0 s
    protection    #                                                          390_ms

    p50 (#) and p95 (-) of a run
    abcdef0123.sh ############################---------------------------     1.9 s
    protection    #                                                           28_ms

    event                with hooks    without  verdicts
    Stop                          0       1234
    PreToolUse                   20          0  deny 2, nothing 18
    "
  `);
});

it('draws blocks as wide as the terminal', async () => {
  await happen();
  const { stdout } = await stage.play(['stats', '--plot'], {
    terminal: { columns: 100 },
    env: { HOME: stage.home, NO_COLOR: '1' },
  });
  const bars = stdout.split('\n').filter((line) => line.includes('█'));
  expect(bars.length).toBeGreaterThanOrEqual(4);
  expect(bars[0]).toMatch(/█{70}/);
});

it('gives one object', async () => {
  await happen();
  const { stdout, code } = await stage.play(['stats', '--json', '--since', '2026-01-01']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    sessions: 1,
    rollups: 0,
    wallMs: 19 * 60_000 + 100,
    hooks: [
      { hook: 'abcdef0123', runs: 20, totalMs: 21_000, contextBytes: 20_000, failures: { finished: 1 } },
      { hook: '0123456789', verdicts: { deny: 2, nothing: 18 } },
    ],
    events: [
      { event: 'Stop', ran: 0, idle: 1234 },
      { event: 'PreToolUse', ran: 20 },
    ],
  });
});

it('says so where nothing is recorded', async () => {
  expect(await play('stats')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "nothing is recorded for <root>/project (journals lie in <root>/home/.local/state/amplifier-hooks/journal)
    Events are recorded when hooks run: \`amplifier-hooks run <Event>\`, dispatch, or a host with a journal.
    ",
      "stdout": "",
    }
  `);
  expect(JSON.parse((await stage.play(['stats', '--json'])).stdout)).toMatchObject({ version: 1, hooks: [] });
});

it('a time that is none is refused', async () => {
  expect(await play('stats', '--since', 'x')).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "amplifier-hooks: --since "x" is not a time
    Write 30m, 2h, 7d, 2w, a date (2026-01-31), or a date with time (2026-01-31T09:00).
    ",
      "stdout": "",
    }
  `);
});

/** A hook that ran so often, and took so long, so many days ago. */
async function ran(projectDir: string, daysAgo: number, times: number, ms: number): Promise<void> {
  const at = Date.now() - daysAgo * 86_400_000 - 3_600_000;
  const stateDir = join(stage.home, '.local', 'state', 'amplifier-hooks');
  const journal = openJournal({ stateDir, projectDir, clock: () => at });
  for (let index = 0; index < times; index += 1)
    journal.dispatched(
      dispatched(`s${daysAgo}`, decision([run(hook('0123456789'), finished(0), ms)]), { startedAt: at }),
    );
  await journal.close();
}

const atTerminal = (columns: number, ...argv: string[]) =>
  stage.play(['stats', ...argv], {
    terminal: { columns },
    env: { HOME: stage.home, NO_COLOR: '1' },
    replace: [[/(\d) ms\b/g, '$1_ms']],
  });

it('shows at a terminal how two weeks went, beside the numbers where there is room', async () => {
  await ran(stage.dir, 9, 10, 30);
  await ran(stage.dir, 2, 5, 60);
  await ran(stage.dir, 0, 40, 60);
  const wide = (await atTerminal(120)).stdout;
  expect(wide).toContain(
    'last 7 days: 45 runs, 0 failed, p95 60_ms; the 7 days before: 10 runs, 0 failed, p95 30_ms\n',
  );
  expect(wide).toMatch(/max +share {2}14 days {9}1ms…>5s {8}week\n/);
  expect(wide).toMatch(/% {2}····▂······▁·█ {2}·····▂█······ {2}↑ 100 %\n/);
  const narrow = (await atTerminal(80)).stdout;
  expect(narrow).toContain('\n  14 days ····▂······▁·█  1ms…>5s ·····▂█······  week ↑ 100 %\n');
  for (const line of `${wide}${narrow}`.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  // A program has numbers instead.
  expect((await play('stats')).stdout).not.toContain('·█');
  const { hooks, trend } = JSON.parse((await stage.play(['stats', '--json', '--since', '1d'])).stdout);
  expect(trend).toMatchObject({ week: { runs: 45 }, before: { runs: 10 } });
  expect(hooks[0]).toMatchObject({ runs: 40, trend: { days: [0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 5, 0, 40] } });
});

it('says what a week has no answer to', async () => {
  await ran(stage.dir, 20, 10, 30);
  expect((await atTerminal(120)).stdout).not.toContain('last 7 days');
  await ran(stage.dir, 9, 10, 30);
  expect((await atTerminal(120)).stdout).toMatch(/ none\n/);
  await ran(stage.dir, 1, 2, 30);
  expect((await atTerminal(120)).stdout).toMatch(/ few\n/);
  await ran(stage.dir, 2, 20, 30.5);
  expect((await atTerminal(120)).stdout).toMatch(/ same\n/);
});

it('--all: of all projects together', async () => {
  const other = join(stage.root, 'other');
  await ran(stage.dir, 1, 3, 30);
  await ran(other, 1, 7, 30);
  const { stdout } = await play('stats', '--all');
  expect(stdout).toContain('10 events with hooks');
  expect(stdout).toMatch(
    / sessions +events +failures +time {2}project\n +1 +7 +0 +210_ms {2}<root>\/other\n +1 +3 +0 +90_ms {2}<root>\/project\n/,
  );
  const found = JSON.parse((await stage.play(['stats', '--all', '--json'])).stdout);
  expect(found).toMatchObject({ hooks: [{ runs: 10 }], projects: [{ events: 7 }, { events: 3 }] });
  expect((await play('stats', '--all', '--project', stage.dir)).stderr).toContain(
    '--project names one project',
  );
});

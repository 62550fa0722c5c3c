// A recorded session that nobody had, as large as a test wants it, always the same.
import {
  BAR,
  type EventPage,
  type HookRow,
  type Lane,
  MARK,
  OUTCOMES,
  type Trace,
  VERDICTS,
} from '../../src/studio/contract.js';

const BEGIN = Date.UTC(2026, 10, 2, 9, 0, 0);
const EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'];
const TARGETS = ['Bash', 'Write', 'Edit', 'WebFetch'];
const HOOKS = ['guard.sh', 'format.py', 'notify.js'];

/** Numbers that look like chance and are not. */
function chance(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/**
 * @param count events
 * @param secret a text that stands in every input, output and name that strangers choose
 */
export function madeUp(count: number, secret = 'npm test'): Trace {
  const next = chance();
  const lanes: Lane[] = [0, 1, 2].map((lane) => ({
    lane,
    project: 'p1',
    session: lane === 1 ? 's-first' : `s-${lane}`,
    agent: lane === 1 ? 'agent-7' : null,
    agentType: lane === 1 ? 'reviewer' : null,
    first: BEGIN + lane,
    last: BEGIN + count * 700,
    events: 0,
    denied: 0,
    failed: 0,
  }));
  const names = [...EVENTS, ...TARGETS, ...HOOKS];
  const events: Trace['events'] = {
    id: [],
    at: [],
    ms: [],
    lane: [],
    event: [],
    target: [],
    verdict: [],
    marks: [],
    bars: [],
  };
  const bars: Trace['bars'] = { hook: [], label: [], wait: [], ms: [], outcome: [], verdict: [], marks: [] };
  const pages: EventPage[] = [];
  for (let row = 0; row < count; row += 1) {
    const event = Math.floor(next() * EVENTS.length);
    const target = EVENTS.length + Math.floor(next() * TARGETS.length);
    const word = next() < 0.1 ? 'deny' : next() < 0.05 ? 'ask' : next() < 0.1 ? 'allow' : 'nothing';
    const verdict = VERDICTS.indexOf(word);
    const hasFailed = next() < 0.05;
    const hooks = Math.floor(next() * 4);
    const at = BEGIN + row * 700;
    const ms = 5 + Math.floor(next() * 400);
    const lane = Math.floor(next() * lanes.length);
    push(events, {
      id: `e${row}`,
      at,
      ms,
      lane,
      event,
      target: event > 1 ? -1 : target,
      verdict,
      marks: hasFailed ? MARK.failed : 0,
      bars: hooks,
    });
    for (let hook = 0; hook < hooks; hook += 1) {
      const label = EVENTS.length + TARGETS.length + (hook % HOOKS.length);
      const isBackground = hook === 2;
      push(bars, {
        hook: label,
        label,
        wait: hook * 2,
        ms: Math.max(1, ms * next()) * (isBackground ? 3 : 1),
        outcome: OUTCOMES.indexOf('finished'),
        verdict: hook === 0 ? verdict : VERDICTS.indexOf('nothing'),
        marks: (isBackground ? BAR.background : 0) | (hasFailed && hook === 0 ? BAR.failed : 0),
      });
    }
    if (row < 1000)
      pages.push(
        pageOf(row, {
          at,
          ms,
          lane: lanes[lane],
          event: EVENTS[event] ?? '',
          target: names[target] ?? '',
          word,
          secret,
        }),
      );
  }
  return {
    kind: 'amplifier-hooks trace',
    format: 1,
    about: {
      version: '0.0.0',
      kind: 'trace',
      projects: [
        {
          key: 'p1',
          name: 'shop',
          folder: '/home/ada/shop',
          there: true,
          events: count,
          first: BEGIN,
          last: BEGIN + count * 700,
        },
      ],
      token: '',
      noTrust: null,
      made: { at: BEGIN + 1, session: 's-first', cutAt: null, leftOut: 0 },
    },
    lanes,
    names,
    events,
    bars,
    pages,
    hooks: {
      project: 'p1',
      from: BEGIN,
      to: BEGIN + count * 700,
      rows: HOOKS.map((label, at) => hookOf(label, at)),
      idle: [{ event: 'Notification', count: 3 }],
      lost: 0,
      damaged: 0,
    },
  };
}

/** Puts a row into every column. */
function push<Table extends Readonly<Record<string, readonly unknown[]>>>(
  table: Table,
  row: { readonly [Name in keyof Table]: Table[Name][number] },
): void {
  for (const [name, column] of Object.entries(table)) if (Array.isArray(column)) column.push(row[name]);
}

interface Facts {
  readonly at: number;
  readonly ms: number;
  readonly lane: Lane | undefined;
  readonly event: string;
  readonly target: string;
  readonly word: 'deny' | 'ask' | 'allow' | 'nothing';
  readonly secret: string;
}

function pageOf(row: number, { at, ms, lane, event, target, word, secret }: Facts): EventPage {
  return {
    id: `e${row}`,
    project: 'p1',
    lane: lane?.lane ?? 0,
    session: lane?.session ?? '',
    agent: lane?.agent ?? null,
    agentType: lane?.agentType ?? null,
    event,
    target,
    tool: target,
    at,
    ms,
    verdict: word,
    reason: word === 'deny' ? `not here: ${secret}` : null,
    rewrittenBy: null,
    repeated: false,
    notes: [],
    input: { tool_name: target, tool_input: { command: secret } },
    hooks: [
      {
        hook: 'h1',
        label: 'guard.sh',
        ran: true,
        rule: 'matcher',
        why: `"${target}" is what its matcher names`,
        definition: {
          type: 'command',
          matcher: target,
          condition: null,
          runs: './guard.sh',
          scope: 'user',
          owner: null,
          position: { file: '/home/ada/.amplifier/hooks/hooks.json', line: 7, column: 3 },
          state: 'armed',
        },
        trust: 'own',
        run: {
          outcome: 'finished',
          exitCode: word === 'deny' ? 2 : 0,
          waitMs: 0,
          ms,
          background: false,
          endedAt: null,
          verdict: word,
          contributed: [],
          observed: null,
          failed: null,
          start: { kind: 'warm', words: 'saved 12 ms' },
          work: null,
          stdout: secret,
          stderr: secret,
          answer: '',
          contextBytes: 0,
        },
      },
    ],
    moreHooks: 0,
    otherEvents: 2,
    planKept: true,
    steps: [{ hook: 'h1', text: 'said by exit code', verdict: word, counts: true }],
    said: [],
    before: row === 0 ? null : `e${row - 1}`,
    behind: `e${row + 1}`,
  };
}

function hookOf(label: string, at: number): HookRow {
  const never = at === 2;
  return {
    hook: `h${at + 1}`,
    label,
    event: 'PreToolUse',
    matcher: 'Bash',
    condition: null,
    type: 'command',
    runs: `./${label}`,
    background: false,
    scope: 'user',
    owner: null,
    position: { file: '/home/ada/.amplifier/hooks/hooks.json', line: 7 + at, column: 3 },
    state: 'armed',
    why: null,
    trust: 'own',
    numbers: never
      ? null
      : {
          runs: 100 + at,
          p50: 4.2,
          p95: 21,
          p99: 80 - at,
          max: 120,
          totalMs: 900,
          verdicts: { deny: 9, nothing: 91 },
          denies: 9 * (1 - at),
          failures: { timedOut: at },
          contextBytes: 0,
          warmRuns: 90,
          savedMs: 1200,
          observed: 0,
          models: null,
          last: { at: BEGIN, outcome: 'finished', ms: 4, verdict: 'nothing', failed: null },
          lastError: null,
          spark: Array.from({ length: 48 }, (_, step) => (step * 7) % 11),
          sparkFailed: Array.from({ length: 48 }, () => 0),
          histogram: { upTo: [1, 5, 10, 50, 100, 500], runs: [3, 50, 30, 12, 4, 1] },
        },
    never: never ? { why: 'No event PreToolUse with Bash came.', fix: null } : null,
    may: { enable: false, disable: true, trust: false },
  };
}

// Hooks whose process was there before the event, against the same hooks started cold.
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { cFloor } from './c-floor.js';
import { bareSpawn } from './floor.js';
import { hurriedRows } from './hurried.js';
import { median } from './measure.js';
import { type Project, shell } from './project.js';
import type { Row } from './row.js';
import { against, close, coldOf, PYTHON, pairOf, pause, rowOf, took } from './warm-pair.js';

const TWENTY_LINES = `input=$(cat)
tool=\${input#*tool_name\\":\\"}
tool=\${tool%%\\"*}
case $tool in
  Bash) kind=shell ;;
  *) kind=other ;;
esac
count=0
for word in one two three four; do
  count=$((count + 1))
done
name=$(basename /some/path/file.txt)
if [ "$kind" = shell ] && [ $count -eq 4 ]; then
  message="ok $name"
else
  message="no $name"
fi
if [ -n "$message" ]; then
  date +%Y >/dev/null
fi
exit 0`;

/** One start of the floor, in milliseconds. */
function floorOf(project: Project): { readonly inC: boolean; measure(): Promise<number>; close(): void } {
  const floor = cFloor(shell, 'true');
  if (floor !== null) return { inC: true, ...floor };
  const bare = { shell, command: 'true', cwd: project.root, env: project.env, stdin: Buffer.alloc(1024) };
  return {
    inC: false,
    async measure() {
      const start = performance.now();
      await bareSpawn(bare);
      return performance.now() - start;
    },
    close: () => undefined,
  };
}

/** As many hooks as shells are kept, each for a tool of its own: events in a row, each with a shell that waits. */
const TOOLS = Array.from({ length: 16 }, (_, at) => `Tool${at}`);

async function shellsInARow(rounds: number): Promise<Row> {
  const pair = pairOf(['true']);
  pair.project.write(
    'row',
    TOOLS.map((matcher) => ({ matcher, command: `true # ${matcher}` })),
  );
  pair.warm.reload();
  const inputs = TOOLS.map((tool) => pair.project.input(tool));
  const floor = floorOf(pair.project);
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    for (let times = 0; times < 4; times += 1) await pause(pair);
    for (const input of inputs) {
      const start = performance.now();
      const { runs } = await pair.warm.dispatch(input);
      const spent = performance.now() - start;
      const other = await floor.measure();
      if (round < 0 || runs[0]?.start?.kind !== 'shell') continue;
      own.push(spent);
      theirs.push(other);
    }
  }
  floor.close();
  await close(pair);
  if (own.length < rounds * TOOLS.length * 0.7) throw new Error(`only ${own.length} events were warm`);
  const measured = { warm: median(own), other: median(theirs) };
  return floor.inC
    ? rowOf('a ready shell, `true`, against a C program with `vfork`, events in a row', measured, 0.6)
    : rowOf('a ready shell, `true`, against a bare `spawn`, events in a row', measured, 0.3);
}

async function shellAfterAPause(rounds: number): Promise<Row> {
  const pair = pairOf(['true']);
  const floor = floorOf(pair.project);
  const measured = await against(pair, 'shell', rounds, async () => {
    await pause(pair);
    return floor.measure();
  });
  floor.close();
  await close(pair);
  const row = rowOf('the same, one event after a pause', measured, 1);
  return { ...row, bar: 'printed', kept: null };
}

async function warmAgainstCold(
  what: string,
  commands: readonly string[],
  kind: string,
  bar: number,
  rounds: number,
): Promise<Row> {
  const pair = pairOf(commands);
  const measured = await against(pair, kind, rounds, coldOf(pair));
  await close(pair);
  return rowOf(`${what}, against cold`, measured, bar);
}

interface Cost {
  readonly megabytes: number;
  readonly wakeUps: number;
}

const childrenOf = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => new RegExp(`^PPid:\\s${parent}$`, 'm').test(quietly(`/proc/${pid}/status`)));

function quietly(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

const numberIn = (path: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(quietly(path))?.[1] ?? 0);

const sum = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + of(pid), 0);

async function idleCost(commands: readonly string[]): Promise<Cost> {
  const before = new Set(childrenOf(process.pid));
  const pair = pairOf(commands);
  for (let times = 0; times < 4; times += 1) await took(pair.warm, pair, 'shell');
  await setTimeout(2000);
  const isHook = (pid: number): boolean => quietly(`/proc/${pid}/environ`).includes('AMPLIFIER_HOOK_RUN=');
  const pids = childrenOf(process.pid).filter((pid) => !before.has(pid) && isHook(pid));
  if (pids.length !== commands.length)
    throw new Error(`${pids.length} processes wait instead of ${commands.length}`);
  const switches = (): number =>
    sum(pids, (pid) => numberIn(`/proc/${pid}/status`, 'voluntary_ctxt_switches'));
  const first = switches();
  await setTimeout(3000);
  const wakeUps = switches() - first;
  const megabytes = sum(pids, (pid) => numberIn(`/proc/${pid}/smaps_rollup`, 'Pss')) / 1024;
  await close(pair);
  return { megabytes, wakeUps };
}

async function idleRows(): Promise<readonly Row[]> {
  const shells = Array.from({ length: 8 }, (_, at) => `true # ${at}`);
  const pythons = [`${PYTHON} x.py`, `${PYTHON} ./x.py`];
  const pool = await idleCost([...shells, ...pythons]);
  const node = await idleCost(['node x.js', 'node ./x.js']);
  const row = (what: string, { megabytes, wakeUps }: Cost, bar: number | null): Row => ({
    what,
    floor: '–',
    engine: `${megabytes.toFixed(1)} MB, ${wakeUps} wake-ups`,
    ratio: '–',
    bar: bar === null ? 'printed' : `≤ ${bar} MB, none`,
    kept: bar === null ? null : megabytes <= bar && wakeUps === 0,
  });
  return [
    row('8 shells and 2 Pythons that wait, 3 seconds', pool, 40),
    row('2 Nodes that wait, 3 seconds', node, null),
  ];
}

export async function warmRows(): Promise<readonly Row[]> {
  const ten = Array.from({ length: 10 }, (_, at) => `cat >/dev/null # ${at}`);
  return [
    await shellsInARow(12),
    await shellAfterAPause(60),
    await warmAgainstCold('a ready shell, 20 lines with two programs', [TWENTY_LINES], 'shell', 0.75, 60),
    await warmAgainstCold('a ready bash with its script, `./x.sh`', ['./x.sh'], 'bash', 0.4, 60),
    await warmAgainstCold(
      'a ready Python, `x.py` with json, re, sys, pathlib',
      [`${PYTHON} x.py`],
      'python',
      0.35,
      40,
    ),
    ...(await hurriedRows(40)),
    await warmAgainstCold('a ready Node, `x.js`', ['node x.js'], 'node', 0.35, 40),
    await warmAgainstCold(
      '10 hooks at once, ready',
      Array.from({ length: 10 }, (_, at) => `: # ${at}`),
      'shell',
      0.35,
      30,
    ),
    await warmAgainstCold('10 hooks at once that start `cat`, ready', ten, 'shell', 1, 30),
    ...(await idleRows()),
  ];
}

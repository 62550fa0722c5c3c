// Hooks whose process was there before the event, against the same hooks started cold.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { createEngine, type Engine, type HookInput } from 'amplifier-hooks';
import { cFloor } from './c-floor.js';
import { bareSpawn } from './floor.js';
import { median } from './measure.js';
import { Project, shell } from './project.js';
import { ms, type Row, times } from './row.js';

/** Between two events of an agent there is more time than this. */
const PAUSE_MS = 90;
const PYTHON = '/usr/bin/python3';

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

const PYTHON_HOOK = `import json, re, sys, pathlib
event = json.load(sys.stdin)
if re.search("rm -rf", event["tool_input"].get("command", "")):
    print(pathlib.Path("x"), file=sys.stderr)
    sys.exit(2)
`;

const NODE_HOOK = `const event = JSON.parse(require('fs').readFileSync(0, 'utf8'));
if (/rm -rf/.test(event.tool_input.command)) process.exit(2);
`;

interface Pair {
  readonly project: Project;
  readonly input: HookInput;
  readonly cold: Engine;
  readonly warm: Engine;
}

function pairOf(commands: readonly string[]): Pair {
  const project = new Project();
  project.write(
    '',
    commands.map((command) => ({ matcher: 'Bash', command })),
  );
  writeFileSync(join(project.root, 'x.py'), PYTHON_HOOK);
  writeFileSync(join(project.root, 'x.js'), NODE_HOOK);
  const options = { ...project.options, env: withoutSlowStarts(project.env) };
  return {
    project,
    input: project.input('Bash'),
    cold: createEngine({ ...options, warm: 'off' }),
    warm: createEngine({ ...options, warm: 'learned' }),
  };
}

/** Certificates that Node reads at each start are no matter of hooks. */
const withoutSlowStarts = ({
  NODE_EXTRA_CA_CERTS: _,
  NODE_OPTIONS: __,
  ...env
}: Readonly<Record<string, string>>) => env;

async function close({ project, cold, warm }: Pair): Promise<void> {
  await Promise.all([cold.close(), warm.close()]);
  project.remove();
}

/** Between two events with hooks a host is busy with others; meanwhile the next process is started. */
async function pause({ warm, project }: Pair): Promise<void> {
  const other = project.input('Other');
  for (const end = performance.now() + PAUSE_MS; performance.now() < end; await turn())
    await warm.dispatch(other);
}

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Milliseconds of one event. */
async function took(engine: Engine, pair: Pair, kind: string | undefined): Promise<number | null> {
  await pause(pair);
  const start = performance.now();
  const { runs, failures } = await engine.dispatch(pair.input);
  const spent = performance.now() - start;
  if (failures.length > 0) throw new Error('a hook of the benchmark failed');
  return runs.every((run) => run.start?.kind === kind) ? spent : null;
}

interface Measured {
  readonly warm: number;
  readonly other: number;
}

async function against(
  pair: Pair,
  kind: string,
  rounds: number,
  other: () => Promise<number>,
): Promise<Measured> {
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = -5; round < rounds; round += 1) {
    const warm = await took(pair.warm, pair, kind);
    const value = await other();
    if (round < 0 || warm === null) continue;
    own.push(warm);
    theirs.push(value);
  }
  if (own.length < rounds * 0.7) throw new Error(`only ${own.length} of ${rounds} events were warm`);
  return { warm: median(own), other: median(theirs) };
}

const coldOf = (pair: Pair) => async (): Promise<number> =>
  (await took(pair.cold, pair, undefined)) ?? Number.NaN;

function rowOf(what: string, { warm, other }: Measured, bar: number): Row {
  const ratio = warm / other;
  return {
    what,
    floor: ms(other),
    engine: ms(warm),
    ratio: times(ratio),
    bar: `≤ ${bar} ×`,
    kept: ratio <= bar,
  };
}

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
    await warmAgainstCold(
      'a ready Python, `x.py` with json, re, sys, pathlib',
      [`${PYTHON} x.py`],
      'python',
      0.35,
      40,
    ),
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

// `npm run bench`: what the engine costs, as ratios against a floor measured in the same run.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Engine } from 'amplifier-hooks';
import { amplihackRows } from './amplihack.js';
import { clientRows } from './client.js';
import { bareSpawn } from './floor.js';
import { httpHook } from './http.js';
import { manyFilesRows } from './many-files.js';
import { manyHooksRows } from './many-hooks.js';
import { inTheMiddle, interleaved, median } from './measure.js';
import { observedRows } from './observed.js';
import { Project, shell } from './project.js';
import { replayRows } from './replay.js';
import { ms, type Row, times } from './row.js';
import { startupRows } from './startup.js';
import { trustRows } from './trust.js';
import { warmRows } from './warm.js';

async function hooksOnOneEvent(count: number, command: string, rounds: number): Promise<Row> {
  const project = new Project();
  const commands = Array.from({ length: count }, (_, index) => `${command} # ${index}`);
  project.write(
    '',
    commands.map((each) => ({ matcher: 'Bash', command: each })),
  );
  const engine = project.engine();
  const input = project.input('Bash');
  const stdin = Buffer.from(`${JSON.stringify(input.fields)}\n`);
  const bare = { shell, cwd: project.root, env: project.env, stdin };
  const first = await engine.dispatch(input);
  if (first.runs.length !== count || first.failures.length > 0)
    throw new Error('the benchmark hooks did not run');
  const { floor, own } = await inTheMiddle(() =>
    interleaved(
      {
        floor: () => Promise.all(commands.map((each) => bareSpawn({ ...bare, command: each }))),
        engine: () => engine.dispatch(input),
      },
      rounds,
    ),
  );
  await engine.close();
  project.remove();
  return {
    what: `${count === 1 ? 'one matching hook' : `${count} hooks on one event`}, \`${command}\``,
    floor: ms(floor),
    engine: ms(own),
    ratio: times(own / floor),
    bar: '≤ 1.08 ×',
    kept: own / floor <= 1.08,
  };
}

/** The same hook with and without a journal; writing happens in batches, so each side runs for a while on its own. */
async function journalOfOneHook(command: string): Promise<Row> {
  const project = new Project();
  project.write('', [{ matcher: 'Bash', command }]);
  const input = project.input('Bash');
  const journal = project.journal();
  const [plain, recorded] = [project.engine(), project.engine(journal)];
  const some = (engine: Engine) => async () => {
    for (let index = 0; index < 25; index += 1) await engine.dispatch(input);
  };
  const measured = await interleaved({ floor: some(plain), engine: some(recorded) }, 30);
  await Promise.all([plain.close(), recorded.close()]);
  await journal.close();
  project.remove();
  const [floor, own] = [median(measured['floor'] ?? []) / 25, median(measured['engine'] ?? []) / 25];
  return {
    what: `one matching hook with the journal, \`${command}\`, against without`,
    floor: ms(floor),
    engine: ms(own),
    ratio: times(own / floor),
    bar: '≤ 1.05 ×',
    kept: own / floor <= 1.05,
  };
}

async function nothingMatches(count: number, recorded: boolean): Promise<Row> {
  const project = new Project();
  project.write(
    '',
    Array.from({ length: count }, (_, index) => ({ matcher: `Tool${index}`, command: `true # ${index}` })),
  );
  const journal = recorded ? project.journal() : null;
  const engine = project.engine(journal);
  const input = project.input('Bash');
  const dispatches = 200_000;
  const rounds: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const start = performance.now();
    for (let index = 0; index < dispatches; index += 1) await engine.dispatch(input);
    rounds.push(((performance.now() - start) * 1000) / dispatches);
  }
  await engine.close();
  await journal?.close();
  project.remove();
  const own = median(rounds);
  return {
    what: `an event that nothing matches, ${count.toLocaleString('en')} hooks configured${recorded ? ', with the journal' : ''}`,
    floor: '–',
    engine: `${own.toFixed(3)} µs`,
    ratio: '–',
    bar: '≤ 1 µs',
    kept: own <= 1,
  };
}

async function loading(): Promise<Row> {
  const project = new Project();
  for (let file = 0; file < 100; file += 1) {
    const groups = Array.from({ length: 10 }, (_, index) => ({
      matcher: index % 2 === 0 ? `Edit|Write|Tool${index}` : `^mcp__server${file}__.*`,
      command: `"\${CLAUDE_PLUGIN_ROOT}/hook-${index}.sh" --flag ${file}`,
    }));
    project.write(`plugin-${String(file).padStart(3, '0')}`, groups);
  }
  const rounds: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const start = performance.now();
    const engine = project.engine();
    engine.plan(project.input('Write'));
    rounds.push(performance.now() - start);
    if (engine.generation.hooks.length !== 1000) throw new Error('the benchmark hooks were not loaded');
    await engine.close();
  }
  project.remove();
  const first = rounds[0] ?? Number.NaN;
  return {
    what: 'loading and compiling 1,000 hooks from 100 files',
    floor: '–',
    engine: `${ms(median(rounds))} (first ${ms(first)})`,
    ratio: '–',
    bar: '≤ 100 ms',
    kept: first <= 100,
  };
}

async function memory(): Promise<Row> {
  const project = new Project();
  project.write('', [{ matcher: 'Bash', command: 'cat' }]);
  const engine = project.engine();
  const [hit, miss] = [project.input('Bash'), project.input('Read')];
  const used = (): number => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 1024 / 1024;
  };
  const play = async (events: number): Promise<void> => {
    for (let index = 0; index < events; index += 1) await engine.dispatch(index % 4 === 0 ? hit : miss);
  };
  await play(1000);
  const before = used();
  await play(10_000);
  const growth = used() - before;
  await engine.close();
  project.remove();
  return {
    what: 'memory over 10,000 events, a quarter with a hook',
    floor: `${before.toFixed(1)} MB`,
    engine: `${(before + growth).toFixed(1)} MB`,
    ratio: '–',
    bar: 'flat (± 2 MB)',
    kept: globalThis.gc === undefined ? null : growth < 2,
  };
}

/** Where a host is large another process starts its hooks, and only talking to that one holds it up. */
const STALL_BAR = 1.5;

function stall(megabytes: number): Row {
  const script = fileURLToPath(new URL('stall.js', import.meta.url));
  const text = execFileSync(process.execPath, [script, String(megabytes)], { encoding: 'utf8' });
  const found: { rss: number; engine: number; bare: number } = JSON.parse(text);
  return {
    what: `event loop stall a hook, host of ${found.rss} MB`,
    floor: ms(found.bare),
    engine: ms(found.engine),
    ratio: times(found.engine / found.bare),
    bar: megabytes === 0 ? 'printed' : `≤ ${STALL_BAR} ms`,
    kept: megabytes === 0 ? null : found.engine <= STALL_BAR,
  };
}

function table(rows: readonly Row[]): string {
  const mark = { true: 'yes', false: 'NO', null: '' };
  const lines = rows.map((row) => {
    const kept = mark[`${row.kept}`];
    return `| ${[row.what, row.floor, row.engine, row.ratio, row.bar, kept].join(' | ')} |`;
  });
  return ['| what | floor | engine | ratio | bar | kept |', '|---|--:|--:|--:|--:|---|', ...lines].join('\n');
}

const rows: Row[] = [];
const tell = (row: Row): void => {
  rows.push(row);
  process.stdout.write(`${row.what}: ${row.engine} against ${row.floor}: ${row.ratio} (${row.bar})\n`);
};

// Starts first: later on this process is large, and a large process takes long to start another one.
for (const measure of [startupRows, clientRows, amplihackRows]) for (const row of await measure()) tell(row);

for (const measure of [
  () => hooksOnOneEvent(1, 'true', 300),
  () => hooksOnOneEvent(1, 'cat', 300),
  () => hooksOnOneEvent(16, 'true', 60),
  () => httpHook(300),
  () => journalOfOneHook('true'),
  () => nothingMatches(100, false),
  () => nothingMatches(10_000, false),
  () => nothingMatches(10_000, true),
  loading,
  memory,
  async () => stall(0),
  async () => stall(500),
]) {
  tell(await measure());
}

for (const row of [
  ...manyHooksRows(),
  ...(await trustRows()),
  ...(await observedRows()),
  ...(await warmRows()),
  ...manyFilesRows(),
  ...(await replayRows()),
])
  tell(row);

const page = `# Benchmarks

Made by \`npm run bench\`. Every ratio compares the engine with a floor measured in the same run, the two taking turns;
figures are medians; hooks and trust are measured three times, and the ratio in the middle counts. The floor of a hook is a bare \`spawn\` of the same command under the same shell with piped stdio, its
output collected. Absolute times depend on the machine; the ratios are what the engine is judged by. The stall is the longest gap
between two turns of the event loop while one hook runs; it grows with the memory of the host, because starting a process copies its page tables.
The floor of an http hook is a bare \`fetch\` over a kept connection to the same server.
The floor of a start is an empty script under the same Node, without NODE_OPTIONS and NODE_EXTRA_CA_CERTS.
The floor of the client is the same event answered by \`dispatch\` in a process of its own.
The floor of an approved hook is the same hook where nobody has to approve it. Files of approved hooks are compared at every load and before
every start; what is in them is read only where the system says that they changed. The first load knows of none: it reads every script and parses every command.
With an approved hook its id is remembered, which the floor finds out at every load; without that the ratio would be 0.2 higher.
Hooks that are ready have their process before the event (docs/warm.md); all other rows start every hook when it is needed. Between two
events there is a pause, in which the next process is started. The C program starts the same shell with \`vfork\` and three pipes.
The floor of installing is \`cp -r\` of the same files, that of uninstalling \`sha256sum\` of each and \`rm -rf\`: edits are found by their content.

${table(rows)}

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores.
`;
writeFileSync(new URL('../../docs/benchmarks.md', import.meta.url), page);
process.stdout.write(`\n${page}`);

// What the session hooks cost: starting the executable against an empty script, and answering in process.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { interleaved, median } from './measure.js';
import { Project } from './project.js';
import { ms, type Row, times } from './row.js';

const ROUNDS = 40;
const BAR = 1.3;
const BAR_IN_PROCESS = 0.2;
const CALLS = 2000;

const executable = fileURLToPath(new URL('../../dist/bin/amplihack-hooks.cjs', import.meta.url));

const event = JSON.stringify({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test -- --run src && echo done' },
});

/** The rows about the session hooks; the floor is an empty CommonJS script, run in turns with the executable. */
export async function amplihackRows(): Promise<readonly Row[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-amplihack-')));
  try {
    const [empty, project, home] = [join(root, 'empty.cjs'), join(root, 'project'), join(root, 'home')];
    writeFileSync(empty, '');
    for (const folder of [project, home]) mkdirSync(folder);
    const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...inherited } = process.env;
    const env = { ...inherited, HOME: home };
    const run = (...args: readonly string[]) => started(args, project, env);
    const measured = await interleaved(
      {
        floor: () => run(empty),
        pre: () => run(executable, 'pre-tool-use'),
        stop: () => run(executable, 'stop'),
      },
      ROUNDS,
    );
    const floor = median(measured['floor'] ?? []);
    return [
      startRow('pre-tool-use', floor, median(measured['pre'] ?? [])),
      startRow('stop', floor, median(measured['stop'] ?? [])),
      await inProcess(),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const startRow = (name: string, floor: number, own: number): Row => ({
  what: `start of \`amplihack-hooks ${name}\``,
  floor: ms(floor),
  engine: ms(own),
  ratio: times(own / floor),
  bar: `≤ ${BAR} ×`,
  kept: own / floor <= BAR,
});

/** The whole way through the engine, which sees by the real path that no process is needed. */
async function inProcess(): Promise<Row> {
  const project = new Project();
  project.write('', [{ matcher: 'Bash', command: `'${executable}' pre-tool-use` }]);
  const engine = project.engine();
  const input = project.input('Bash');
  const durations: number[] = [];
  for (let index = -CALLS / 10; index < CALLS; index += 1) {
    const start = performance.now();
    const { failures, runs } = await engine.dispatch(input);
    if (index >= 0) durations.push(performance.now() - start);
    if (runs.length !== 1 || failures.length > 0) throw new Error('the benchmark hook did not run');
  }
  await engine.close();
  project.remove();
  const own = median(durations);
  return {
    what: 'one event with `amplihack-hooks pre-tool-use` in process',
    floor: '–',
    engine: `${own.toFixed(3)} ms`,
    ratio: '–',
    bar: `≤ ${BAR_IN_PROCESS} ms`,
    kept: own <= BAR_IN_PROCESS,
  };
}

/** Runs Node as a host would start it: with nothing in the environment that slows every Node down. */
function started(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: exit code ${code}`)),
    );
    // An empty script may be gone before it is written to.
    child.stdin.on('error', () => undefined);
    child.stdin.end(event);
  });
}

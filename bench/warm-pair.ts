// One engine that keeps processes ready and one that does not, with the same hooks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createEngine, type Engine, type HookInput } from 'amplifier-hooks';
import { median } from './measure.js';
import { Project } from './project.js';
import { ms, type Row, times } from './row.js';

/** Between two events of an agent there is more time than this. */
const PAUSE_MS = 90;
export const PYTHON = '/usr/bin/python3';

const PYTHON_HOOK = `import json, re, sys, pathlib
event = json.load(sys.stdin)
if re.search("rm -rf", event["tool_input"].get("command", "")):
    print(pathlib.Path("x"), file=sys.stderr)
    sys.exit(2)
`;

const NODE_HOOK = `const event = JSON.parse(require('fs').readFileSync(0, 'utf8'));
if (/rm -rf/.test(event.tool_input.command)) process.exit(2);
`;

const BASH_HOOK = `#!/usr/bin/env bash
event=$(</dev/stdin)
if [[ $event == *"rm -rf"* ]]; then exit 2; fi
`;

export interface Pair {
  readonly project: Project;
  readonly input: HookInput;
  readonly cold: Engine;
  readonly warm: Engine;
}

export function pairOf(commands: readonly string[]): Pair {
  const project = new Project();
  project.write(
    '',
    commands.map((command) => ({ matcher: 'Bash', command })),
  );
  writeFileSync(join(project.root, 'x.py'), PYTHON_HOOK);
  writeFileSync(join(project.root, 'x.js'), NODE_HOOK);
  writeFileSync(join(project.root, 'x.sh'), BASH_HOOK, { mode: 0o755 });
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

export async function close({ project, cold, warm }: Pair): Promise<void> {
  await Promise.all([cold.close(), warm.close()]);
  project.remove();
}

/** Between two events with hooks a host is busy with others; meanwhile the next process is started. */
export async function pause({ warm, project }: Pair): Promise<void> {
  const other = project.input('Other');
  for (const end = performance.now() + PAUSE_MS; performance.now() < end; await turn())
    await warm.dispatch(other);
}

/** One turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Milliseconds of one event. */
export async function took(engine: Engine, pair: Pair, kind: string | undefined): Promise<number | null> {
  await pause(pair);
  const start = performance.now();
  const { runs, failures } = await engine.dispatch(pair.input);
  const spent = performance.now() - start;
  if (failures.length > 0) throw new Error('a hook of the benchmark failed');
  return runs.every((run) => run.start?.kind === kind) ? spent : null;
}

export interface Measured {
  readonly warm: number;
  readonly other: number;
}

export async function against(
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

export const coldOf = (pair: Pair) => async (): Promise<number> =>
  (await took(pair.cold, pair, undefined)) ?? Number.NaN;

export function rowOf(what: string, { warm, other }: Measured, bar: number): Row {
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

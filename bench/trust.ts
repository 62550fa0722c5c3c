// What trust costs: an event with one approved hook, a load of many and the start of a process, each against the same without.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EngineOptions, settle } from '../src/engine/index.js';
import { approve, survey } from '../src/trust/index.js';
import { type Contestant, cpuTime, inTheMiddle, interleaved, type Pair } from './measure.js';
import { Project } from './project.js';
import { ms, type Row, times } from './row.js';
import { command, started } from './startup.js';

const HOOKS = 1000;
/** Fewer than hooks: several of one plugin often call the same one. */
const SCRIPTS = 384;
const WARM_UP = 150;
const TOGETHER = 6;
const ROUNDS = 20;
/** Files and answers that changed a moment ago are read again each time. */
const SETTLED_MS = 3000;

/** The rows about trust; the floor is the same where nobody has to approve anything. */
export async function trustRows(): Promise<readonly Row[]> {
  const [one, many, each] = [projectOf(1, 1), projectOf(HOOKS, SCRIPTS), projectOf(HOOKS, HOOKS)];
  const all = [one, many, each];
  try {
    for (const project of all) approveAll(project);
    await setTimeout(SETTLED_MS);
    return [
      await anEvent(one),
      ...(await aLoad(many, `with ${SCRIPTS} scripts`, null)),
      ...(await aLoad(each, 'with a script each', 1.3)),
      await aStart(one),
    ];
  } finally {
    for (const project of all) project.remove();
  }
}

/** A project whose hooks run so many scripts, which leave a proof that they ran where they are told to. */
function projectOf(count: number, scriptCount: number): Project {
  const project = new Project();
  mkdirSync(join(project.root, 'scripts'));
  const scripts = Array.from({ length: scriptCount }, (_, index) => `scripts/check-${index}.sh`);
  for (const script of scripts)
    writeFileSync(join(project.root, script), `# ${script}\n[ -z "$PROOF" ] || : > "$PROOF"\n`);
  project.write(
    '',
    Array.from({ length: count }, (_, index) => ({
      matcher: 'Bash',
      command: `sh "$CLAUDE_PROJECT_DIR/${scripts[index % scriptCount]}" ${index}`,
    })),
  );
  return project;
}

function approveAll(project: Project, elsewhere: Partial<EngineOptions> = {}): void {
  const { request, stateDir } = settle({ ...project.options, ...elsewhere });
  const found = survey(request, stateDir);
  approve(found, found.entries, new Date());
}

async function anEvent(project: Project): Promise<Row> {
  const [off, on] = [project.engine(), project.judged()];
  const input = project.input('Bash');
  const { runs, failures } = await on.dispatch(input);
  if (runs.length !== 1 || failures.length > 0) throw new Error('the approved hook did not run');
  const measured = await inTheMiddle(() =>
    interleaved({ floor: () => off.dispatch(input), engine: () => on.dispatch(input) }, 300),
  );
  await Promise.all([off.close(), on.close()]);
  return against('an event with one approved hook, against trust off', measured, 1.03);
}

/** Once by the same engine, and once by new ones of a process that had one before, as every session of a host has its own. */
async function aLoad(project: Project, which: string, bar: number | null): Promise<readonly Row[]> {
  const first = timeOfFirst(project);
  const [off, on] = [project.engine(), project.judged()];
  if (on.generation.hooks.some(({ trust }) => trust !== 'trusted')) throw new Error('not all is approved');
  // Until then it is compiled beside, which counts as processor time of whoever is measured.
  for (let turn = 0; turn < WARM_UP; turn += 1) for (const one of [off, on]) one.reload();
  const again = await inTheMiddle(() =>
    together({ floor: async () => off.reload(), engine: async () => on.reload() }),
  );
  const anew = await inTheMiddle(() =>
    together({ floor: () => project.engine().close(), engine: () => project.judged().close() }),
  );
  await Promise.all([off.close(), on.close()]);
  const what = `${HOOKS.toLocaleString('en')} approved hooks ${which}, against trust off (processor time)`;
  return [
    against(`loading again ${what}`, again, bar),
    against(`a new engine, of a process that had one, with ${what}`, anew, bar, `, first ${ms(first)}`),
  ];
}

/** Some at a time: of loads measured one by one, those of one side alone may be those in which memory is cleaned up. */
async function together(sides: Readonly<Record<'floor' | 'engine', Contestant>>) {
  const several = (load: Contestant) => async (): Promise<void> => {
    for (let time = 0; time < TOGETHER; time += 1) await load();
  };
  const { floor = [], engine = [] } = await interleaved(
    { floor: several(sides.floor), engine: several(sides.engine) },
    ROUNDS,
    cpuTime,
  );
  const each = (times: readonly number[]): readonly number[] => times.map((time) => time / TOGETHER);
  return { floor: each(floor), engine: each(engine) };
}

/** Nothing is known of any file: all are read, and all commands parsed. */
function timeOfFirst(project: Project): number {
  const folder = join(project.stateDir, 'trust');
  for (const name of readdirSync(folder)) if (name.endsWith('.seen')) rmSync(join(folder, name));
  const start = cpuTime();
  void project.judged().close();
  return cpuTime() - start;
}

/** The same hook in a new process: of a project, where it is approved, and of the user, who needs no approval. */
async function aStart(project: Project): Promise<Row> {
  const own = new Project();
  try {
    const [theirs, users] = [`${project.stateDir}/home`, `${own.stateDir}/home`];
    approveAll(project, { home: theirs, stateDir: join(theirs, '.local', 'state', 'amplifier-hooks') });
    const hooksDir = join('.amplifier', 'hooks');
    cpSync(join(project.root, hooksDir), join(users, hooksDir), { recursive: true });
    cpSync(join(project.root, 'scripts'), join(own.root, 'scripts'), { recursive: true });
    await setTimeout(SETTLED_MS);
    const event = JSON.stringify(project.input('Bash').fields);
    const { XDG_STATE_HOME: _elsewhere, ...env } = project.env;
    const dispatch = (cwd: string, HOME: string, more = {}) =>
      started([command, 'dispatch'], event, cwd, { ...env, HOME, ...more });
    for (const [cwd, home] of [[own.root, users] as const, [project.root, theirs] as const]) {
      const PROOF = join(home, 'proof');
      await dispatch(cwd, home, { PROOF });
      if (!existsSync(PROOF)) throw new Error(`the hook of ${cwd} did not run`);
    }
    const measured = await inTheMiddle(() =>
      interleaved(
        { floor: () => dispatch(own.root, users), engine: () => dispatch(project.root, theirs) },
        40,
      ),
    );
    return against(
      '`amplifier-hooks dispatch` with one approved hook, against one of the user',
      measured,
      1.05,
    );
  } finally {
    own.remove();
  }
}

function against(what: string, { floor, own }: Pair, bar: number | null, more = ''): Row {
  return {
    what,
    floor: ms(floor),
    engine: `${ms(own)}${more}`,
    ratio: times(own / floor),
    bar: bar === null ? 'printed' : `≤ ${bar} ×`,
    kept: bar === null ? null : own / floor <= bar,
  };
}

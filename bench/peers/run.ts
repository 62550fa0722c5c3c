// `npm run bench:peers`: the same hooks by this engine, by other hook systems and by a bare spawn, in one run. Amplifier's own
// module is on no registry: `npm run bench:peers -- <a clone of amplifier-module-hook-shell>`.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { createEngine } from 'amplifier-hooks';
import { bareSpawn } from '../floor.js';
import { type Contestant, interleaved, median } from '../measure.js';
import { Project, shell } from '../project.js';
import { ms, times } from '../row.js';
import { execaPeer } from './execa.js';
import { gemini } from './gemini.js';
import { hookShell, type Timed } from './hook-shell.js';
import { installPeers } from './install.js';
import type { Scene } from './peer.js';

const BARE = 'a bare spawn';
const OWN = 'this engine';
const READY = 'this engine, processes ready';
/** As between two events of a session; the next processes are started in it. */
const PAUSE = 'a pause';
const checkout = process.argv[2] ?? null;

/** Medians in milliseconds by name. */
async function play(count: number, rounds: number): Promise<ReadonlyMap<string, number>> {
  const project = new Project();
  const commands = Array.from({ length: count }, (_, index) => `true # ${index}`);
  project.write(
    '',
    commands.map((command) => ({ matcher: 'Bash', command })),
  );
  const engine = project.engine();
  const ready = createEngine({ ...project.options, warm: 'learned' });
  const input = project.input('Bash');
  const stdin = Buffer.from(`${JSON.stringify(input.fields)}\n`);
  const scene: Scene = { projectDir: project.root, commands, env: project.env, stdin };
  const peers = await Promise.all([gemini(scene), execaPeer(scene)]);
  const other = checkout === null ? null : hookShell(checkout, scene);
  const own: number[] = [];
  const contestants: Record<string, Contestant> = {
    [BARE]: () =>
      Promise.all(
        commands.map((command) => bareSpawn({ shell, command, cwd: project.root, env: project.env, stdin })),
      ),
    [OWN]: () => engine.dispatch(input),
    [READY]: () => ready.dispatch(input),
    [PAUSE]: () => setTimeout(40),
    ...Object.fromEntries(peers.map((peer) => [peer.name, () => peer.fire()])),
    ...(other === null ? {} : { [SHELL]: () => timed(other, own) }),
  };
  const measured = await interleaved(contestants, rounds);
  await Promise.all([engine.close(), ready.close()]);
  for (const peer of [...peers, other]) peer?.close();
  project.remove();
  const found = Object.entries(measured).map(([name, all]): [string, number] => [name, median(all)]);
  return new Map([...found, ...(other === null ? [] : [[SHELL, median(own.slice(-rounds))] as const])]);
}

const SHELL = 'amplifier-module-hook-shell';

async function timed(other: Timed, into: number[]): Promise<void> {
  into.push(await other.fire());
}

installPeers();
const scenes = [
  { title: 'one hook', measured: await play(1, 150) },
  { title: '4 hooks', measured: await play(4, 80) },
  { title: '16 hooks', measured: await play(16, 40) },
];
const names = [...(scenes[0]?.measured.keys() ?? [])].filter((name) => name !== PAUSE);
const cell = (measured: ReadonlyMap<string, number>, name: string): string => {
  const [own, bare] = [measured.get(name) ?? Number.NaN, measured.get(BARE) ?? Number.NaN];
  return name === BARE ? ms(own) : `${ms(own)}, ${times(own / bare)}`;
};
const table = [
  `| | ${scenes.map(({ title }) => title).join(' | ')} |`,
  `|---|${scenes.map(() => '--:').join('|')}|`,
  ...names.map((name) => `| ${name} | ${scenes.map(({ measured }) => cell(measured, name)).join(' | ')} |`),
].join('\n');
const page = `# Benchmarks against peers

Made by \`npm run bench:peers -- <clone of amplifier-module-hook-shell>\`: hooks that run \`true\`, all matching one event, started under \`${shell}\` by
everybody but amplifier-module-hook-shell, which uses \`/bin/sh\`, starts its hooks one after the other, and measures itself inside of its own
Python process. All take turns in one run; figures are medians, and ratios are against a bare \`spawn\` of the same commands.
${checkout === null ? '\namplifier-module-hook-shell was not measured: no clone of it was named.\n' : ''}
${table}

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores.
`;
writeFileSync(new URL('../../../docs/benchmarks-peers.md', import.meta.url), page);
process.stdout.write(`\n${page}`);
// gemini-cli keeps timers of its own.
process.exit(0);

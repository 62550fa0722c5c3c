// What a file of a plugin costs when the plugin is installed and uninstalled. How long that takes is the disk's matter and stands
// in the benchmarks; how often the disk is asked is ours.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended } from '../src/testing/index.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
});
afterEach(() => project.remove());

/** Counts the calls of each function of `fs`, those that a thread does as one, and writes the sums down at the end. */
const COUNT = `const fs = require('node:fs');
const counts = { threads: 0 };
const count = (of, nameOf) => {
  for (const [name, original] of Object.entries(of)) {
    if (typeof original !== 'function' || /^[A-Z_]/.test(name)) continue;
    of[name] = function (...args) {
      counts[nameOf(name)] = (counts[nameOf(name)] ?? 0) + 1;
      return original.apply(this, args);
    };
  }
};
const write = fs.writeFileSync;
count(fs, (name) => name);
count(fs.promises, () => 'threads');
process.on('exit', () => write(process.env.COUNTS, JSON.stringify(counts)));`;

type Counts = Readonly<Record<string, number>>;

async function counted(argv: readonly string[]): Promise<Counts> {
  const [script, counts] = [project.write('count.cjs', COUNT), project.path('counts.json')];
  const child = project.start(argv, { COUNTS: counts }, { node: ['--require', script] });
  expect(await ended(child)).toMatchObject({ code: 0 });
  return JSON.parse(readFileSync(counts, 'utf8'));
}

function plugin(name: string, files: number): string {
  project.write(`plugins/${name}/hooks/hooks.json`, { hooks: {} });
  for (let index = 0; index < files; index += 1)
    project.write(`plugins/${name}/lib/${index % 10}/${index}.txt`, `${index}`);
  return project.path('plugins', name);
}

const FEW = 20;
const MANY = 220;

/** How often something was done for each of the further files. */
const perFile = ([few, many]: readonly [Counts, Counts], what: string): number =>
  ((many[what] ?? 0) - (few[what] ?? 0)) / (MANY - FEW);

it('each file is written once, and none is flushed or waited for by itself', async () => {
  const [few, many] = [plugin('few', FEW), plugin('many', MANY)];
  const installing = [
    await counted(['install', few, '--scope', 'user', '--yes']),
    await counted(['install', many, '--scope', 'user', '--yes']),
  ] as const;
  const removing = [
    await counted(['uninstall', 'few', '--scope', 'user']),
    await counted(['uninstall', 'many', '--scope', 'user']),
  ] as const;
  // Its source, its copy, and its copy again for the digest and for whoever looks at what would run.
  expect(perFile(installing, 'openSync')).toBeLessThan(4.1);
  expect(perFile(installing, 'copyFileSync')).toBeCloseTo(0, 1);
  expect(perFile(removing, 'openSync')).toBeLessThan(1.1);
  expect(perFile(removing, 'existsSync')).toBeCloseTo(0, 1);
  for (const runs of [installing, removing])
    for (const what of ['threads', 'fsyncSync', 'fdatasyncSync'])
      expect(perFile(runs, what)).toBeCloseTo(0, 1);
});

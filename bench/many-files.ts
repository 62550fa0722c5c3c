// What installing and uninstalling a plugin of many files costs, against copying them, and comparing and removing them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { median } from './measure.js';
import { ms, type Row, times } from './row.js';
import { command } from './startup.js';

const FILES = 9_000;
const FOLDERS = 90;
const ROUNDS = 7;
/** Each file is also checked, and what is installed written down; a Node has to start. */
const BAR = 10;

/** The files lie in the temporary directory; everything is in the cache of the system, on both sides. */
export function manyFilesRows(): readonly Row[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-many-files-')));
  try {
    const [plugin, copy, home] = [join(root, 'big'), join(root, 'copy'), join(root, 'home')];
    writePlugin(plugin);
    mkdirSync(home);
    const own = (...args: readonly string[]) =>
      timed(process.execPath, [command, ...args], { ...process.env, HOME: home });
    const rounds = Array.from({ length: ROUNDS }, () => ({
      copying: timed('cp', ['-r', plugin, copy]),
      installing: own('install', plugin, '--scope', 'user', '--yes'),
      comparing: timed('find', [copy, '-type', 'f', '-exec', 'sha256sum', '{}', '+']),
      removing: timed('rm', ['-rf', copy]),
      uninstalling: own('uninstall', 'big', '--scope', 'user'),
    }));
    const middle = (what: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[what]));
    return [
      row(`install of ${FILES.toLocaleString('en')} files`, middle('copying'), middle('installing')),
      row(
        `uninstall of ${FILES.toLocaleString('en')} files`,
        middle('comparing') + middle('removing'),
        middle('uninstalling'),
      ),
      {
        ...row('the same, against `rm -rf` alone', middle('removing'), middle('uninstalling')),
        bar: 'printed',
        kept: null,
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writePlugin(folder: string): void {
  mkdirSync(join(folder, 'hooks'), { recursive: true });
  const stop = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
  writeFileSync(join(folder, 'hooks', 'hooks.json'), JSON.stringify(stop));
  for (let index = 0; index < FOLDERS; index += 1)
    mkdirSync(join(folder, 'lib', String(index)), { recursive: true });
  for (let index = 0; index < FILES; index += 1)
    writeFileSync(
      join(folder, 'lib', String(index % FOLDERS), `${index}.js`),
      `module.exports = ${index};\n`,
    );
}

function timed(program: string, args: readonly string[], env = process.env): number {
  const start = performance.now();
  execFileSync(program, args, { env, stdio: 'ignore' });
  return performance.now() - start;
}

const row = (what: string, floor: number, own: number): Row => ({
  what,
  floor: ms(floor),
  engine: ms(own),
  ratio: times(own / floor),
  bar: `≤ ${BAR} ×`,
  kept: own / floor <= BAR,
});

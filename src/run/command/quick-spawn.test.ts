// A process that is started the quick way is the same as one that Node's own module starts.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compiled, Folder } from '../../testing/index.js';
import { quickSpawn } from './quick-spawn.js';
import { type Spawn, type SpawnHow, timedSpawn } from './spawning.js';

let place: Folder;
beforeEach(() => {
  place = new Folder();
});
afterEach(() => place.remove());

/** Whether this Node is of the line in which it is known. */
const isKnown = process.version.startsWith('v20.');

const quick: Spawn = (...what) => {
  const child = quickSpawn(...what);
  expect(child === null).toBe(!isKnown);
  return child ?? timedSpawn(...what);
};

/** How it ended, and what it printed. */
async function played(spawn: Spawn, command: string, more: Partial<SpawnHow> = {}) {
  writeFileSync(join(place.root, 'in'), 'the input\n');
  const stdio = [openSync(join(place.root, 'in'), 'r'), openSync(join(place.root, 'out'), 'w')];
  stdio.push(openSync(join(place.root, 'err'), 'w'));
  const how = {
    cwd: place.root,
    env: { PATH: process.env['PATH'] ?? '' },
    detached: true,
    windowsHide: true,
  };
  try {
    const child = spawn('/bin/sh', ['-c', command, 'own $0', 'a b', ''], { ...how, stdio, ...more });
    const [code, signal] = await new Promise<readonly [number | null, string | null]>((resolve) => {
      child.once('exit', (...how) => resolve(how));
    });
    const [out, err] = ['out', 'err'].map((name) => readFileSync(join(place.root, name), 'utf8'));
    return { code, signal, out, err, numbered: typeof child.pid };
  } finally {
    for (const fd of stdio) closeSync(fd);
  }
}

describe('the same as by node:child_process', () => {
  it.each([
    ['an exit code', 'exit 7'],
    ['the largest one', 'exit 255'],
    ['a signal', 'kill -TERM $$'],
    ['one that cannot be caught', 'kill -KILL $$'],
    ['arguments, as they are', 'printf "%s|" "$0" "$@"'],
    ['three streams, and no others', 'cat; echo oh >&2; ls /proc/self/fd | tr "\\n" " "'],
    ['the environment and nothing else', 'env | sort'],
    ['the folder', 'pwd'],
    [
      'a group and session of its own',
      'test "$(ps -o pgid= -o sid= -p $$ | tr -s " ")" = " $$ $$" && echo own',
    ],
    ['signals that are neither caught nor blocked', 'exec grep -E "^Sig(Blk|Ign|Cgt)" /proc/self/status'],
    ['limits and umask', 'ulimit -a; umask'],
  ])('%s', async (_what, command) => {
    expect(await played(quick, command)).toEqual(await played(timedSpawn, command));
  });

  it('a folder and variables that were handed in, not in ASCII', async () => {
    const more = {
      cwd: place.makeFolder('größe 漢'),
      env: { NAME: 'wört 🎉', EMPTY: '', PATH: '/usr/bin:/bin' },
    };
    const [one, other] = [
      await played(quick, 'pwd; env | sort', more),
      await played(timedSpawn, 'pwd; env | sort', more),
    ];
    expect(one).toEqual(other);
    expect(one.out).toContain('NAME=wört 🎉');
  });
});

describe('is left to node:child_process', () => {
  const stdio = [0, 1, 2];
  const how = { cwd: '/', env: { A: 'b' }, detached: true, windowsHide: true, stdio };

  it.each<readonly [string, string, readonly string[], Partial<SpawnHow>]>([
    ['a program that is not there', '/nowhere/at-all', [], {}],
    ['one that may not be run', '/etc/passwd', [], {}],
    ['a folder that is not there', '/bin/true', [], { cwd: '/nowhere/at-all' }],
    ['a pipe of Node’s', '/bin/true', [], { stdio: ['pipe', 1, 2] }],
    ['a NUL in the program', '/bin/true\0x', [], {}],
    ['a NUL in an argument', '/bin/true', ['a\0b'], {}],
    ['a NUL in a variable', '/bin/true', [], { env: { A: 'b\0c' } }],
    ['a NUL in a name', '/bin/true', [], { env: { 'A\0': 'b' } }],
    ['no program', '', [], {}],
  ])('%s', (_what, file, args, more) => {
    expect(quickSpawn(file, args, { ...how, ...more })).toBeNull();
  });
});

describe('a Node that is asked to be strict is not asked at all', () => {
  const folder = compiled('run/command/quick-spawn.ts');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const source = `import { quickSpawn } from './run/command/quick-spawn.js';
    const how = { cwd: '/', env: {}, detached: true, windowsHide: true, stdio: [0, 1, 2] };
    const child = quickSpawn('/bin/true', [], how);
    console.log(child === null ? 'left' : 'started');`;

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>]>([
    [isKnown ? 'started' : 'left', [], {}],
    [isKnown ? 'started' : 'left', ['--no-warnings'], {}],
    ['left', ['--pending-deprecation'], {}],
    ['left', [], { NODE_PENDING_DEPRECATION: '1' }],
    ['left', [], { NODE_OPTIONS: '--pending-deprecation' }],
    ['left', [], { NODE_V8_COVERAGE: '/tmp' }],
  ])('%s with %j and %j', (expected, options, more) => {
    writeFileSync(join(folder, 'try.mjs'), source);
    const env = { PATH: process.env['PATH'] ?? '', ...more };
    const { stdout, stderr } = spawnSync(process.execPath, [...options, join(folder, 'try.mjs')], {
      env,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual([`${expected}\n`, '']);
  });
});

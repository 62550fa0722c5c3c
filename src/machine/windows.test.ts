// What is decided for Windows, with the system handed in: nothing of this has been run there.
import { describe, expect, it } from 'vitest';
import {
  commandOf,
  filesNamed,
  findOwnProgram,
  findProgram,
  findShells,
  foldersOf,
  type System,
  settledNames,
} from './index.js';
import { asTree, treeEnder } from './processes/index.js';

/** A Windows machine with these programs. */
const windows = (programs: readonly string[], env: System['env'] = {}): System => ({
  platform: 'win32',
  env,
  isProgram: (file) => programs.some((one) => one.toLowerCase() === file.toLowerCase()),
});

const GIT = 'C:\\Program Files\\Git';
const WSL = 'C:\\Windows\\System32';
const OWN_POWERSHELL = 'C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe';

describe('programs', () => {
  it('are looked for in the absolute folders of PATH, between semicolons and in quotes', () => {
    const path = `.;tools;"C:\\Program Files\\nodejs";C:\\bin`;
    expect(foldersOf(path, windows([]))).toEqual(['C:\\Program Files\\nodejs', 'C:\\bin']);
    expect(foldersOf('/usr/bin:.:bin::C:\\bin', { platform: 'darwin' })).toEqual(['/usr/bin']);
  });

  it('have one of the endings, or the one that is written', () => {
    expect(filesNamed('jq', 'C:\\a', windows([]))).toEqual([
      'C:\\a\\jq.com',
      'C:\\a\\jq.exe',
      'C:\\a\\jq.bat',
      'C:\\a\\jq.cmd',
    ]);
    expect(filesNamed('jq.exe', 'C:\\a', windows([]))).toEqual(['C:\\a\\jq.exe']);
    expect(filesNamed('jq', '/a', { platform: 'linux' })).toEqual(['/a/jq']);
    expect(findProgram('jq', 'C:\\a;C:\\b', windows(['C:\\b\\JQ.EXE']))).toBe('C:\\b\\jq.exe');
  });

  it('of the system itself are those of Unix', () => {
    expect(
      findOwnProgram('mkfifo', windows(['C:\\usr\\bin\\mkfifo.exe'], { PATH: 'C:\\usr\\bin' })),
    ).toBeNull();
    const mac = { platform: 'darwin', env: { PATH: '/evil' }, isProgram: () => true } as const;
    expect(findOwnProgram('mkfifo', mac)).toBe('/usr/bin/mkfifo');
  });

  it('npm is started by its script, since its .cmd needs a shell', () => {
    const path = 'C:\\bin;C:\\nodejs';
    const node = 'C:\\nodejs\\node.exe';
    const machine = windows(['C:\\nodejs\\npm.cmd', 'C:\\bin\\git.exe']);
    const script = 'C:\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
    expect(commandOf('npm', path, node, machine)).toEqual([node, script]);
    expect(commandOf('git', path, node, machine)).toEqual(['git']);
    expect(commandOf('npm', '/bin', '/bin/node', { ...machine, platform: 'linux' })).toEqual(['npm']);
  });
});

describe('the shell', () => {
  it.each<[string, readonly string[], string, System['env'], string | null]>([
    ['the usual place', [`${GIT}\\bin\\bash.exe`], '', {}, `${GIT}\\bin\\bash.exe`],
    [
      'the folder for programs of this user',
      ['C:\\Users\\u\\L\\Programs\\Git\\bin\\bash.exe'],
      '',
      { LOCALAPPDATA: 'C:\\Users\\u\\L' },
      'C:\\Users\\u\\L\\Programs\\Git\\bin\\bash.exe',
    ],
    [
      'beside git',
      ['D:\\Git\\cmd\\git.exe', 'D:\\Git\\bin\\bash.exe'],
      'D:\\Git\\cmd',
      {},
      'D:\\Git\\bin\\bash.exe',
    ],
    [
      'beside the git of its own shell',
      ['D:\\Git\\mingw64\\bin\\git.exe', 'D:\\Git\\bin\\bash.exe'],
      'D:\\Git\\mingw64\\bin',
      {},
      'D:\\Git\\bin\\bash.exe',
    ],
    [
      'where the variable says',
      ['E:\\b.exe', `${GIT}\\bin\\bash.exe`],
      '',
      { CLAUDE_CODE_GIT_BASH_PATH: 'E:\\b.exe' },
      'E:\\b.exe',
    ],
    [
      'not where the variable says, if nothing is there',
      [`${GIT}\\bin\\bash.exe`],
      '',
      { CLAUDE_CODE_GIT_BASH_PATH: 'E:\\b.exe' },
      `${GIT}\\bin\\bash.exe`,
    ],
    [
      'on PATH',
      ['C:\\msys64\\usr\\bin\\bash.exe'],
      'C:\\msys64\\usr\\bin',
      {},
      'C:\\msys64\\usr\\bin\\bash.exe',
    ],
    ['not the one that starts Linux', [`${WSL}\\bash.exe`], `${WSL};C:\\x`, {}, null],
    [
      'nor that of the store',
      ['C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps\\bash.exe'],
      'C:\\Users\\u\\AppData\\Local\\Microsoft\\WindowsApps\\',
      {},
      null,
    ],
  ])('Git Bash: %s', (_, programs, path, env, bash) => {
    expect(findShells(path, windows(programs, env))).toMatchObject({ bash, sh: null, last: 'powershell' });
  });

  it('PowerShell: the new one, the old one on PATH, the old one where it always is', () => {
    const all = ['C:\\p\\pwsh.exe', 'C:\\p\\powershell.exe', OWN_POWERSHELL];
    const found = (from: number, path = 'C:\\p') => findShells(path, windows(all.slice(from))).powershell;
    expect([found(0), found(1), found(2), found(2, ''), found(3)]).toEqual([
      'C:\\p\\pwsh.exe',
      'C:\\p\\powershell.exe',
      OWN_POWERSHELL,
      OWN_POWERSHELL,
      null,
    ]);
  });

  it('elsewhere is never PowerShell for a command that asks for none', () => {
    const mac: System = { platform: 'darwin', env: {}, isProgram: (file) => file === '/opt/bin/pwsh' };
    expect(findShells('/opt/bin', mac)).toEqual({
      bash: null,
      sh: null,
      powershell: '/opt/bin/pwsh',
      last: null,
    });
    const termux: System = { platform: 'android', env: {}, isProgram: (file) => file === '/data/bin/sh' };
    expect(findShells('/data/bin', termux)).toMatchObject({ bash: null, sh: '/data/bin/sh' });
  });
});

it('a tree is ended by the system’s own taskkill, and needs no console of its own', () => {
  const ended = treeEnder(77, windows([], { SYSTEMROOT: 'D:\\Windows' }));
  expect(ended).toEqual(['D:\\Windows\\System32\\taskkill.exe', '/PID', '77', '/T', '/F']);
  expect(treeEnder(77, { platform: 'darwin', env: {} })).toBeNull();
  expect(asTree(windows([]))).toEqual({ detached: false, windowsHide: true });
  expect(asTree({ platform: 'freebsd' })).toMatchObject({ detached: true });
});

it('names of variables are settled where case is nothing', () => {
  expect(settledNames({ Path: 'a', SystemRoot: 'b', other: 'c' }, windows([]))).toEqual({
    PATH: 'a',
    SYSTEMROOT: 'b',
    other: 'c',
  });
  expect(settledNames({ Path: 'a', PATH: 'b' }, { platform: 'linux' })).toEqual({ Path: 'a', PATH: 'b' });
});

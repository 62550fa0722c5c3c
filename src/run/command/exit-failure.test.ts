// What shells and interpreters say when there is nothing to run; many of them are not on this machine.
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../testing/index.js';
import { type Ended, exitFailure } from './exit-failure.js';

const ended = (exitCode: number, stderr: string, written: string, changes: Partial<Ended> = {}): Ended => ({
  exitCode,
  stdout: '',
  stderr,
  launch: { form: 'bash', file: '/bin/bash', args: ['-c', written], written },
  cwd: '/nonexistent-project',
  env: { PATH: '/usr/bin:/bin' },
  ...changes,
});

describe('a missing program', () => {
  it.each([
    [127, '/bin/bash: line 1: nosuch: command not found', 'nosuch'],
    [127, '/bin/bash: Zeile 1: nosuch: Kommando nicht gefunden.', 'nosuch'],
    [127, '/bin/bash: ligne 3 : nosuch : commande introuvable', null],
    [127, 'sh: nosuch: not found', 'nosuch'],
    [127, '/bin/sh: 1: nosuch: not found', 'nosuch'],
    [127, 'zsh:1: command not found: nosuch', 'nosuch'],
    [127, './hook.sh: line 12: nosuch: command not found\n', 'nosuch'],
    [127, "env: can't execute 'nosuch': No such file or directory", 'nosuch'],
    [127, '/usr/bin/env: ‘nosuch’: No such file or directory', 'nosuch'],
    [127, 'warning: old\n/bin/sh: 1: first: not found\n/bin/sh: 2: last: not found\n', 'last'],
    [126, 'zsh:1: permission denied: /no/such/x', '/no/such/x'],
    [126, '/bin/sh: 1: /no/such/x: Permission denied', '/no/such/x'],
    [126, 'bash: line 1: /no/such/x: cannot execute binary file: Exec format error', '/no/such/x'],
    [126, 'bash: /no/h: /no/such/interpreter: bad interpreter: No such file or directory', '/no/h'],
    [127, 'bash: nosuch: command not found', 'nosuch'],
    [126, 'bash: /no/such/x: Permission denied', '/no/such/x'],
    [126, 'bash: line 1: /no/h: /no/int: bad interpreter: Permission denied', '/no/h'],
  ] as const)('exit %i: %s', (exitCode, stderr, path) => {
    const failure = exitFailure(ended(exitCode, stderr, 'x'));
    if (path === null) expect(failure).toBeNull();
    else {
      const problem = exitCode === 127 ? 'not-found' : 'not-executable';
      expect(failure).toMatchObject({ kind: 'launchFailed', problem, path, exitCode, stderr });
    }
  });
});

describe('a missing script', () => {
  it.each([
    [2, "python3: can't open file '/p/guard.py': [Errno 2] No such file or directory"],
    [1, "node:internal/modules/cjs/loader:1210\nError: Cannot find module '/p/guard.py'\n    at x"],
    [1, 'error: Module not found "file:///p/guard.py".'],
    [1, 'error: Module not found "guard.py"'],
    [127, 'bash: guard.py: No such file or directory'],
    [2, 'sh: 0: cannot open guard.py: No such file'],
    [127, "sh: 0: Can't open guard.py"],
    [2, "sh: can't open 'guard.py': No such file or directory"],
    [127, "zsh: can't open input file: guard.py"],
    [1, 'ruby: No such file or directory -- guard.py (LoadError)'],
    [2, 'Can\'t open perl script "guard.py": No such file or directory'],
    [1, 'Could not open input file: guard.py'],
    [1, 'lua5.4: cannot open guard.py'],
    [2, "Fatal error: cannot open file 'guard.py': No such file or directory"],
    [1, 'Error: Unable to access jarfile guard.py'],
    [2, 'error: Failed to spawn: `guard.py`\n  Caused by: No such file or directory (os error 2)'],
  ])('exit %i: %s', (exitCode, stderr) => {
    expect(exitFailure(ended(exitCode, stderr, 'x /p/guard.py'))).toMatchObject({
      problem: 'script-missing',
      path: expect.stringMatching(/^\/.*guard\.py$/),
      exitCode,
      stderr,
    });
  });
});

describe('a decision', () => {
  const missing = "python3: can't open file 'guard.py': [Errno 2] No such file or directory";
  it.each([
    ['exit 0', ended(0, missing, 'python3 guard.py')],
    ['exit 3', ended(3, missing, 'python3 guard.py')],
    ['no complaint', ended(2, '', 'python3 guard.py')],
    ['another complaint', ended(2, 'blocked: rm -rf is not allowed', 'python3 guard.py')],
    ['an answer on stdout', ended(2, missing, 'python3 guard.py', { stdout: '{"decision":"block"}' })],
    ['a script of somebody else', ended(2, missing, './run-all-checks')],
    ['a file that is there', ended(2, missing.replace('guard.py', '/'), 'python3 /')],
    ['127 with words of its own', ended(127, 'I give up: nothing found', 'x')],
    ['1 with the words of a shell', ended(1, '/bin/sh: 1: nosuch: not found', 'nosuch')],
  ])('%s', (_, given) => {
    expect(exitFailure(given)).toBeNull();
  });
});

it('megabytes of stderr do not take long', async () => {
  const stderr = `${'a: 1: b: '.repeat(900_000)}\n/bin/sh: 1: nosuch: not found\n`;
  const look = () =>
    expect(exitFailure(ended(127, stderr, 'nosuch'))).toMatchObject({ path: 'nosuch', stderr });
  expect(await cpuMs(look)).toBeLessThan(1500);
});

// `uv run`: nothing a script can see tells an interpreter that waited at a gate behind uv from a new one. Without uv on PATH these
// tests are skipped.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram } from '../../../machine/index.js';
import type { Run, Task } from '../../../nouns.js';
import { eventually, finished, processesWith, TEST_PATH, testPlace } from '../../testing/place.js';
import { PYTHON_CASES } from './testing/interpreter-scripts.js';

const uv = findProgram('uv', process.env['PATH'] ?? '');
const place = testPlace();
const cold = place.runner();
const warm = place.runner({ warm: 'forced' });
const PROJECT = { 'pyproject.toml': '[project]\nname = "p"\nversion = "0"\n' };
let count = 0;

/** A folder with a script, and a task that runs it by uv. */
function tried(command: string, script: string, files: Readonly<Record<string, string>> = {}): Task {
  count += 1;
  const folder = `case-${count}`;
  mkdirSync(place.path(folder));
  mkdirSync(place.path(`bin-${count}`));
  if (uv !== null) symlinkSync(uv, place.path(`bin-${count}/uv`));
  for (const [name, text] of Object.entries({ 'x.py': script, ...files }))
    place.write(join(folder, name), text);
  const PATH = `${place.path(`bin-${count}`)}:${TEST_PATH}`;
  return place.task(command, { cwd: [place.path(folder)], env: { PATH, HOME: place.path(folder) } });
}

/** Numbers that differ from run to run in any case. */
const told = ({ outcome }: Run): unknown =>
  JSON.parse(JSON.stringify(outcome).replace(/0x[0-9a-f]{8,}/g, '0x'));

describe.skipIf(uv === null)('uv', () => {
  const plain = PYTHON_CASES.filter(
    ({ start, command, env }) =>
      start === 'python' && command === 'python3 x.py' && Object.keys(env).length === 0,
  );

  it.each(plain.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const task = tried('uv run x.py', one.script, one.files);
    const input = one.stdin === null ? task : { ...task, stdin: Buffer.from(one.stdin) };
    const before = await cold.run(input);
    const after = await warm.run(input);
    expect(told(after)).toEqual(told(before));
    expect(after.start?.kind).toBe('python');
  });

  const SEEN = `import os, sys
print(sys.argv, sys.orig_argv, sys.executable, sys.path, sys.flags)
print(sorted((k, v) for k, v in os.environ.items() if k != "AMPLIFIER_HOOK_RUN"))
print(os.listdir(f"/proc/{os.getppid()}/task") != [], os.getpgid(0) == os.getppid())
`;

  it.each([
    'uv run x.py a "b c"',
    'uv run --no-project x.py',
    'uv run --script x.py',
    'uv run -q --no-project python3 x.py a',
    'uv run python "$HOME/x.py"',
  ])('%s', async (command) => {
    const task = tried(command, SEEN);
    const before = await cold.run(task);
    const after = await warm.run(task);
    expect(told(after)).toEqual(told(before));
    expect(after.start?.kind).toBe('python');
  });

  it.each([
    ['uv run x.py', {}],
    ['uv run --no-sync x.py', PROJECT],
    ['uv run --no-project x.py', PROJECT],
  ])('%s with a virtual environment beside it', async (command, files) => {
    const task = tried(command, SEEN, files);
    const made = await cold.run({ ...task, hook: place.task('uv venv -q').hook });
    expect(made.outcome).toMatchObject({ exitCode: 0 });
    const before = await cold.run(task);
    const after = await warm.run(task);
    expect(told(after)).toEqual(told(before));
    expect(finished(after.outcome).stdout).toContain('.venv/bin/python');
    expect(after.start?.kind).toBe('python');
  });

  it.each([
    [
      'the script says what it needs',
      'uv run --script x.py',
      '# /// script\n# dependencies = []\n# ///\n',
      {},
    ],
    ['there is nothing to sync, and uv says so', 'uv run --no-sync x.py', '', {}],
    ['a project that may have to be synced', 'uv run x.py', '', PROJECT],
    ['a project without an environment', 'uv run --no-sync x.py', '', PROJECT],
    [
      'a project of the script alone',
      'uv run sub/x.py',
      '',
      { 'sub/x.py': '', 'sub/pyproject.toml': PROJECT['pyproject.toml'] },
    ],
    ['a module', 'uv run -m x', '', {}],
    ['something to install', 'uv run --with-editable . x.py', '', {}],
    ['another interpreter', 'uv run --python 3 x.py', '', {}],
  ] as const)('no interpreter waits: %s', async (_, command, script, files) => {
    expect((await warm.run(tried(command, script, files))).start?.kind).toBe('shell');
  });

  it('who clears the cache of uv does not wait for it, and what changes meanwhile is seen', async () => {
    const task = tried('uv run x.py', 'import os\nprint("UV_CACHE_DIR" in os.environ)\n');
    expect(stdoutOf(await warm.run(task))).toBe('False\n');
    const waits = () => processesWith(place.mark).filter((line) => line.includes(`HOME=${task.env['HOME']}`));
    await eventually(() => expect(waits().some((line) => line.includes('uv run x.py'))).toBe(true));
    const cleared = await cold.run({ ...task, hook: place.task('uv cache clean').hook });
    expect(finished(cleared.outcome).stderr).not.toContain('in-use');
    const [cwd = ''] = task.cwd;
    writeFileSync(join(cwd, '.python-version'), '2.0\n');
    const [before, after] = [await cold.run(task), await warm.run(task)];
    expect(told(after)).toEqual(told(before));
    expect(finished(after.outcome).exitCode).not.toBe(0);
  });
});

const stdoutOf = ({ outcome }: Run): string => finished(outcome).stdout;

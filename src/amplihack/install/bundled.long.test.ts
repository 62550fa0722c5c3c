// The installer as it is shipped: a bundled package, processes of their own, a whole way from install to uninstall.
import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleAmplihack } from '../../../scripts/amplihack.mjs';
import { bundle } from '../../../scripts/bundle.mjs';
import { type Ended, ended } from '../../testing/index.js';

const shipped = realpathSync(mkdtempSync(join(tmpdir(), 'amplihack-shipped-')));
const bin = join(shipped, 'package', 'dist', 'bin');
let command = '';
beforeAll(async () => {
  command = await bundle(bin);
  await bundleAmplihack(bin);
  writeFileSync(join(shipped, 'package', 'package.json'), '{"version":"0.0.0"}');
}, 120_000);
afterAll(() => rmSync(shipped, { recursive: true, force: true }));

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'amplihack-use-')));
  for (const name of ['home', 'project']) mkdirSync(join(root, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(program: string, argv: readonly string[], stdin = ''): Promise<Ended> {
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}/usr/bin${delimiter}/bin`,
    HOME: join(root, 'home'),
  };
  return ended(spawn(program, argv, { cwd: join(root, 'project'), env }), stdin);
}

const amplihack = (...argv: readonly string[]) => run(process.execPath, [command, 'amplihack', ...argv]);
const settings = () => join(root, 'home', '.claude', 'settings.json');
const read = () => readFileSync(settings(), 'utf8');
const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
const DANGER = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm -rf .' } });

it('installs, runs and uninstalls', async () => {
  const placed = join(root, 'home', '.local', 'bin', 'amplihack-hooks');
  const before = '{\n  // mine\n  "model": "x"\n}\n';
  mkdirSync(dirname(settings()));
  writeFileSync(settings(), before);
  expect(await amplihack('install')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining(`executable: ${placed}, linked to ${join(bin, 'amplihack-hooks.cjs')}`),
  });
  const after = read();
  expect(after).toContain(`"command": "${placed} pre-tool-use"`);
  expect(await amplihack('install')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('already registered'),
  });
  expect(read()).toBe(after);
  expect(await amplihack('status')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/All checks passed\.\n$/),
  });

  expect((await run(placed, ['pre-tool-use'], DANGER)).stdout).toContain('Deletion Prevented');
  expect(await amplihack('uninstall', '--executable')).toMatchObject({ code: 0, stderr: '' });
  expect(read()).toBe(before);
  await expect(run(placed, ['--version'])).rejects.toThrow('ENOENT');
});

it('a whole session, driven by the engine, leaves its files', async () => {
  await amplihack('install');
  const fire = (...argv: readonly string[]) =>
    run(process.execPath, [command, 'run', ...argv, '--claude-settings', '--session', 's1', '--json']);
  const input = (value: unknown) => ['--input', JSON.stringify(value)];
  const events = [
    await fire('SessionStart'),
    await fire('UserPromptSubmit', '--prompt', 'Implement everything, and ensure that all tests pass.'),
    await fire('PreToolUse', '--tool', 'Bash', ...input({ command: 'rm -rf .' })),
    await fire('PreToolUse', '--tool', 'Bash', ...input({ command: 'ls' })),
    await fire('PostToolUse', '--tool', 'Bash', ...input({ command: 'ls' }), '--response', '{}'),
    await fire('PreCompact'),
    await fire('Stop'),
  ];
  expect(events.map(({ code, stderr }) => [code, stderr])).toEqual(events.map(() => [0, '']));
  const decisions: readonly { permission: unknown }[] = events.map(
    ({ stdout }) => JSON.parse(stdout).decision,
  );
  expect(decisions[2]).toMatchObject({ permission: 'deny' });
  expect(decisions[3]).toMatchObject({ permission: null });
  expect(events[0]?.stdout).toContain('Default Workflow');
  expect(filesBelow(join(root, 'project'))).toEqual([
    '.claude/runtime/classification_state/s1.json',
    '.claude/runtime/logs/s1/compaction_metadata.jsonl',
    '.claude/runtime/metrics/post_tool_use_metrics.jsonl',
    '.claude/runtime/metrics/pre_tool_use_metrics.jsonl',
  ]);
  const metrics = join(root, 'project', '.claude', 'runtime', 'metrics', 'pre_tool_use_metrics.jsonl');
  expect(readFileSync(metrics, 'utf8').trim().split('\n')).toHaveLength(2);
});

it('a copy works without the package', async () => {
  expect(await amplihack('install', '--copy')).toMatchObject({ code: 0 });
  renameSync(bin, `${bin}-away`);
  try {
    const placed = join(root, 'home', '.local', 'bin', 'amplihack-hooks');
    expect((await run(placed, ['pre-tool-use'], DANGER)).stdout).toContain('Deletion Prevented');
    expect((await run(placed, ['session-start'], '{}')).stdout).toContain('additionalContext');
  } finally {
    renameSync(`${bin}-away`, bin);
  }
});

it('two at the same time agree', async () => {
  mkdirSync(dirname(settings()));
  writeFileSync(settings(), '{\n  "hooks": {\n    "Stop": [\n      1\n    ]\n  }\n}\n');
  const ended = await Promise.all([
    amplihack('install'),
    amplihack('install'),
    amplihack('install', '--with-session-stop'),
  ]);
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
    [0, ''],
  ]);
  const { hooks } = JSON.parse(read());
  expect(Object.values(hooks).flat()).toHaveLength(9);
  expect(hooks.Stop[1]).toBe(1);
});

it('a package that is not built says what is missing', async () => {
  const file = join(bin, 'amplihack-hooks.cjs');
  renameSync(file, `${file}.away`);
  try {
    expect(await amplihack('install')).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: expect.stringMatching(/is not built[\s\S]*npm run build/),
    });
  } finally {
    renameSync(`${file}.away`, file);
  }
});

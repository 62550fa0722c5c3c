// What Node compiled of the command is kept for its next calls; nothing that somebody else may have had a hand in is taken.
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../src/cli/testing/command.js';
import { withExecutables } from '../src/testing/executables.js';
import { ended } from '../src/testing/index.js';
import { VERSION } from '../src/version.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
  const deny = { hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] };
  project.write('home/.amplifier/hooks/hooks.json', JSON.stringify({ hooks: { PreToolUse: [deny] } }));
  chmodSync(project.makeFolder('home/.local/state/amplifier-hooks'), 0o700);
});
afterEach(() => project.remove());

const event = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}';
const LISTEN = `const vm = require('node:vm'); const fs = require('node:fs'); const path = require('node:path');
vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, options);
    const how = this.cachedDataRejected === false ? 'kept' : 'compiled';
    fs.appendFileSync(process.env.LOADED, path.basename(options.filename).split(/[-.]/)[0] + ' ' + how + '\\n');
  }
};`;

/** Answers the event, and tells of each large file whether it was compiled. */
async function loading(more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const listen = project.write('listen.cjs', LISTEN);
  const heard = project.write('loaded', '');
  const child = project.start(['dispatch'], { LOADED: heard, ...more }, { node: ['--require', listen] });
  const { code, stdout, stderr } = await ended(child, event);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('"permissionDecision":"deny"');
  return readFileSync(heard, 'utf8').match(/^(?:start|road) \w+$/gm) ?? [];
}

const [COMPILED, KEPT] = [
  ['start compiled', 'road compiled'],
  ['start kept', 'road kept'],
];
const state = (): string => join(project.home, '.local', 'state', 'amplifier-hooks');
const folder = (): string => join(state(), 'code', VERSION);
const files = (): readonly string[] => readdirSync(folder()).map((name) => join(folder(), name));

describe('what Node compiled', () => {
  it('is kept for this user alone once there is a state directory, and used by the next call', async () => {
    rmSync(state(), { recursive: true });
    for (const how of [COMPILED, COMPILED, KEPT]) expect(await loading()).toEqual(how);
    for (const path of [join(state(), 'code'), folder()]) expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const path of files()) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is written by the first few calls, and then no more', async () => {
    for (const _ of [1, 2, 3]) await loading();
    const written = () => files().map((path) => statSync(path).ino);
    const before = written();
    expect(await loading()).toEqual(KEPT);
    expect(written()).toEqual(before);
  });

  it('may be damaged anywhere: then it is compiled and kept again', async () => {
    await loading();
    const sizes = files().map((path) => statSync(path).size);
    const damages: readonly ((bytes: Buffer) => Buffer)[] = [
      (bytes) => flipped(bytes, 10),
      (bytes) => flipped(bytes, 300),
      (bytes) => flipped(bytes, Math.floor(bytes.length / 3)),
      (bytes) => flipped(bytes, bytes.length - 1),
      (bytes) => bytes.subarray(0, bytes.length / 2),
      (bytes) => bytes.subarray(0, 100),
      () => Buffer.alloc(0),
    ];
    for (const damage of damages) {
      for (const path of files()) writeFileSync(path, damage(readFileSync(path)));
      expect(await loading()).toEqual(COMPILED);
      expect(await loading()).toEqual(KEPT);
      expect(files()).toHaveLength(sizes.length);
    }
  });

  it('is not taken from a file that others can read or write, from a link or from a folder', async () => {
    await loading();
    for (const mode of [0o644, 0o622, 0o640]) {
      for (const path of files()) chmodSync(path, mode);
      expect(await loading()).toEqual(COMPILED);
    }
    for (const path of files()) {
      renameSync(path, `${path}.moved`);
      symlinkSync(`${path}.moved`, path);
    }
    expect(await loading()).toEqual(COMPILED);
  });

  it('is not taken from a folder that others can enter', async () => {
    await loading();
    for (const path of [folder(), join(state(), 'code')]) {
      chmodSync(path, 0o755);
      expect(await loading()).toEqual(COMPILED);
      chmodSync(path, 0o700);
      expect(await loading()).toEqual(KEPT);
    }
    chmodSync(state(), 0o777);
    expect(await loading()).toEqual(COMPILED);
  });

  it.skipIf(process.getuid?.() !== 0)('is not taken from another user', async () => {
    await loading();
    for (const path of files()) chownSync(path, 65_534, 65_534);
    expect(await loading()).toEqual(COMPILED);
    await loading();
    chownSync(folder(), 65_534, 65_534);
    expect(await loading()).toEqual(COMPILED);
  });

  it('is not looked for in the project, nor where Node is told to keep nothing', async () => {
    const inProject = project.makeFolder('project/state/amplifier-hooks');
    chmodSync(inProject, 0o700);
    for (const _ of [1, 2]) await loading({ XDG_STATE_HOME: join(project.dir, 'state') }).catch(() => []);
    expect(existsSync(join(inProject, 'code'))).toBe(false);
    await loading({ NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(existsSync(join(state(), 'code'))).toBe(false);
  });

  it('of another version of this package, or of another build, is removed', async () => {
    await loading();
    const [old, stale] = [join(state(), 'code', '0.0.1'), files()[0] ?? ''];
    rmSync(folder(), { recursive: true });
    project.write('home/.local/state/amplifier-hooks/code/0.0.1/x.cjs', '');
    await loading();
    expect(existsSync(old)).toBe(false);
    const other = stale.replace(/road-.*|start\.cjs$/, 'road-12345678.cjs');
    writeFileSync(other, '', { mode: 0o600 });
    rmSync(files().find((path) => path.includes('-road-') && path !== other) ?? '');
    await loading();
    expect(existsSync(other)).toBe(false);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at);
  return bytes;
}

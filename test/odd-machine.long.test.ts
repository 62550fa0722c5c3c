// The command on a machine that lacks what every machine has: a home, a working directory, a place for its state.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { TestProject } from '../src/engine/testing/project.js';
import { type Ended, ended } from '../src/testing/index.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-odd-')));
let command: string;
beforeAll(async () => {
  command = await bundle(join(folder, 'dist', 'bin'));
  chmodSync(folder, 0o755);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let project: TestProject;
let temp: string;
beforeEach(() => {
  project = new TestProject();
  chmodSync(project.root, 0o755);
  temp = project.makeFolder('tmp');
  chmodSync(temp, 0o1777);
});
afterEach(() => project.remove());

const BASH = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});
const GUARD = 'echo "not here" >&2; exit 2';

interface Machine {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** What the command is run through. */
  readonly by?: readonly string[];
}

/** Runs the command; nothing of the environment but PATH and a temporary directory. */
function run(argv: readonly string[], { env = {}, stdin = BASH, by = [] }: Machine = {}): Promise<Ended> {
  const [program = '', ...words] = [...by, process.execPath, command, ...argv];
  const whole = { PATH: process.env['PATH'], TMPDIR: temp, ...env };
  return ended(spawn(program, words, { cwd: project.dir, env: whole }), stdin);
}

const isRoot = process.getuid?.() === 0;
const STRANGER = ['setpriv', '--reuid', '12345', '--regid', '12345', '--clear-groups'];

describe('no home', () => {
  const homes: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
    ['relative', { HOME: '.' }, []],
    ['a file', { HOME: '/etc/passwd' }, []],
    ['not there', { HOME: '/no/such/folder' }, []],
    ...(isRoot
      ? ([
          ['unset, and the system knows none', {}, STRANGER],
          ['empty, and the system knows none', { HOME: '' }, STRANGER],
        ] as const)
      : []),
  ];

  it.each(homes)(
    '%s: hooks of the project are judged as such, and it is told once',
    async (_title, env, by) => {
      project.hooks({ PreToolUse: [GUARD] });
      const { code, stdout, stderr } = await run(['dispatch'], { env, by });
      // Nobody approved them: with the project as home they would be the user's own.
      expect([code, stdout]).toEqual([0, '']);
      expect(stderr.match(/There is no home directory/g)).toHaveLength(1);
      expect(stderr).toContain('approved');
      expect(stderr).not.toMatch(/^ +at /m);
      expect(readdirSync(project.dir)).toEqual(['.amplifier']);
    },
  );

  it.each(homes)('%s: what the host trusts still guards', async (_title, env, by) => {
    project.hooks({ PreToolUse: [GUARD] });
    const { code, stdout } = await run(['dispatch', '--trust-project'], { env, by });
    expect(code).toBe(0);
    expect(stdout).toContain('not here');
    const [place = ''] = readdirSync(temp).filter((name) => name.startsWith('amplifier-hooks-'));
    expect(statSync(join(temp, place)).mode & 0o777).toBe(0o700);
    expect(existsSync(join(temp, place, 'state', 'journal'))).toBe(true);
  });

  it.each(homes)('%s: every other way in works too', async (_title, env, by) => {
    project.hooks({ PreToolUse: [GUARD] });
    const shown = await run(['run', '--trust-project'], { env, by });
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('not here')]);
    const doctor = await run(['doctor'], { env, by, stdin: '' });
    expect(doctor.stdout).toContain('there is no home directory');
    const served = await run(['serve'], { env, by, stdin: serve(project.dir) });
    expect(served.stdout).toContain('"result":{"events":["PreToolUse"]}');
    for (const argv of [['list'], ['validate'], ['explain', 'PreToolUse'], ['log'], ['stats'], ['config']]) {
      const { code, stderr } = await run(argv, { env, by, stdin: '' });
      expect({ argv, code, stack: /^ +at /m.test(stderr) }).toEqual({ argv, code, stack: false });
      expect(code).not.toBe(3);
    }
    if (env['HOME'] === '/no/such/folder') return;
    const listed = await run(['marketplace', 'list'], { env, by, stdin: '' });
    expect([listed.code, listed.stderr]).toEqual([1, expect.stringContaining('there is no home directory')]);
  });

  it('empty: the home that the system knows is taken, never the project', async () => {
    project.hooks({ PreToolUse: [GUARD] });
    const { stdout, stderr } = await run(['dispatch'], {
      env: { HOME: '', XDG_STATE_HOME: project.path('s') },
    });
    expect(stdout).toBe('');
    expect(stderr).toContain('approved');
    expect(readdirSync(project.dir)).toEqual(['.amplifier']);
  });

  it('a temporary place that somebody else made is not used', async () => {
    if (!isRoot) return;
    project.hooks({ PreToolUse: [GUARD] });
    const theirs = project.makeFolder('tmp/amplifier-hooks-12345');
    chmodSync(theirs, 0o777);
    await run(['dispatch', '--trust-project'], { by: STRANGER });
    expect(readdirSync(theirs)).toEqual([]);
  });
});

const serve = (cwd: string, ...events: readonly object[]): string =>
  [
    {
      id: 1,
      method: 'initialize',
      params: {
        protocol: [1],
        host: { name: 't', version: '1' },
        format: 'claude',
        config: { trust: 'off' },
      },
    },
    { id: 2, method: 'session/open', params: { session: 's', cwd } },
    ...events,
    { id: 9, method: 'shutdown' },
  ]
    .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    .join('');

describe('no working directory', () => {
  /** A shell in a folder that is gone by the time the command starts. */
  const gone = ['sh', '-c', 'mkdir "$TMPDIR/d"; cd "$TMPDIR/d"; rmdir "$TMPDIR/d"; exec "$@"', 'sh'];
  const env = { HOME: '' };
  beforeEach(() => {
    env.HOME = project.home;
    project.hooks({ PreToolUse: [GUARD] });
  });

  it.each([
    ['--project', () => ({ argv: ['--project', project.dir] })],
    ['CLAUDE_PROJECT_DIR', () => ({ env: { CLAUDE_PROJECT_DIR: project.dir } })],
    ['the cwd of the event', () => ({ stdin: JSON.stringify({ ...JSON.parse(BASH), cwd: project.dir }) })],
  ] as const)('%s is enough', async (_title, how) => {
    const {
      argv = [],
      env: more = {},
      stdin = BASH,
    }: { argv?: string[]; env?: Record<string, string>; stdin?: string } = how();
    const { code, stdout, stderr } = await run(['dispatch', '--trust-project', ...argv], {
      env: { ...env, ...more },
      stdin,
      by: gone,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('not here')]);
    expect(stderr).not.toMatch(/not a folder|^ +at /m);
  });

  it('nothing says where: hooks of the user guard, and it is told', async () => {
    project.userHooks({ PreToolUse: [GUARD] });
    const { code, stdout, stderr } = await run(['dispatch'], { env, by: gone });
    expect([code, stdout]).toEqual([0, expect.stringContaining('not here')]);
    expect(stderr.match(/is not a folder, so hooks and settings of a project are not loaded/g)).toHaveLength(
      1,
    );
  });

  it('no command shows a stack', async () => {
    const commands =
      'list run explain validate test doctor log stats config trust init search schema completion pack restore';
    for (const name of commands.split(' ')) {
      const { code, stderr } = await run([name], { env, by: gone, stdin: BASH });
      expect({ name, stack: /^ +at |uv_cwd/m.test(stderr), fault: code === 3 }).toEqual({
        name,
        stack: false,
        fault: false,
      });
    }
  });

  it('a session that is opened in a folder that is not there is told of', async () => {
    const { stdout } = await run(['serve'], { env, stdin: serve(project.path('nowhere')) });
    expect(stdout.match(/nowhere is not a folder/g)).toHaveLength(1);
    const doctor = await run(['doctor'], { env, by: gone, stdin: '' });
    expect(doctor.stdout.replace(/\s+/g, ' ')).toContain(
      'is not a folder, so hooks and settings of a project',
    );
  });
});

describe('no place for the state', () => {
  it('relative or empty: it counts as not set', async () => {
    project.hooks({ PreToolUse: [GUARD] });
    for (const state of ['', 'here']) {
      await run(['dispatch', '--trust-project'], { env: { HOME: project.home, XDG_STATE_HOME: state } });
      expect(readdirSync(project.dir)).toEqual(['.amplifier']);
      expect(existsSync(join(project.home, '.local/state/amplifier-hooks'))).toBe(true);
    }
  });

  it.skipIf(process.platform !== 'linux')('below /proc: it comes to an end, and is told once', async () => {
    project.hooks({ PreToolUse: [GUARD] });
    const env = { HOME: project.home, XDG_STATE_HOME: '/proc/none' };
    for (const argv of [['dispatch'], ['run']]) {
      const { code, stdout, stderr } = await run([...argv, '--trust-project'], { env });
      expect([code, stdout]).toEqual([0, expect.stringContaining('not here')]);
      expect(stderr.match(/the journal cannot be written|cannot be made/g)).toHaveLength(1);
    }
    const doctor = await run(['doctor'], { env, stdin: '' });
    expect(doctor.stdout.replace(/\s+/g, ' ')).toMatch(/cannot be made: (there is no room|\/proc cannot)/);
  });

  it.skipIf(!isRoot)('a full disk: it is told once to whoever asks', async () => {
    project.hooks({ PreToolUse: [GUARD] });
    const disk = project.makeFolder('disk');
    const full =
      'mount -t tmpfs -o size=16k tmpfs "$0" && { head -c 1000000 /dev/zero > "$0/fill"; exec "$@"; }';
    const by = ['unshare', '--mount', 'sh', '-c', full, disk];
    const env = { HOME: project.home, XDG_STATE_HOME: disk };
    const quiet = (text: string): string => text.replace(/^head:.*\n/gm, '');
    for (const argv of [['dispatch'], ['run']]) {
      const { code, stdout, stderr } = await run([...argv, '--trust-project'], { env, by });
      expect([code, stdout]).toEqual([0, expect.stringContaining('not here')]);
      expect(quiet(stderr).match(/the journal cannot be written/g)).toHaveLength(1);
    }
    const event = { id: 3, method: 'event', params: { session: 's', input: JSON.parse(BASH) } };
    const served = await run(['serve'], { env, by, stdin: serve(project.dir, event, event) });
    expect(served.stdout.match(/the journal cannot be written/g)).toHaveLength(1);
    const doctor = await run(['doctor'], { env, by, stdin: '' });
    expect(doctor.stdout.replace(/\s+/g, ' ')).toContain('there is no room left');
  });

  it.skipIf(!isRoot)('no more watches: it is told once to the host, and by doctor', async () => {
    project.hooks({ PreToolUse: [GUARD] });
    const none = 'echo 0 > /proc/sys/user/max_inotify_watches; exec "$@"';
    const by = ['unshare', '--user', '--map-root-user', 'sh', '-c', none, 'sh'];
    const env = { HOME: project.home };
    const served = await run(['serve'], { env, by, stdin: serve(project.dir) });
    expect(served.stdout.match(/cannot be noticed/g)).toHaveLength(1);
    const doctor = await run(['doctor'], { env, by, stdin: '' });
    expect(doctor.stdout).toContain('edited hooks are not noticed');
  });

  it('a file: it is told once, and a private place is used', async () => {
    project.hooks({ PreToolUse: [GUARD] });
    const env = { HOME: project.home, XDG_STATE_HOME: '/etc/passwd' };
    const { code, stdout, stderr } = await run(['dispatch', '--trust-project'], { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('not here')]);
    expect(stderr.match(/cannot be made: \/etc\/passwd is not a folder/g)).toHaveLength(1);
    expect((await run(['doctor'], { env, stdin: '' })).stdout).toMatch(
      /\/etc\/passwd\s+is\s+not\s+a\s+folder/,
    );
  });
});

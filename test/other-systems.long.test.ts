// Hooks where something of this machine is hidden, as on systems that do not have it. Everything is real but the mounts.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOwnProgram } from '../src/machine/index.js';
import { gone, longTime, processesWith, TEST_PATH } from '../src/run/testing/place.js';
import { commandHook, compiled, input } from '../src/testing/index.js';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'other systems ')));
let built = '';
beforeAll(() => {
  built = compiled('run/index.ts', 'files/index.ts');
  mkdirSync(join(root, 'dev'));
  mkdirSync(join(root, 'proc'));
});
afterAll(() => {
  for (const folder of [root, built]) rmSync(folder, { recursive: true, force: true });
});

/** Mounts are for root, and not in every container. */
const cannotMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0;

/** A program that cannot be started any more. */
const without = (name: string): string => `mount --bind /dev/null "${findOwnProgram(name)}"`;

const NO_PROC = 'mount -t tmpfs none /proc';

/** `/dev` with nothing in it but what every system has. */
const NO_SHARED_MEMORY = `
  mount -t tmpfs none "$ROOT/dev"
  for one in null zero random urandom; do : > "$ROOT/dev/$one"; mount --bind "/dev/$one" "$ROOT/dev/$one"; done
  mount --rbind "$ROOT/dev" /dev`;

/** `ps` itself reads /proc: here it alone sees it, in a namespace of its own. */
const NO_PROC_BUT_PS = `
  mount --bind /proc "$ROOT/proc"
  mount --bind "$ROOT/ps" "${findOwnProgram('ps')}"
  ${NO_PROC}`;

function writePs(): void {
  const [real, own] = [join(root, 'real-ps'), join(root, 'ps')];
  copyFileSync(findOwnProgram('ps') ?? '', real);
  writeFileSync(
    own,
    `#!/bin/sh\nexec unshare -m sh -c 'mount --bind "$0/proc" /proc; exec "$0/real-ps" "$@"' '${root}' "$@"\n`,
  );
  chmodSync(own, 0o755);
}

interface Seen {
  readonly printed: Readonly<Record<string, unknown>>;
  readonly slow: Readonly<Record<string, unknown>>;
  readonly tempDir: string;
  readonly locked: boolean;
}

/** A host with one hook that answers and one that is over its time, with children in and outside its group. */
function host(hidden: readonly string[], time: string): Seen {
  const env = { PATH: TEST_PATH, ROOT: root };
  const task = { input: input('PreToolUse'), env, cwd: ['/'], signal: null, onFirstLine: null };
  const script = `
    const { createCommandRunner, fastTempDir } = await import(${JSON.stringify(join(built, 'run/index.js'))});
    const { whileLocked } = await import(${JSON.stringify(join(built, 'files/index.js'))});
    const { profile } = await import(${JSON.stringify(join(built, 'profiles.js'))});
    const tempDir = ${JSON.stringify(join(root, 'temp'))};
    const runner = createCommandRunner({ profile: profile('amplifier'), tempDir });
    const base = ${JSON.stringify(task)};
    const hook = ${JSON.stringify(commandHook(''))};
    const run = async (command, timeoutMs) => (await runner.run({
      ...base, timeoutMs, stdin: Buffer.from('{"a":1}\\n'), hook: { ...hook, handler: { ...hook.handler, command } },
    })).outcome;
    const printed = await run('cat; echo "$0"; echo no >&2; exit 2', 60000);
    const slow = await run('sleep ${time} & setsid sleep ${time} & echo up; sleep ${time}', 2000);
    await runner.close();
    const locked = await whileLocked(${JSON.stringify(join(root, 'lock'))}, { patienceMs: 60000, abandonedMs: 60000 }, () => true);
    console.log(JSON.stringify({ printed, slow, tempDir: fastTempDir({}), locked }));`;
  const prelude = `set -e\n${hidden.join('\n')}\nexec "$@"`;
  const stdout = execFileSync(
    'unshare',
    ['-m', '/bin/sh', '-c', prelude, 'sh', process.execPath, '--input-type=module', '-e', script],
    { env, encoding: 'utf8' },
  );
  return JSON.parse(stdout);
}

/** A test that fails leaves nothing either. */
async function leavesNothing(time: string): Promise<void> {
  try {
    await gone(`sleep ${time}`);
  } finally {
    endAll(time);
  }
}

function endAll(time: string): readonly string[] {
  const left = processesWith(`sleep ${time}`);
  for (const line of left) process.kill(Number.parseInt(line, 10), 'SIGKILL');
  return left;
}

const answered = (shell: RegExp) => ({
  kind: 'finished',
  exitCode: 2,
  stdout: expect.stringMatching(shell),
  stderr: 'no\n',
});
const BASH = /^\{"a":1\}\n\S*\/bash\n$/;

describe.skipIf(cannotMount)('a hook answers, is ended in time, and leaves nothing', () => {
  it.each<[string, readonly string[], RegExp]>([
    ['with all there is', [], BASH],
    ['without mkfifo', [without('mkfifo')], BASH],
    ['without bash', [without('bash')], /^\{"a":1\}\n\/bin\/sh\n$/],
    ['without memory for files', [NO_SHARED_MEMORY], BASH],
    ['without /proc, by ps', [NO_PROC_BUT_PS], BASH],
    [
      'without any of them, by ps',
      [without('mkfifo'), without('bash'), NO_PROC_BUT_PS, NO_SHARED_MEMORY],
      /^\{"a":1\}\n\/bin\/sh\n$/,
    ],
  ])('%s', async (_, hidden, shell) => {
    writePs();
    const time = longTime();
    const seen = host(hidden, time);
    expect(seen.printed).toMatchObject(answered(shell));
    expect(seen.slow).toMatchObject({ kind: 'timedOut', stdout: 'up\n' });
    expect(seen.locked).toBe(true);
    const inMemory = seen.tempDir.startsWith('/dev/shm/');
    if (hidden.includes(NO_SHARED_MEMORY)) expect(inMemory).toBe(false);
    await leavesNothing(time);
  });

  it('without /proc and ps: all but what left the group', async () => {
    const time = longTime();
    const seen = host([without('ps'), NO_PROC], time);
    expect(seen.printed).toMatchObject(answered(BASH));
    expect(seen.slow).toMatchObject({ kind: 'timedOut', stdout: 'up\n' });
    expect(endAll(time)).toHaveLength(1);
    await leavesNothing(time);
  });
});

// A place for tests with real processes: a folder, runners that are closed at the end, and a search for left-overs.
import { execFileSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { type HookInput, parseInput } from '../../events/index.js';
import type { CommandHandler, Hook, HookSource, Outcome, Runner, Task } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { type CommandRunnerOptions, createCommandRunner } from '../index.js';

/** Programs of the system and this Node, without the slow shims a developer may have. */
export const TEST_PATH = `/usr/bin:/bin:${dirname(process.execPath)}`;

export const INPUT: HookInput = (() => {
  const result = parseInput({
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    transcript_path: '/t',
    cwd: '/',
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 'u1',
  });
  if (!result.ok || result.input.kind !== 'known') throw new Error(JSON.stringify(result));
  return result.input;
})();

export const STDIN_LINE = '{"hook_event_name":"PreToolUse","tool_name":"Bash"}\n';

export function commandHook(
  command: string,
  handler: Partial<CommandHandler> = {},
  source: Partial<HookSource> = {},
): Hook {
  return {
    id: 'test',
    event: 'PreToolUse',
    matcher: null,
    condition: null,
    handler: {
      type: 'command',
      command,
      args: null,
      shell: null,
      background: 'no',
      rewakeMessage: null,
      rewakeSummary: null,
      ...handler,
    },
    timeoutMs: null,
    once: false,
    onFailure: 'continue',
    statusMessage: null,
    description: null,
    source: {
      scope: 'project',
      kind: 'claude-settings',
      file: '/project/.claude/settings.json',
      owner: null,
      hooksDir: '/project/.claude',
      pluginRoot: null,
      pluginData: null,
      rulesRoot: '/project',
      ...source,
    },
    line: 1,
    column: 1,
    inactive: null,
  };
}

export type TestRunnerOptions = Partial<Omit<CommandRunnerOptions, 'profile'>> & { profile?: ProfileName };

export class Place {
  readonly root = mkdtempSync(join(tmpdir(), 'run test '));
  /** In the environment of every process a test starts. */
  readonly mark = randomUUID();
  readonly #runners: Runner[] = [];
  #shared: Runner | null = null;

  /** One runner for tests that need nothing special. */
  get shared(): Runner {
    this.#shared ??= this.runner();
    return this.#shared;
  }

  runner({ profile: name = 'amplifier', ...options }: TestRunnerOptions = {}): Runner {
    const tempDir = join(this.root, `temp-${this.#runners.length}`);
    const runner = createCommandRunner({ profile: profile(name), tempDir, ...options });
    this.#runners.push(runner);
    return runner;
  }

  /** A runner that cannot make files and uses Node's own pipes. */
  runnerWithoutFiles(): Runner {
    const inTheWay = join(this.root, 'in-the-way');
    writeFileSync(inTheWay, '');
    return this.runner({ tempDir: join(inTheWay, 'temp') });
  }

  task(hook: Hook | string, changes: Partial<Task> = {}): Task {
    return {
      hook: typeof hook === 'string' ? commandHook(hook) : hook,
      input: INPUT,
      stdin: Buffer.from(STDIN_LINE),
      http: { allowedUrls: null, allowedEnvVars: null },
      cwd: [this.root],
      timeoutMs: 15_000,
      signal: null,
      onFirstLine: null,
      ...changes,
      env: { PATH: TEST_PATH, HOME: this.root, TEST_MARK: this.mark, ...changes.env },
    };
  }

  async run(hook: Hook | string, changes: Partial<Task> = {}): Promise<Outcome> {
    return (await this.shared.run(this.task(hook, changes))).outcome;
  }

  write(name: string, text: string | Uint8Array, mode = 0o755): string {
    const file = join(this.root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  }

  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.close()));
    try {
      await gone(this.mark, 5000);
    } finally {
      for (const line of processesWith(this.mark)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
      rmSync(this.root, { recursive: true, force: true });
    }
  }
}

/** A place that cleans up after the tests of a file and fails them when processes are left. */
export function testPlace(): Place {
  const place = new Place();
  afterAll(() => place.close());
  return place;
}

/** A number of seconds that no other process sleeps: finds the processes of one test. */
export const longTime = (): string => `6${randomInt(10_000, 99_999)}.${randomInt(10_000, 99_999)}`;

/** Living processes whose command line or environment holds a text. */
export function processesWith(text: string): readonly string[] {
  const all = execFileSync('ps', ['axeww', '-o', 'pid=,stat=,command='], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { PATH: TEST_PATH },
  });
  return all.split('\n').filter((line) => line.includes(text));
}

/** Waits until no process is left whose command line or environment holds a text. */
export function gone(text: string, timeout = 4000): Promise<void> {
  return eventually(() => expect(processesWith(text)).toEqual([]), timeout);
}

/** Waits until an expectation holds. */
export function eventually(check: () => void, timeout = 2000): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 40 });
}

/** Children of this process that ended and were not collected. */
export function zombies(): readonly string[] {
  const children = execFileSync('ps', ['-o', 'stat=,pid=,comm=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  return children.split('\n').filter((line) => line.startsWith('Z'));
}

export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** The outcome as finished, or a failure that shows what it was. */
export function finished(outcome: Outcome): Extract<Outcome, { kind: 'finished' }> {
  if (outcome.kind !== 'finished') throw new Error(`not finished: ${JSON.stringify(outcome).slice(0, 2000)}`);
  return outcome;
}

/** A listener to the first line that leaves the time limit as it is. */
export const hearing =
  (act: (line: string) => unknown) =>
  (line: string): boolean => {
    act(line);
    return false;
  };

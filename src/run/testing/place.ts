// A place for tests with real processes: a folder, runners that are closed at the end, and a search for left-overs.
import { execFileSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import type { Hook, Outcome, Runner, Task } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { commandHook, Folder, task } from '../../testing/index.js';
import { type CommandRunnerOptions, createCommandRunner } from '../index.js';

/** Programs of the system and this Node, without the slow shims a developer may have. */
export const TEST_PATH = `/usr/bin:/bin:${dirname(process.execPath)}`;

export const STDIN_LINE = '{"hook_event_name":"PreToolUse","tool_name":"Bash"}\n';

export type TestRunnerOptions = Partial<Omit<CommandRunnerOptions, 'profile'>> & { profile?: ProfileName };

export class Place extends Folder {
  /** In the environment of every process a test starts. */
  readonly mark = randomUUID();
  readonly #runners: Runner[] = [];
  #shared: Runner | null = null;

  /** Hooks bear a path with a blank in it. */
  constructor() {
    super('run test ');
  }

  /** One runner for tests that need nothing special. */
  get shared(): Runner {
    this.#shared ??= this.runner();
    return this.#shared;
  }

  runner({ profile: name = 'amplifier', ...options }: TestRunnerOptions = {}): Runner {
    const tempDir = this.path(`temp-${this.#runners.length}`);
    const runner = createCommandRunner({ profile: profile(name), tempDir, ...options });
    this.#runners.push(runner);
    return runner;
  }

  /** A runner that cannot make files and uses Node's own pipes. */
  runnerWithoutFiles(): Runner {
    return this.runner({ tempDir: `${this.write('in-the-way', '')}/temp` });
  }

  task(hook: Hook | string, changes: Partial<Task> = {}): Task {
    return task(typeof hook === 'string' ? commandHook(hook) : hook, {
      stdin: Buffer.from(STDIN_LINE),
      cwd: [this.root],
      ...changes,
      env: { PATH: TEST_PATH, HOME: this.root, TEST_MARK: this.mark, ...changes.env },
    });
  }

  async run(hook: Hook | string, changes: Partial<Task> = {}): Promise<Outcome> {
    return (await this.shared.run(this.task(hook, changes))).outcome;
  }

  /** What it writes can be run. */
  override write(path: string, content: unknown, mode = 0o755): string {
    return super.write(path, content, mode);
  }

  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.close()));
    try {
      await gone(this.mark);
    } finally {
      for (const line of processesWith(this.mark)) process.kill(Number.parseInt(line, 10), 'SIGKILL');
      this.remove();
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
export function gone(text: string, timeout?: number): Promise<void> {
  return eventually(() => expect(processesWith(text)).toEqual([]), timeout);
}

/** Waits until an expectation holds, on a busy machine too. */
export function eventually(check: () => void, timeout = 15_000): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 40 });
}

/** Whether a process has not ended, or nobody knows yet that it has. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
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

// Has hooks run by a small process beside this large one, which starts them in no time. It dies with its host.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Outcome, Run } from '../../../nouns.js';
import { abortReason } from '../aborts.js';
import { Deadline } from '../deadline.js';
import { killNow } from '../ending.js';
import type { CommandTask } from '../execution.js';
import { newToken } from '../marked-env.js';
import { type HelperOptions, isFromHelper, type ToHelper } from './messages.js';

/** As modules of their own, beside the command, and beside the library. A sidecar that is one file has none, and is never large. */
const PLACES = ['./helper-main.js', './hook-helper.cjs', '../bin/hook-helper.cjs'];

/** It has answered by then, or never will. */
const PATIENCE_MS = 2000;

const GONE = 'the process that runs hooks beside this one has ended';

interface Going {
  readonly task: CommandTask;
  resolve(run: Omit<Run, 'hook'>): void;
}

/** The program of the helper; `null`: it is not there. */
export function helperFile(): string | null {
  const files = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? null;
}

export const startHelper = (...how: ConstructorParameters<typeof Helper>): Helper => new Helper(...how);

export type { Helper };

class Helper {
  readonly #child: ChildProcess;
  readonly #token = newToken();
  readonly #going = new Map<number, Going>();
  #count = 0;
  /** It can be asked. */
  isReady = false;
  isGone = false;

  constructor(file: string, options: Omit<HelperOptions, 'token'>) {
    // Variables for the host's own Node are not for this one; hooks get theirs with each task.
    const electron = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
    this.#child = spawn(process.execPath, [file], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', ...electron },
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.once('error', this.#lost);
    this.#child.once('exit', this.#lost);
    this.#child.once('disconnect', this.#lost);
    this.#child.on('message', this.#hear);
    this.#tell({ kind: 'begin', options: { ...options, token: this.#token } });
    this.#hold();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** How a hook ended. */
  run(task: CommandTask): Promise<Omit<Run, 'hook'>> {
    const { hook, stdin, env, cwd, timeoutMs, signal } = task;
    this.#count += 1;
    const id = this.#count;
    return new Promise((answer) => {
      const since = performance.now();
      const settle = (outcome: Outcome): void => resolve({ outcome, durationMs: performance.now() - since });
      // Its own limit is kept there. This one is for a helper that was stopped.
      const limit = timeoutMs ?? Number.POSITIVE_INFINITY;
      const late = limit === Number.POSITIVE_INFINITY ? null : deadline(limit, () => settle(timedOut(limit)));
      let abandoned: Deadline | null = null;
      const onAbort = (): void => {
        const why = signal === null ? GONE : abortReason(signal);
        this.#tell({ kind: 'abort', id, why });
        abandoned = deadline(0, () => settle({ kind: 'cancelled', why }));
      };
      const forget = (): void => {
        this.#going.delete(id);
        late?.cancel();
        abandoned?.cancel();
        signal?.removeEventListener('abort', onAbort);
        this.#hold();
      };
      const resolve = (run: Omit<Run, 'hook'>): void => {
        forget();
        answer(run);
      };
      this.#going.set(id, { task, resolve });
      this.#hold();
      if (this.isGone) return settle(lost());
      const listens = task.onFirstLine !== null;
      try {
        this.#tell({
          kind: 'run',
          id,
          task: { hook, stdin, env, cwd, timeoutMs, listens, umask: process.umask() },
        });
      } catch (error) {
        // What cannot be sent is nobody's to wait for.
        forget();
        throw error;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
    });
  }

  reloaded(): void {
    this.#tell({ kind: 'reloaded' });
  }

  /** Ends it and what it runs. */
  async close(why: string): Promise<void> {
    if (this.isGone) return;
    for (const { resolve } of [...this.#going.values()])
      resolve({ outcome: { kind: 'cancelled', why }, durationMs: 0 });
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.ref();
    this.#child.disconnect();
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), PATIENCE_MS * 2);
    await ended;
    clearTimeout(kill);
  }

  readonly #hear = (message: unknown): void => {
    if (!isFromHelper(message)) return;
    if (message.kind === 'ready') {
      this.isReady = true;
      return;
    }
    const going = this.#going.get(message.id);
    if (message.kind === 'ran') going?.resolve(message.run);
    else {
      const said = going?.task.onFirstLine?.(message.line) ?? false;
      void Promise.resolve(said).then((said) => this.#tell({ kind: 'said', id: message.id, said }));
    }
  };

  readonly #lost = (): void => {
    if (this.isGone) return;
    this.isGone = true;
    this.isReady = false;
    // Nobody is there any more who would end its hooks.
    if (this.pid !== undefined && this.#going.size > 0)
      killNow([{ pid: this.pid, mark: this.#token, reaped: true, gone: () => undefined }]);
    for (const { resolve } of [...this.#going.values()]) resolve({ outcome: lost(), durationMs: 0 });
  };

  #tell(message: ToHelper): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** The host may end when nobody waits for anything from here. */
  #hold(): void {
    const how = this.#going.size > 0 ? 'ref' : 'unref';
    this.#child[how]();
    this.#child.channel?.[how]();
  }
}

const deadline = (ms: number, then: () => void): Deadline => new Deadline(ms + PATIENCE_MS, then);

const timedOut = (timeoutMs: number): Outcome => ({
  kind: 'timedOut',
  timeoutMs,
  stdout: '',
  stderr: '',
  truncated: false,
});

/** Nobody knows what its hooks have done, so it is a fault, and no gate opens. */
const lost = (): Outcome => ({ kind: 'refused', why: GONE, fault: { error: new Error(GONE) } });

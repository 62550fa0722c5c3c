// What runs the commands of all callers of the resident engine: it knows which of them run often, and keeps their processes
// ready. What is kept ready for one environment is never used for another, and what differs at every event is handed in then.
import { nativeSignal } from '../../end-signal.js';
import type { Settled } from '../../engine/index.js';
import type { Runner } from '../../nouns.js';
import { createCommandRunner, fastTempDir } from '../../run/index.js';

const CLOSED = 'the engine was closed';

export class Commands {
  readonly #runners = new Map<string, Runner>();
  readonly #tempDir: string;

  /** The environment of this process: what hooks read and write through is private, whoever asks. */
  constructor(env: NodeJS.ProcessEnv) {
    this.#tempDir = fastTempDir(env);
  }

  /** For one caller. Closing it ends what he runs, and nobody else's. */
  lend({ profile }: Pick<Settled, 'profile'>): Runner {
    const known = this.#runners.get(profile.name);
    const runner = known ?? createCommandRunner({ profile, tempDir: this.#tempDir, warm: 'learned' });
    this.#runners.set(profile.name, runner);
    return lent(runner);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.close()));
  }
}

function lent(runner: Runner): Runner {
  const over = new AbortController();
  const going = new Set<Promise<unknown>>();
  return {
    run(task) {
      const signal =
        task.signal === null ? over.signal : AbortSignal.any([nativeSignal(task.signal), over.signal]);
      const run = runner.run({ ...task, signal });
      going.add(run);
      const forget = (): boolean => going.delete(run);
      run.then(forget, forget);
      return run;
    },
    async close() {
      over.abort(CLOSED);
      await Promise.allSettled(going);
    },
  };
}

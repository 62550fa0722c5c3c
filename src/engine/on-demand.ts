// A runner that is made when the first hook needs it: many engines never run one.
import type { Runner } from '../nouns.js';

/** One that cannot be made fails its hook, and is tried again for the next. */
export function onDemand(make: () => Runner | Promise<Runner>): Runner {
  let made: Runner | Promise<Runner> | null = null;
  return {
    run(task) {
      made ??= make();
      if (!(made instanceof Promise)) return made.run(task);
      return made.then(
        (runner) => runner.run(task),
        (error: unknown) => {
          made = null;
          throw error;
        },
      );
    },
    async close() {
      // Whoever asked for a runner that could not be made has heard of it.
      const runner = await Promise.resolve(made).catch(() => null);
      await runner?.close();
    },
  };
}

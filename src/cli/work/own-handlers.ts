// The ready handlers of this package, run without a process of their own.
import type { Runner } from '../../nouns.js';
import { ownFile } from '../../package.js';

/** The executable of this package, as its name must occur in a command that runs it. */
const OWN = 'amplihack-hooks';

/** Hooks that run this package's own executable need no process. Whether it is that file, its real path says. */
export function ownHandlers(command: Runner): Runner {
  let own: Promise<Runner> | null = null;
  return {
    run(task) {
      const { handler } = task.hook;
      if (handler.type !== 'command' || !handler.command.includes(OWN)) return command.run(task);
      own ??= inProcess(command);
      return own.then((runner) => runner.run(task));
    },
    async lend(task) {
      const { handler } = task.hook;
      // Of its own it starts none.
      if (handler.type !== 'command' || handler.command.includes(OWN)) return null;
      return (await command.lend?.(task)) ?? null;
    },
    reloaded: () => command.reloaded?.(),
    close: () => command.close(),
  };
}

async function inProcess(otherwise: Runner): Promise<Runner> {
  const executable = ownFile(`dist/bin/${OWN}.cjs`);
  if (executable === null) return otherwise;
  const { inProcessRunner } = await import('../../amplihack/index.js');
  return inProcessRunner({ executable, otherwise });
}

// The small process beside a large host: a runner for its hooks. It ends them, and itself, when the host is gone.
import type { FirstLineAnswer } from '../../../nouns.js';
import { createCommandRunner } from '../runner.js';
import { type FromHelper, type HelperTask, isToHelper } from './messages.js';

type CommandRunner = ReturnType<typeof createCommandRunner>;

let runner: CommandRunner | null = null;
const aborts = new Map<number, AbortController>();
const answers = new Map<number, (said: FirstLineAnswer) => void>();

const say = (message: FromHelper): void => {
  // The host may be gone by now: then `disconnect` says so.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

async function run(id: number, { listens, umask, ...task }: HelperTask, by: CommandRunner): Promise<void> {
  process.umask(umask);
  const abort = new AbortController();
  aborts.set(id, abort);
  const { hook: _, ...run } = await by.run({
    ...task,
    signal: abort.signal,
    recheck: null,
    onFirstLine: listens ? (line) => hear(id, line) : null,
  });
  aborts.delete(id);
  answers.delete(id);
  say({ kind: 'ran', id, run });
}

function hear(id: number, line: string): Promise<FirstLineAnswer> {
  say({ kind: 'line', id, line });
  return new Promise((resolve) => answers.set(id, resolve));
}

process.on('message', (message) => {
  if (!isToHelper(message)) return;
  switch (message.kind) {
    case 'begin':
      runner = createCommandRunner({ ...message.options, beside: false });
      say({ kind: 'ready' });
      break;
    case 'run':
      if (runner !== null) void run(message.id, message.task, runner);
      break;
    case 'abort':
      aborts.get(message.id)?.abort(message.why);
      break;
    case 'said':
      answers.get(message.id)?.(message.said);
      break;
    case 'reloaded':
      runner?.reloaded?.();
  }
});

process.once('disconnect', () => {
  void Promise.resolve(runner?.close()).finally(() => process.exit());
});

// Signals to the host are the host's to answer.
for (const name of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(name, () => undefined);

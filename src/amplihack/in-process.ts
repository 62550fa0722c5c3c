// Runs hooks of this package without a process of their own, where their command is this package's own executable.

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { EndSignal } from '../end-signal.js';
import type { CommandHandler, Outcome, Run, Runner, Task } from '../nouns.js';
import { LIMITS } from './context.js';
import { runAmplihack } from './run.js';
import { findSubcommand } from './subcommands.js';

export interface InProcessOptions {
  /** The executable of this package. */
  readonly executable: string;
  /** Runs every other command. */
  readonly otherwise: Runner;
}

/** A program, bare or quoted, and one word behind it: a command that every shell reads the same way. */
const SIMPLE = /^(?:'([^']+)'|"([^"$`\\!]+)"|([\w@%+=:,./-]+)) +([\w-]+) *$/;

export function inProcessRunner({ executable, otherwise }: InProcessOptions): Runner {
  const own = real(executable);
  return {
    async run(task) {
      const { handler } = task.hook;
      const subcommand = handler.type === 'command' && own !== null ? subcommandOf(handler, own) : null;
      const root = subcommand === null ? null : directoryOf(task);
      return subcommand === null || root === null ? otherwise.run(task) : runHere(task, subcommand, root);
    },
    reloaded: () => otherwise.reloaded?.(),
    close: () => otherwise.close(),
  };
}

/** By the file a command leads to, never by its name; `null`: it has to be run as a process. */
function subcommandOf({ command, args, shell, background }: CommandHandler, own: string): string | null {
  if (background !== 'no' || shell === 'powershell') return null;
  const [program, subcommand] = args === null ? wordsOf(command) : [command, args[0] ?? ''];
  if (!isAbsolute(program) || findSubcommand(subcommand) === null) return null;
  return real(program) === own ? subcommand : null;
}

function wordsOf(command: string): readonly [string, string] {
  const [, single, double, bare, subcommand = ''] = SIMPLE.exec(command) ?? [];
  return [single ?? double ?? bare ?? '', subcommand];
}

function real(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** The first usable directory, by its real name, as a process would see it. */
function directoryOf({ cwd }: Task): string | null {
  for (const path of cwd) {
    const directory = real(path);
    if (directory !== null && statSync(directory).isDirectory()) return directory;
  }
  return null;
}

async function runHere(task: Task, subcommand: string, root: string): Promise<Run> {
  const start = performance.now();
  if (task.signal?.aborted === true)
    return { hook: task.hook, outcome: cancelled(task.signal), durationMs: 0 };
  const { timeoutMs, signal, stdin, env } = task;
  const reflection = Math.min(LIMITS.reflection, timeoutMs ?? Number.POSITIVE_INFINITY);
  const ended = runAmplihack(subcommand, stdin, { root, env, limits: { reflection } });
  const outcome = await firstOf(ended.then(finished), timeoutMs, signal);
  return { hook: task.hook, outcome, durationMs: performance.now() - start };
}

const finished = ({ stdout, stderr, exitCode }: Awaited<ReturnType<typeof runAmplihack>>): Outcome => ({
  kind: 'finished',
  exitCode,
  stdout,
  stderr,
  truncated: false,
});

/** In the words of whoever aborted. */
const cancelled = ({ reason }: EndSignal): Outcome => ({
  kind: 'cancelled',
  why: typeof reason === 'string' ? reason : 'the event was aborted',
});

/** A handler cannot be killed, but nobody waits for it longer than for a process. */
function firstOf(
  work: Promise<Outcome>,
  timeoutMs: number | null,
  signal: EndSignal | null,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    const cancel = (): void => {
      if (signal !== null) end(cancelled(signal));
    };
    const late = { kind: 'timedOut', stdout: '', stderr: '', truncated: false } as const;
    const timer = timeoutMs === null ? undefined : setTimeout(() => end({ ...late, timeoutMs }), timeoutMs);
    signal?.addEventListener('abort', cancel);
    void work.then(end);
  });
}

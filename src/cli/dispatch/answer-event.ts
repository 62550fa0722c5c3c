// Answers one event as a hook would, with everything that running hooks takes.

import { engineOf, settle } from '../../engine/index.js';
import { toClaudeOutput, toHookResult } from '../../hosts/index.js';
import { journalFor } from '../../journal/index.js';
import type { Decision, Generation } from '../../nouns.js';
import { complain, EXIT, type Io } from '../io.js';
import { ownHandlers } from '../work/own-handlers.js';
import type { DispatchOrder, HostEvent } from './order.js';

/** Gives an event to the hooks and answers it; gives the exit code. */
export async function answerEvent(io: Io, { host, load }: DispatchOrder, event: HostEvent): Promise<number> {
  // Nobody hears of what happens after the answer, so what may wake the model later is waited for.
  const settled = settle({ ...load, oneShot: true, inProcess: ownHandlers });
  const journal = journalFor(settled.env, settled.stateDir, settled.projectDir);
  const engine = engineOf({ ...settled, journal });
  try {
    const decision = await engine.dispatch(event.input);
    if (host === 'amplifier') io.stdout.data(`${JSON.stringify(toHookResult(decision, event.data))}\n`);
    const code = host === 'amplifier' ? EXIT.fine : asHook(io, decision, engine.generation);
    // The answer does not wait for background hooks, but their work is not cut off either.
    await engine.idle();
    return code;
  } finally {
    await engine.close();
    await journal?.close();
  }
}

function asHook(io: Io, decision: Decision, generation: Generation): number {
  const { exitCode, stdout, stderr } = toClaudeOutput(decision);
  if (stdout !== '') io.stdout.data(stdout);
  // Hosts show it to people too.
  if (stderr !== '') io.stderr.text(stderr.endsWith('\n') ? stderr : `${stderr}\n`);
  // With exit code 2 all of stderr is the reason that the model reads, so nothing else may stand there.
  if (exitCode === 0) complain(io, problemsOf(generation, decision));
  return exitCode;
}

/** Hooks that do not work as written, and answers that did not count: the host's log is the only place where anybody could see it. */
const problemsOf = (generation: Generation, decision: Decision): string[] =>
  [
    ...generation.diagnostics.filter(({ severity }) => severity === 'error'),
    ...decision.diagnostics.filter(({ severity }) => severity !== 'info'),
  ].map(
    ({ message, file, line }) =>
      `amplifier-hooks: ${message}${file === null ? '' : ` (${file}:${line ?? 1})`}`,
  );

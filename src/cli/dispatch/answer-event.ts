// Answers one event as a hook would, with everything that running hooks takes.

import { type Engine, engineOf, settle } from '../../engine/index.js';
import type { UnknownInput } from '../../events/index.js';
import { toClaudeOutput, toHookResult } from '../../hosts/index.js';
import { journalFor } from '../../journal/index.js';
import type { Decision, Diagnostic, Generation } from '../../nouns.js';
import { traceOf, writeExactly } from '../../text/index.js';
import { isOfTrust } from '../../trust/index.js';
import { interruptionOf, unlessAborted } from '../interruption.js';
import { complain, EXIT, type Io, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { requireTrusted, trustOptions } from '../options/trust-flags.js';
import { turnOf } from '../work/answering.js';
import { listening } from '../work/listening.js';
import { ownHandlers } from '../work/own-handlers.js';
import { faultAt } from './fault.js';
import type { DispatchOrder } from './order.js';
import type { HostEvent } from './read-event.js';

/** Gives an event to the hooks and answers it; gives the exit code. `null`: who started us is answering it already. */
export async function answerEvent(io: Io, order: DispatchOrder, event: HostEvent): Promise<number | null> {
  const fault = (error: unknown): number => faultAt(event.row, io, order, error);
  const turn = turnOf(event.input, io.env, io.caller?.pid);
  if (turn.kind !== 'new') {
    if (turn.kind === 'too-deep') return fault(new UserError(turn.why));
    complain(io, [`amplifier-hooks: ${turn.why}`]);
    return null;
  }
  const { permission } = event.row;
  const unneeded = permission ? (io.caller?.lastWords ?? lastWords)(fault) : () => undefined;
  try {
    io.caller?.begins(permission);
    const load = { ...order.load, env: { ...order.load.env, ...turn.env } };
    return await withEngine(io, { ...order, load }, fault, async (engine) => {
      const signal = interruptionOf(io);
      const code = await answer(io, order, event, engine, signal).catch(fault);
      unneeded();
      io.caller?.answered(code);
      // The answer does not wait for background hooks, but their work is not cut off either, unless a signal does.
      await unlessAborted(engine.idle(), signal);
      return code;
    });
  } finally {
    unneeded();
  }
}

/** What is thrown where nobody catches it is a fault too. */
function lastWords(say: (error: unknown) => number): () => void {
  const end = (error: unknown): void => process.exit(say(error));
  process.prependOnceListener('uncaughtException', end);
  return () => process.removeListener('uncaughtException', end);
}

/** An event that nobody knows is recorded, and said once a session. It is no reason to fail, whatever happens. */
export async function noteUnknown(io: Io, order: DispatchOrder, input: UnknownInput): Promise<void> {
  const none = (): number => EXIT.fine;
  await withEngine(io, order, none, async (engine) => {
    engine.unknown(input);
    return EXIT.fine;
  });
}

async function withEngine(
  io: Io,
  order: DispatchOrder,
  fault: (error: unknown) => number,
  work: (engine: Engine) => Promise<number>,
): Promise<number> {
  const opened = open(io, order, fault);
  if (typeof opened === 'number') return opened;
  const { engine, journal, unwritten, heard } = opened;
  let code: number | null = null;
  try {
    code = await work(engine);
    return code;
  } finally {
    // The answer is given: what goes wrong now must not change the exit code, which is a part of it.
    await engine
      .close()
      .then(() => journal?.close())
      .then(() => heard.handOn(code === EXIT.fine))
      .then((told) => unwritten.push(...told.map((problem) => `amplifier-hooks: ${problem}`)))
      .catch((error: unknown) => io.stderr.text(`amplifier-hooks: fault while ending: ${traceOf(error)}\n`));
    // With exit code 2 all of stderr is the reason that the model reads.
    if (code === EXIT.fine) complain(io, unwritten);
  }
}

function open(io: Io, { load, options }: DispatchOrder, fault: (error: unknown) => number) {
  try {
    // Nobody hears of what happens after the answer, so what may wake the model later is waited for.
    const settled = settle({
      ...load,
      ...trustOptions({ args: [], options, io }),
      oneShot: true,
      ...(io.caller === undefined ? {} : { hostPid: io.caller.pid }),
      onDiagnostic: ({ code, message }) => {
        if (code === 'event-not-known') complain(io, [`amplifier-hooks: ${message}`]);
      },
      inProcess: ownHandlers,
    });
    const unwritten: string[] = [];
    const heard = listening(settled);
    const journal = journalFor(
      settled.env,
      settled.stateDir,
      settled.projectDir,
      ({ message }) => unwritten.push(`amplifier-hooks: ${message}`),
      { repeated: flag(options, 'repeated'), ...heard.options },
    );
    // Who answers many callers keeps processes ready for their hooks; a process of its own ends with its event.
    const { caller } = io;
    const command = caller === undefined ? {} : { command: ownHandlers(caller.commands(settled)) };
    const runners = { ...settled.runners, ...command };
    return { engine: engineOf({ ...settled, journal, runners }), journal, unwritten, heard };
  } catch (error) {
    return fault(error);
  }
}

async function answer(
  io: Io,
  { host, options }: DispatchOrder,
  event: HostEvent,
  engine: Engine,
  signal: AbortSignal,
): Promise<number> {
  requireTrusted({ options }, engine.generation);
  const decision = await engine.dispatch(event.input, { signal });
  // Whoever was ended before he answered has not assented.
  if (
    signal.aborted &&
    !decision.blocked &&
    decision.runs.some(({ outcome }) => outcome.kind === 'cancelled')
  ) {
    if (!event.row.permission) return EXIT.problem;
    throw new UserError(`${String(signal.reason)} before all of them had answered`);
  }
  if (event.row.envFile) {
    const { handOnEnvFiles } = await import('./env-file.js');
    handOnEnvFiles(io, engine.envFiles(event.input.sessionId));
  }
  if (host !== 'amplifier') return asHook(io, decision, engine.generation);
  io.stdout.data(`${writeExactly(toHookResult(decision, event.data))}\n`);
  return EXIT.fine;
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

/** Hooks that do not work as written or wait for approval, and answers that did not count: the host's log is the only place where anybody could see it. */
const problemsOf = (generation: Generation, decision: Decision): string[] =>
  [
    ...generation.diagnostics.filter(({ severity, code }) => severity === 'error' || isOfTrust(code)),
    ...decision.diagnostics.filter(({ severity }) => severity !== 'info'),
  ]
    .filter((found) => !isToldBy(decision, found))
    .map(({ message, file, line, code, hint }) => {
      const what = isOfTrust(code) && hint !== null ? `${message}. ${hint}` : message;
      return `amplifier-hooks: ${what}${file === null ? '' : ` (${file}:${line ?? 1})`}`;
    });

/** That a hook was not run because it changed is told as its failure, with what to do. */
const isToldBy = ({ runs }: Decision, { code, file }: Diagnostic): boolean =>
  (code === 'plugin-changed' || code === 'hook-swapped') &&
  runs.some(
    ({ hook: { source }, outcome }) =>
      outcome.kind === 'refused' && (source.pluginRoot === file || source.file === file),
  );

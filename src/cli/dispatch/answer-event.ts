// Answers one event as a hook would, with everything that running hooks takes.

import { type EndSignal, nativeSignal } from '../../end-signal.js';
import { type Engine, engineOf, type HandOver, settle } from '../../engine/index.js';
import type { HookInput, UnknownInput } from '../../events/index.js';
import type { Agent, Payload } from '../../hosts/agents/index.js';
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
import { faultAt, type Given } from './fault.js';
import type { HostEvent } from './host-event.js';
import { hostTimeOf, timeOf } from './host-time.js';
import type { DispatchOrder } from './order.js';

/** Gives an event to the hooks and answers it; gives the exit code. `null`: who started us is answering it already. */
export async function answerEvent(io: Io, order: DispatchOrder, event: HostEvent): Promise<number | null> {
  const fault = (error: unknown): number =>
    faultAt(event.row, io, { ...order, speaker: event.speaker }, error);
  const turn = turnOf(event.inputs[0], io.env, io.caller?.pid);
  if (turn.kind !== 'new') {
    if (turn.kind === 'too-deep') return fault(new UserError(turn.why));
    complain(io, [`amplifier-hooks: ${turn.why}`]);
    return null;
  }
  const { permission } = event.row;
  const { lastWords } = io.caller ?? io;
  const unneeded = (permission ? lastWords?.(fault) : undefined) ?? (() => undefined);
  try {
    io.caller?.begins(permission);
    const load = { ...order.load, env: { ...order.load.env, ...turn.env } };
    return await withEngine(io, { ...order, load }, fault, async (engine) => {
      const signal = interruptionOf(io);
      const time = timeOf(io, hostTimeOf(order, event.speaker));
      const code = await answer(io, order, event, engine, signal, time).catch(fault);
      unneeded();
      io.caller?.answered(code);
      // The answer does not wait for hooks that went to the background by themselves, nor are they cut off, unless a signal does it.
      await unlessAborted(engine.idle(), eitherOf(signal, time));
      return code;
    });
  } finally {
    unneeded();
  }
}

/** Who runs background hooks when this process has ended; `null`: it stays. */
function handOverOf(io: Io, order: DispatchOrder): HandOver | null {
  const { command = '', caller } = io;
  if (command === '' || caller !== undefined) return null;
  return async (...what) => (await import('./behind.js')).handOverTo(command, io, order)(...what);
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

function open(io: Io, order: DispatchOrder, fault: (error: unknown) => number) {
  const { load, options } = order;
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
      { repeated: flag(options, 'repeated'), brief: io.caller === undefined, ...heard.options },
    );
    // Who answers many callers keeps processes ready for their hooks; a process of its own ends with its event.
    const { caller } = io;
    const command = caller === undefined ? {} : { command: ownHandlers(caller.commands(settled)) };
    const runners = { ...settled.runners, ...command };
    const handOver = handOverOf(io, order);
    return { engine: engineOf({ ...settled, journal, runners, handOver }), journal, unwritten, heard };
  } catch (error) {
    return fault(error);
  }
}

async function answer(
  io: Io,
  { options }: DispatchOrder,
  event: HostEvent,
  engine: Engine,
  interruption: EndSignal,
  time: AbortSignal | null,
): Promise<number> {
  requireTrusted({ options }, engine.generation);
  const { row, speaker, inputs } = event;
  const signal = eitherOf(interruption, time);
  const decisions = await decisionsOf(event, engine, signal);
  // Whoever was ended before he answered has not assented.
  const isDenied = decisions.some(({ blocked }) => blocked);
  const isCut = decisions.some(({ runs }) => runs.some(({ outcome }) => outcome.kind === 'cancelled'));
  if (signal.aborted && !isDenied && isCut) {
    if (row.permission) throw new UserError(`${String(signal.reason)} before all of them had answered`);
    if (interruption.aborted) return EXIT.problem;
    complain(io, [`amplifier-hooks: ${String(signal.reason)} before all hooks of ${row.name} had answered`]);
  }
  if (row.envFile) {
    const { handOnEnvFiles } = await import('./env-file.js');
    handOnEnvFiles(io, engine.envFiles(inputs[0].sessionId));
  }
  if (speaker.host === 'agent')
    return give(io, asAgent(speaker, event, decisions, engine), decisions, engine);
  const [decision] = decisions;
  if (speaker.host !== 'amplifier') return give(io, toClaudeOutput(decision), decisions, engine);
  io.stdout.data(`${writeExactly(toHookResult(decision, event.data))}\n`);
  return EXIT.fine;
}

/** Aborted with the first of them. */
const eitherOf = (one: EndSignal, other: AbortSignal | null): EndSignal =>
  other === null ? one : AbortSignal.any([nativeSignal(one), other]);

type Decisions = readonly [Decision, ...Decision[]];

/** One after the other; a part of a call that is denied denies it, and nobody is asked about the rest. */
async function decisionsOf(
  { inputs, row, speaker, sameTurn }: HostEvent,
  engine: Engine,
  signal: EndSignal,
): Promise<Decisions> {
  const decided = (input: HookInput): Promise<Decision> => {
    if (speaker.host !== 'agent') return engine.dispatch(input, { signal });
    const { agent, payload } = speaker;
    const notDone = (decision: Decision): readonly string[] =>
      agent.answer({ payload, event: row.name, decisions: [decision], inputs: [input] }).untold;
    return engine.dispatch(input, {
      signal,
      notDone,
      sameTurn: sameTurn === true,
      endless: agent.facts.stopRounds === null,
    });
  };
  const [first, ...others] = inputs;
  let decisions: Decisions = [await decided(first)];
  for (const input of others) {
    if (row.permission && decisions.some(({ blocked }) => blocked)) break;
    decisions = [...decisions, await decided(input)];
  }
  return decisions;
}

/** The answer, and once a session with what the agent cannot do of it, where its user can be told. */
function asAgent(
  { agent, payload }: { readonly agent: Agent; readonly payload: Payload },
  { row: { name: event }, inputs }: HostEvent,
  decisions: Decisions,
  engine: Engine,
): Given {
  const judged = { payload, event, decisions, inputs };
  const answer = agent.answer(judged);
  const [first, ...others] = decisions;
  const tells = agent.facts.events.find(({ ours }) => ours === event)?.ways.systemMessage?.kind !== 'lost';
  const inWords = tells || answer.exitCode === EXIT.fine ? answer.untold : [];
  const news = engine.tellOnce(inputs[0].sessionId, inWords);
  if (news.length === 0) return answer;
  const told = news.map((value) => ({ value: `amplifier-hooks: ${value}`, by: '' }));
  const said = { ...first, systemMessages: [...first.systemMessages, ...told] };
  if (tells) return agent.answer({ ...judged, decisions: [said, ...others] });
  return { ...answer, stderr: [answer.stderr, ...told.map(({ value }) => value)].filter(Boolean).join('\n') };
}

function give(io: Io, given: Given, decisions: Decisions, { generation }: Engine): number {
  const { exitCode, stdout, stderr } = given;
  if (stdout !== '') io.stdout.data(stdout);
  // Hosts show it to people too.
  if (stderr !== '') io.stderr.text(stderr.endsWith('\n') ? stderr : `${stderr}\n`);
  // With exit code 2 all of stderr is the reason that the model reads, so nothing else may stand there.
  if (exitCode === 0) complain(io, problemsOf(generation, decisions, given));
  return exitCode;
}

/** Hooks that do not work as written or wait for approval, and answers that did not count: the host's log is the only place where anybody could see it. */
const problemsOf = (generation: Generation, decisions: Decisions, given: Given): string[] =>
  [
    ...generation.diagnostics.filter(({ severity, code }) => severity === 'error' || isOfTrust(code)),
    ...decisions.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity !== 'info')),
  ]
    .filter((found) => !isSaid(found, given) && !decisions.some((decision) => isToldBy(decision, found)))
    .map(({ message, file, line, code, hint }) => {
      const what = isOfTrust(code) && hint !== null ? `${message}. ${hint}` : message;
      return `amplifier-hooks: ${what}${file === null ? '' : ` (${file}:${line ?? 1})`}`;
    });

/** What the user is told by the answer itself needs no second line. */
const isSaid = ({ tell, message }: Diagnostic, { stdout, stderr }: Given): boolean =>
  tell === true && (stderr.includes(message) || stdout.includes(JSON.stringify(message).slice(1, -1)));

/** That a hook was not run because it changed is told as its failure, with what to do. */
const isToldBy = ({ runs }: Decision, { code, file }: Diagnostic): boolean =>
  (code === 'plugin-changed' || code === 'hook-swapped') &&
  runs.some(
    ({ hook: { source }, outcome }) =>
      outcome.kind === 'refused' && (source.pluginRoot === file || source.file === file),
  );

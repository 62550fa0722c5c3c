// What the hooks of one event of a host said together, however many questions it became.
import { eventRow } from '../../events/index.js';
import { failureOf } from '../../hook-name.js';
import type { Decision, Said } from '../../nouns.js';
import { noticesOf } from '../notices.js';
import type { Ability } from './agent.js';

export interface Verdict {
  /** Why it must not happen; `null`: it may. Never empty: there are hosts that do not hear a deny without a reason. */
  readonly denied: string | null;
  /** Why the user is to be asked; `null`: they are not. */
  readonly asks: string | null;
  /** Every hook that spoke permits it, and each part of it. */
  readonly allows: boolean;
  /** `continue: false`: the turn ends, for this reason. */
  readonly stops: string | null;
  /** For Stop and SubagentStop: the agent goes on, for this reason, in which all context is: hosts hear nothing else there. */
  readonly goesOn: string | null;
  /** For the model, beside a tool result. */
  readonly feedback: readonly string[];
  /** For the model; empty for Stop and SubagentStop. */
  readonly context: readonly string[];
  /** For the user. */
  readonly messages: readonly string[];
}

const STOPPED = 'Stopped by hook';

export function verdictOf(decisions: readonly Decision[]): Verdict {
  const ends = decisions.some(({ event }) => eventRow(event).jsonBlock === 'goOn');
  const blocking = decisions.find(({ blocked, permission }) => blocked || permission === 'deny');
  const stopping = decisions.find(({ stop }) => stop !== null);
  const asking = decisions.find(({ permission }) => permission === 'ask' || permission === 'defer');
  const blocked = blocking === undefined ? null : reasonOf(blocking);
  const context = all(decisions, ({ context, late }) => [...context, ...late]);
  const goesOn = ends && stopping === undefined && decisions.some(({ continues }) => continues);
  return {
    denied: ends ? null : blocked,
    asks: asking === undefined ? null : (said(asking.reason) ?? 'A hook asks for confirmation.'),
    allows: decisions.every(({ permission }) => permission === 'allow'),
    stops: stopping === undefined ? null : (said(stopping.stop?.value) ?? STOPPED),
    goesOn: goesOn ? said([...(blocked === null ? [] : [blocked]), ...context].join('\n')) : null,
    feedback: all(decisions, ({ feedback }) => feedback),
    context: ends ? [] : context,
    messages: [
      ...all(decisions, ({ systemMessages }) => systemMessages),
      ...decisions.flatMap(failuresOf),
      ...decisions.flatMap(noticesOf),
    ],
  };
}

const reasonOf = ({ event, reason }: Decision): string =>
  said(reason) ?? (eventRow(event).stockReason || 'Blocked by hook');

/** A text of blanks says nothing, and a host may take it for no reason at all. */
const said = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : text;

/** Once each: a hook that is asked about every part of a call may say the same every time. */
const all = (
  decisions: readonly Decision[],
  of: (decision: Decision) => readonly Said<string>[],
): readonly string[] => [...new Set(decisions.flatMap((decision) => of(decision).map(({ value }) => value)))];

const failuresOf = ({ event, runs, failures }: Decision): readonly string[] =>
  failures.map((failure) =>
    failureOf(
      failure,
      event,
      runs.map(({ hook }) => hook),
    ),
  );

/** Whether a hook wants the call with another input. */
export const isRewritten = (decisions: readonly Decision[]): boolean =>
  decisions.some(({ updatedInput }) => updatedInput !== null);

/** What of all that a host can do the hooks asked for. */
export function asked(decisions: readonly Decision[], verdict: Verdict): readonly Ability[] {
  const wanted: readonly (readonly [Ability, boolean])[] = [
    ['deny', verdict.denied !== null],
    ['ask', verdict.denied === null && verdict.asks !== null],
    ['allow', verdict.allows],
    ['updatedInput', isRewritten(decisions)],
    ['updatedOutput', decisions.some(({ updatedOutput }) => updatedOutput !== null)],
    ['context', verdict.context.length > 0],
    ['feedback', verdict.feedback.length > 0],
    ['stop', verdict.stops !== null],
    ['continue', verdict.goesOn !== null],
    ['systemMessage', verdict.messages.length > 0],
  ];
  return wanted.filter(([, is]) => is).map(([ability]) => ability);
}

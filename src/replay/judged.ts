// What became of an event, recorded or replayed, in the form in which the two are compared.
import type { EventEntry, LateEntry, Upshot } from '../journal/index.js';
import { isRecord, redactText } from '../text/index.js';

/** What became of one event: both rounds and what its background hooks said together. */
export interface Judged {
  readonly verdict: Upshot;
  readonly reason: string | null;
  /** Hooks that decided it. */
  readonly by: readonly string[];
  /** What the model is told, now or later. */
  readonly context: readonly string[];
  /** What the user is told. */
  readonly messages: readonly string[];
  /** Inputs, outputs and permissions that were replaced, and other fields for the host, by name. */
  readonly rewrites: Readonly<Record<string, unknown>>;
  /** Hooks that failed: `id kind`, and whether that blocked. */
  readonly failures: readonly string[];
  /** Hooks that ran, and hooks that said something of the above, by id. */
  readonly ran: readonly string[];
  readonly speakers: Readonly<Record<'context' | 'messages' | 'rewrites' | 'failures', readonly string[]>>;
}

/** From weak to strong: whoever is asked says no to more. */
const STRENGTH: readonly Upshot[] = ['allow', 'nothing', 'ask', 'defer', 'stop', 'block', 'deny'];

export const strength = (verdict: Upshot): number => STRENGTH.indexOf(verdict);

/** Whether an event is refused, by whatever word. */
export const isRefusal = (verdict: Upshot): boolean => strength(verdict) >= strength('stop');

export function judgedOf(first: EventEntry, second: EventEntry | null, late: readonly LateEntry[]): Judged {
  const rounds = second === null ? [first] : [first, second];
  const decisive = rounds.reduce((most, round) =>
    strength(round.verdict) > strength(most.verdict) ? round : most,
  );
  const decisions = rounds.map(({ detail }) => detail.decision);
  const said = <T>(pick: (one: (typeof decisions)[number]) => readonly T[]): T[] => decisions.flatMap(pick);
  const context = [
    ...said(({ feedback, context: own }) => [...feedback, ...own]),
    ...late.flatMap(({ detail }) => detail?.texts ?? []),
  ];
  const messages = said(({ systemMessages }) => systemMessages);
  const rewrites = Object.fromEntries(decisions.flatMap(rewritesIn));
  const failures = said(({ failures: own }) => own);
  return {
    verdict: decisive.verdict,
    reason: decisive.detail.decision.reason ?? decisive.detail.decision.stop?.value ?? null,
    by: decidersOf(decisive),
    context: unique(context.map(({ value }) => value)),
    messages: unique(messages.map(({ value }) => value)),
    rewrites: Object.fromEntries(Object.entries(rewrites).map(([name, { value }]) => [name, value])),
    failures: unique(
      failures.map(({ by, kind, blocked }) => `${by} ${kind}${blocked ? ' and blocked' : ''}`),
    ),
    ran: unique(rounds.flatMap(({ runs }) => runs.map(({ hook }) => hook))),
    speakers: {
      context: unique(context.map(({ by }) => by)),
      messages: unique(messages.map(({ by }) => by)),
      rewrites: unique(Object.values(rewrites).map(({ by }) => by)).filter((by) => by !== ''),
      failures: unique(failures.map(({ by }) => by)),
    },
  };
}

function decidersOf({ verdict, detail }: EventEntry): readonly string[] {
  const { decidedBy, stop } = detail.decision;
  return verdict === 'stop' && stop !== null ? [stop.by] : decidedBy;
}

type Rewrite = readonly [string, { readonly value: unknown; readonly by: string }];

function rewritesIn(decision: EventEntry['detail']['decision']): Rewrite[] {
  const { updatedInput, updatedOutput, updatedPermissions, output } = decision;
  const { interrupt, hidePrompt, decidedBy } = decision;
  const named = { updatedInput, updatedOutput, updatedPermissions };
  return [
    ...Object.entries(named).flatMap(([name, said]): Rewrite[] => (said === null ? [] : [[name, said]])),
    ...Object.entries(output).map(([name, said]): Rewrite => [name, saidOf(said)]),
    ...Object.entries({ interrupt, hidePrompt }).flatMap(([name, value]): Rewrite[] =>
      value ? [[name, { value, by: decidedBy[0] ?? '' }]] : [],
    ),
  ];
}

const saidOf = (said: unknown): Rewrite[1] =>
  isRecord(said) && typeof said['by'] === 'string'
    ? { value: said['value'], by: said['by'] }
    : { value: said, by: '' };

const unique = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

const CUT = /^([\s\S]*)…\[cut: (\d+) characters\]$/;

/** Whether two texts are the same, as far as both are kept. A secret is the same as another: neither is kept. */
export function sameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [kept(one), kept(other)];
  if (a.text === b.text) return a.length === b.length || a.isRedacted;
  if (a.isWhole && b.isWhole) return false;
  const room = Math.min(a.text.length, b.text.length);
  const isAlike = a.text.slice(0, room) === b.text.slice(0, room);
  return isAlike && (a.length === b.length || a.isRedacted || b.isRedacted);
}

function kept(text: string): { text: string; length: number; isWhole: boolean; isRedacted: boolean } {
  const [, beginning, length] = CUT.exec(text) ?? [];
  const shown = redactText(beginning ?? text);
  return {
    text: shown,
    length: length === undefined ? text.length : Number(length),
    isWhole: length === undefined,
    isRedacted: shown.includes('[redacted]'),
  };
}

export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return sameText(one, other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => sameValue(item, other[at]));
  if (isRecord(one) && isRecord(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => sameValue(one[name], other[name]));
  }
  return Object.is(one, other);
}

export const sameTexts = (one: readonly string[], other: readonly string[]): boolean => sameValue(one, other);

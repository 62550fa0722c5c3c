// Lines back into entries. What is not understood is not guessed at.
import type { Failure, ModelStep, ModelWork, Said } from '../nouns.js';
import {
  type ConditionReason,
  type Entry,
  type EventDetail,
  type EventEntry,
  type EventHead,
  FAILURE_KINDS,
  type GenerationEntry,
  type Header,
  type IdleCount,
  type IdleEntry,
  type LateEntry,
  type LostEntry,
  type PlanRecord,
  type RecordedDecision,
  type RecordedHook,
  type RecordedPlanEntry,
  type RunHead,
  type Told,
  VERDICTS,
} from './entries.js';
import {
  type Guard,
  isAnything,
  isBoolean,
  isNumber,
  isRecord,
  isText,
  listOf,
  oneOf,
  orMissing,
  orNull,
  shape,
} from './guards.js';
import { timeOfId } from './ids.js';

const kind = <T extends string>(name: T): Guard<T> => oneOf([name]);
export const isVerdict = oneOf(VERDICTS);
export const isFailureKind = oneOf(FAILURE_KINDS);
export const isOutcome = oneOf<RunHead['outcome']>([
  ...FAILURE_KINDS,
  'answered',
  'judged',
  'cancelled',
  'background',
]);

const isWork = shape<ModelWork>({
  model: isText,
  calls: isNumber,
  inputTokens: isNumber,
  outputTokens: isNumber,
  costUsd: orNull(isNumber),
  steps: listOf(shape<ModelStep>({ tool: isText, input: isText, ok: isBoolean, durationMs: isNumber })),
});

const isRunHead = shape<RunHead>({
  hook: isText,
  label: isText,
  outcome: isOutcome,
  exitCode: orNull(isNumber),
  ms: isNumber,
  verdict: isVerdict,
  contextBytes: isNumber,
  failed: orNull(shape<NonNullable<RunHead['failed']>>({ kind: isFailureKind, message: isText })),
  work: orMissing(isWork),
});

const isEventHead = shape<EventHead>({
  kind: kind('event'),
  id: isText,
  at: isNumber,
  ms: isNumber,
  session: isText,
  event: isText,
  target: orNull(isText),
  tool: orNull(isText),
  verdict: isVerdict,
  reason: orNull(isText),
  generation: isText,
  plan: isText,
  runs: listOf(isRunHead),
  rewrittenBy: orMissing(isText),
});

const isSaid = <T>(guard: Guard<T>): Guard<Said<T>> => shape<Said<T>>({ value: guard, by: isText });
const isSaidText = listOf(isSaid(isText));
const isTold = shape<Told>({ hook: isText, stdout: isText, stderr: isText, text: isText });

const isDecision = shape<RecordedDecision>({
  permission: orNull(oneOf(['allow', 'deny', 'ask', 'defer'])),
  blocked: isBoolean,
  continues: isBoolean,
  interrupt: isBoolean,
  hidePrompt: isBoolean,
  reason: orNull(isText),
  decidedBy: listOf(isText),
  feedback: isSaidText,
  context: isSaidText,
  late: isSaidText,
  systemMessages: isSaidText,
  updatedInput: orNull(isSaid(isAnything)),
  updatedOutput: orNull(isSaid(isAnything)),
  updatedPermissions: orNull(isSaid(isAnything)),
  output: isRecord,
  stop: orNull(isSaid(orNull(isText))),
  failures: listOf(shape<Failure>({ by: isText, kind: isFailureKind, message: isText, blocked: isBoolean })),
  diagnostics: listOf(
    shape<RecordedDecision['diagnostics'][number]>({
      code: isText,
      severity: oneOf(['error', 'warning', 'info']),
      message: isText,
    }),
  ),
});

export const isDetail = shape<EventDetail>({
  input: isRecord,
  told: listOf(isTold),
  decision: isDecision,
  conditions: listOf(shape<ConditionReason>({ hook: isText, detail: isText })),
});

const isLate = shape<LateEntry>({
  kind: kind('late'),
  id: isText,
  at: isNumber,
  session: isText,
  event: isText,
  of: isText,
  run: isRunHead,
  detail: orNull(shape<NonNullable<LateEntry['detail']>>({ told: isTold, texts: isSaidText })),
});

const isIdle = shape<IdleEntry>({
  kind: kind('idle'),
  at: isNumber,
  from: isNumber,
  session: isText,
  counts: listOf(shape<IdleCount>({ event: isText, target: orNull(isText), count: isNumber })),
});

const isLost = shape<LostEntry>({
  kind: kind('lost'),
  at: isNumber,
  session: isText,
  count: isNumber,
  why: isText,
});

export const isHeader = shape<Header>({
  kind: kind('journal'),
  version: isNumber,
  at: isNumber,
  project: isText,
  session: orNull(isText),
});

export const isGeneration = shape<GenerationEntry>({
  kind: kind('generation'),
  id: isText,
  at: isNumber,
  profile: isText,
  hooks: listOf(
    shape<RecordedHook>({
      id: isText,
      event: isText,
      matcher: orNull(isText),
      condition: orNull(isText),
      type: isText,
      runs: isText,
      scope: isText,
      owner: orNull(isText),
      file: isText,
      line: isNumber,
      state: isText,
    }),
  ),
  quarantined: isNumber,
  diagnostics: isNumber,
});

export const isPlan = shape<PlanRecord>({
  kind: kind('plan'),
  digest: isText,
  event: isText,
  target: orNull(isText),
  entries: listOf(shape<RecordedPlanEntry>({ hook: isText, runs: isBoolean, code: isText, detail: isText })),
  otherEvents: isNumber,
  more: isNumber,
});

/** What a line may be; `damaged`: a torn line, or one of a kind that this version does not know. */
export type Line = Entry | Header | { readonly kind: 'damaged' };

const DAMAGED: Line = { kind: 'damaged' };
/** A quote inside a text is escaped, so the first of these in a line is the key itself. */
const DETAIL = ',"detail":';
const END = ']}}';

/** A line without its bulky part, which is not even decoded. */
export function parseHead(line: Buffer): Line {
  const cut = line.indexOf(DETAIL);
  if (cut < 0) return entryOf(parseJson(line.toString('utf8')));
  // Details end with a list, in both kinds that have them; a torn line hardly ever ends like that.
  if (line.toString('latin1', line.length - END.length) !== END) return DAMAGED;
  const value = parseJson(`${line.toString('utf8', 0, cut)},"detail":null}`);
  return isEventHead(value) || isLate(value) ? value : DAMAGED;
}

/** A whole event; `null` for every other line, and for a torn one. */
export function parseEvent(line: Buffer): EventEntry | null {
  const value = parseJson(line.toString('utf8'));
  if (!isRecord(value) || !isEventHead(value)) return null;
  const detail: unknown = value['detail'];
  return isDetail(detail) ? { ...value, detail } : null;
}

/** A line with everything in it. */
export function parseWhole(line: Buffer): Line {
  return parseEvent(line) ?? entryOf(parseJson(line.toString('utf8')));
}

function entryOf(value: unknown): Line {
  return isIdle(value) || isHeader(value) || isLost(value) || isLate(value) ? value : DAMAGED;
}

/** The version that a first line states; `null`: it is no first line. */
export function versionOf(line: Buffer): number | null {
  const value = parseJson(line.toString('utf8'));
  return isRecord(value) && value['kind'] === 'journal' && isNumber(value['version'])
    ? value['version']
    : null;
}

/** A value from JSON; `undefined` where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A torn line; its readers skip and count it.
    return undefined;
  }
}

/** When an entry was written, as far as order goes. */
export const recordedAt = (entry: Entry): number => ('id' in entry ? timeOfId(entry.id) : entry.at);

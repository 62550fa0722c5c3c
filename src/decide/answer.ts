// A hook's JSON answer: checked once against the rules of its event, then trusted.
import {
  EVENT_NAMES,
  type EventRow,
  eventRow,
  fits,
  hasOwnDecision,
  type InputField,
  kindInWords,
} from '../events/index.js';
import type { Profile } from '../profiles.js';
import { describe, isRecord } from '../text/index.js';
import { DENIES } from './codes.js';
import { corrected, type Misspelling } from './misspelt.js';

/** What a hook answered, every field of the right kind. */
export interface Answer {
  /** It has a field that means something; many hooks print their own input, which says nothing. */
  readonly says: boolean;
  readonly continues: boolean;
  readonly stopReason: string | null;
  readonly systemMessage: string | null;
  readonly decision: 'approve' | 'block' | null;
  readonly reason: string | null;
  /** Universal fields for the host alone: `suppressOutput`, `terminalSequence`. */
  readonly universal: Readonly<Record<string, unknown>>;
  /** `hookSpecificOutput` without `hookEventName`; only fields that the event knows. */
  readonly specific: Readonly<Record<string, unknown>>;
  /** There is one although the event knows none. */
  readonly needlessSpecific: boolean;
  readonly permissionRequest: PermissionAnswer | null;
  /** Amplifier's own fields; `null` where the profile does not know them. */
  readonly contextInjection: string | null;
  readonly newContent: string | null;
  /** Fields that nobody knows, where a deciding one is meant. */
  readonly misspelt: readonly Misspelling[];
  /** Fields that an answer can have, where they are not heard: in the wrong place, or of other events. In words. */
  readonly unheard: readonly string[];
}

/** The `decision` object of a PermissionRequest answer. */
export type PermissionAnswer =
  | {
      readonly behavior: 'allow';
      readonly updatedInput: Readonly<Record<string, unknown>> | null;
      readonly updatedPermissions: readonly unknown[] | null;
    }
  | { readonly behavior: 'deny'; readonly message: string | null; readonly interrupt: boolean };

export type AnswerResult =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly problem: string };

const UNIVERSAL = {
  continue: { kind: 'boolean' },
  stopReason: { kind: 'string' },
  suppressOutput: { kind: 'boolean' },
  systemMessage: { kind: 'string' },
  terminalSequence: { kind: 'string' },
  decision: { kind: ['approve', 'block'] },
  reason: { kind: 'string' },
  async: { kind: 'boolean' },
  asyncTimeout: { kind: 'number' },
  hookSpecificOutput: { kind: 'object' },
} as const satisfies Record<string, InputField>;

export const WITH_AMPLIFIERS_OWN = {
  ...UNIVERSAL,
  contextInjection: { kind: 'string' },
  newContent: { kind: 'string' },
} as const satisfies Record<string, InputField>;

export const PERMISSION_ANSWER: Readonly<Record<string, InputField>> = {
  behavior: { kind: ['allow', 'deny'], required: true },
  updatedInput: { kind: 'object' },
  updatedPermissions: { kind: 'array' },
  message: { kind: 'string' },
  interrupt: { kind: 'boolean' },
};

const SAYS_NOTHING: Answer = {
  says: false,
  continues: true,
  stopReason: null,
  systemMessage: null,
  decision: null,
  reason: null,
  universal: {},
  specific: {},
  needlessSpecific: false,
  permissionRequest: null,
  contextInjection: null,
  newContent: null,
  misspelt: [],
  unheard: [],
};

/** What of a profile decides how an answer is read. */
export type AnswerRules = Pick<Profile, 'extraOutput' | 'needlessSpecific'>;

/** Checks a parsed JSON object. Unknown keys are ignored, at every level; a known one of the wrong kind spoils all. */
export function parseAnswer(
  value: Readonly<Record<string, unknown>>,
  row: EventRow,
  { extraOutput, needlessSpecific }: AnswerRules,
): AnswerResult {
  const fields = extraOutput ? WITH_AMPLIFIERS_OWN : UNIVERSAL;
  if (!Object.keys(value).some((name) => Object.hasOwn(fields, name)))
    return {
      ok: true,
      answer: { ...SAYS_NOTHING, misspelt: corrected(value).misspelt, unheard: unheardIn(value, row) },
    };
  const problem =
    firstProblem(value, fields, '') ?? specificProblem(value['hookSpecificOutput'], row, needlessSpecific);
  if (problem !== null) return { ok: false, problem };

  const specific = knownFields(value['hookSpecificOutput'], row);
  const decision = specific['decision'];
  return {
    ok: true,
    answer: {
      says: true,
      continues: value['continue'] !== false,
      stopReason: text(value['stopReason']),
      systemMessage: text(value['systemMessage']),
      decision: value['decision'] === 'approve' || value['decision'] === 'block' ? value['decision'] : null,
      reason: text(value['reason']),
      universal: picked(value, ['suppressOutput', 'terminalSequence']),
      specific,
      needlessSpecific: row.specific === null && isRecord(value['hookSpecificOutput']),
      permissionRequest: isRecord(decision) ? permissionAnswer(decision) : null,
      contextInjection: extraOutput ? text(value['contextInjection']) : null,
      newContent: extraOutput ? text(value['newContent']) : null,
      misspelt: corrected(value).misspelt,
      unheard: unheardIn(value, row),
    },
  };
}

/** Every field of `hookSpecificOutput` that some event knows. */
const SPECIFIC_NAMES: ReadonlySet<string> = new Set(
  EVENT_NAMES.flatMap((name) => Object.keys(eventRow(name).specific ?? {})),
);

/** Names that stand in events too are left out: many hooks print what they were given. */
function unheardIn(value: Readonly<Record<string, unknown>>, row: EventRow): readonly string[] {
  const known = row.specific ?? {};
  const specific = isRecord(value['hookSpecificOutput']) ? value['hookSpecificOutput'] : {};
  return [
    ...Object.keys(value)
      .filter((name) => Object.hasOwn(known, name) && !Object.hasOwn(UNIVERSAL, name))
      .filter((name) => !Object.hasOwn(row.fields, name) && !name.startsWith('permissionDecision'))
      .map((name) => `"${name}" outside of hookSpecificOutput`),
    ...(row.specific === null ? [] : Object.keys(specific))
      .filter((name) => SPECIFIC_NAMES.has(name) && !Object.hasOwn(known, name))
      .map((name) => `"hookSpecificOutput.${name}"`),
  ];
}

function specificProblem(
  specific: unknown,
  row: EventRow,
  needless: AnswerRules['needlessSpecific'],
): string | null {
  if (!isRecord(specific)) return null;
  const name = specific['hookEventName'];
  if (typeof name !== 'string') return `hookSpecificOutput needs "hookEventName": "${row.name}"`;
  if (row.specific === null && needless === 'invalid') return `${row.name} has no hookSpecificOutput`;
  if (name !== row.name) return `hookSpecificOutput is for ${name}, but the event is ${row.name}`;
  if (row.specific === null) return null;
  const { decision } = specific;
  if (hasOwnDecision(row) && decision === undefined)
    return `"hookSpecificOutput.decision" is missing, such as ${DENIES}`;
  return (
    firstMissing(specific, row.specific, 'hookSpecificOutput.') ??
    firstProblem(specific, row.specific, 'hookSpecificOutput.') ??
    (isRecord(decision)
      ? (firstMissing(decision, PERMISSION_ANSWER, 'hookSpecificOutput.decision.') ??
        firstProblem(decision, PERMISSION_ANSWER, 'hookSpecificOutput.decision.'))
      : null)
  );
}

/** Looks at the keys that are there: an answer has few, the tables have many. */
function firstProblem(
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, InputField>>,
  prefix: string,
): string | null {
  for (const name in value) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const found = value[name];
    if (field !== undefined && found !== undefined && !fits(found, field.kind)) {
      return `"${prefix}${name}" must be ${kindInWords(field.kind)}, but is ${describe(found)}`;
    }
  }
  return null;
}

function firstMissing(
  value: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, InputField>>,
  prefix: string,
): string | null {
  const missing = Object.keys(fields).find((name) => fields[name]?.required && value[name] === undefined);
  return missing === undefined ? null : `"${prefix}${missing}" is missing`;
}

function knownFields(specific: unknown, row: EventRow): Readonly<Record<string, unknown>> {
  if (!isRecord(specific) || row.specific === null) return {};
  return picked(specific, Object.keys(row.specific));
}

function picked(value: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]),
  );
}

function permissionAnswer(decision: Record<string, unknown>): PermissionAnswer {
  if (decision['behavior'] === 'deny') {
    return {
      behavior: 'deny',
      message: text(decision['message']),
      interrupt: decision['interrupt'] === true,
    };
  }
  const { updatedInput, updatedPermissions } = decision;
  return {
    behavior: 'allow',
    updatedInput: isRecord(updatedInput) ? updatedInput : null,
    updatedPermissions: Array.isArray(updatedPermissions) ? updatedPermissions : null,
  };
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

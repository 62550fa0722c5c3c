// Fields of an answer that nobody knows and that stand where a deciding one is meant. Ignored, they are guards that fail open.
import { editDistance, isRecord, similarName } from '../text/index.js';

export interface Misspelling {
  readonly found: string;
  readonly meant: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** What decides, at each level of an answer. */
const ANSWER = ['decision', 'permissionDecision', 'hookSpecificOutput', 'continue'];
const SPECIFIC = ['permissionDecision', 'decision'];
const PERMISSION = ['behavior'];

const WORDS = new Set(['allow', 'approve', 'ask', 'block', 'defer', 'deny']);

/** The answer as it was meant, and what had to be read otherwise than it is written. */
export function corrected(answer: Fields): {
  readonly value: Fields;
  readonly misspelt: readonly Misspelling[];
} {
  const misspelt: Misspelling[] = [];
  const value = renamed(answer, ANSWER, misspelt);
  const { hookSpecificOutput } = value;
  if (!isRecord(hookSpecificOutput)) return { value, misspelt };
  const specific = renamed(hookSpecificOutput, SPECIFIC, misspelt);
  const { decision } = specific;
  const whole = isRecord(decision)
    ? { ...specific, decision: renamed(decision, PERMISSION, misspelt) }
    : specific;
  return { value: misspelt.length === 0 ? value : { ...value, hookSpecificOutput: whole }, misspelt };
}

function renamed(fields: Fields, deciding: readonly string[], misspelt: Misspelling[]): Fields {
  // Where a field is there as it should be, another one is not meant to be it.
  const missing = deciding.filter((name) => !Object.hasOwn(fields, name));
  const found = Object.keys(fields).flatMap((name) => {
    const meant = deciding.includes(name) ? null : meantBy(name, fields[name], missing);
    return meant === null ? [] : [{ found: name, meant }];
  });
  if (found.length === 0) return fields;
  misspelt.push(...found);
  return { ...fields, ...Object.fromEntries(found.map((one) => [one.meant, fields[one.found]])) };
}

/** `permission_decision` is `permissionDecision`, whatever else is wrong with it. */
const squashed = (name: string): string => name.replace(/[_\s-]/g, '').toLowerCase();

function meantBy(name: string, value: unknown, known: readonly string[]): string | null {
  const meant = similarName(name, known, { by: squashed });
  if (meant === null) return null;
  if (meant === 'hookSpecificOutput') return isRecord(value) ? meant : null;
  if (meant === 'continue') return value === false ? meant : null;
  // "revision" and "precision" are words too: what is further away must say what a decision says.
  if (typeof value !== 'string') return isRecord(value) && meant === 'decision' ? meant : null;
  return WORDS.has(value.toLowerCase()) || editDistance(squashed(name), squashed(meant)) <= 1 ? meant : null;
}

/** For people. */
export const misspellingInWords = ({ found, meant }: Misspelling): string =>
  `"${found}" is not a field of an answer; "${meant}" seems to be meant`;

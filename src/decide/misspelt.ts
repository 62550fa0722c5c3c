// Fields of an answer that nobody knows and that stand where a deciding one is meant. Ignored, they are guards that fail open.
import { isRecord, similarName } from '../text/index.js';

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
const LONGEST_WORD = 7;

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
const squashed = (name: string): string => DECIDING.get(name) ?? name.replace(/[_\s-]/g, '').toLowerCase();

/** Each name of an answer is compared with these. */
const DECIDING = new Map([...ANSWER, ...PERMISSION].map((name) => [name, name.toLowerCase()]));

/** Names that are like no deciding one, whatever they hold. Hooks print the same few again and again, many of them their own input. */
const FAR = new Set<string>();
const MOST_FAR = 500;
const LONGEST_FAR = 50;

function isFar(name: string): boolean {
  if (FAR.has(name)) return true;
  if (similarName(name, DECIDING.keys(), { by: squashed }) !== null) return false;
  if (name.length > LONGEST_FAR) return true;
  if (FAR.size >= MOST_FAR) FAR.clear();
  FAR.add(name);
  return true;
}

/** What a name stands for that nobody knows; names that cannot be meant, because of what they hold, are not compared. */
function meantBy(name: string, value: unknown, missing: readonly string[]): string | null {
  if (isFar(name)) return null;
  const known = missing.filter((one) => canHold(one, value));
  if (known.length === 0) return null;
  // "revision" and "precision" are words too: what is further away must say what a decision says.
  const within = typeof value === 'string' && !isWord(value) ? 1 : 3;
  return similarName(name, known, { by: squashed, within });
}

const isWord = (value: string): boolean => value.length <= LONGEST_WORD && WORDS.has(value.toLowerCase());

/** Whether a field of this name can hold such a value. */
function canHold(meant: string, value: unknown): boolean {
  if (meant === 'hookSpecificOutput') return isRecord(value);
  if (meant === 'continue') return value === false;
  return typeof value === 'string' || (isRecord(value) && meant === 'decision');
}

/** For people. */
export const misspellingInWords = ({ found, meant }: Misspelling): string =>
  `"${found}" is not a field of an answer; "${meant}" seems to be meant`;

// Secrets, by the name they stand under and by the shape they have: what must not lie in a file for months, nor be handed on.
import { madeOnce } from './made-once.js';
import { mayTell } from './secret-hints.js';
import {
  FORTY,
  IN_LONG_WORDS,
  IN_SURROUNDINGS,
  REDACTED,
  type SecretRule,
  type SecretRules,
  TELLING,
} from './secret-shapes.js';

export { REDACTED } from './secret-shapes.js';

/** A text below this length holds no name with a secret behind it. */
const SHORTEST = 6;

/** Words that make the value under a name a secret; a name is split at `_`, `-`, `.` and capitals before it is compared. */
export const SECRET_WORDS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pass',
  'secret',
  'token',
  'apikey',
  'api key',
  'access key',
  'private key',
  'signing key',
  'encryption key',
  'account key',
  'master key',
  'auth key',
  'app key',
  'application key',
  'credential',
  'credentials',
  'authorization',
  'cookie',
];

/** Names under which only some values are secrets; what they look like together decides. Longer ones are none: a bound in the pattern would take milliseconds to compile. */
const UNSURE = /^(?:_?auth|pwd|sig|signature|key|\w+_(?:pwd|key))$/i;
const LONGEST_UNSURE = 64;
/** Each such name holds one of these. */
const UNSURE_STEMS = ['auth', 'pwd', 'sig', 'key'];

/** A text with every known shape of a secret replaced. */
export function redactText(text: string): string {
  if (text.length < SHORTEST) return text;
  let redacted = text;
  if (hasRun(text, 15, inWords())) redacted = applied(IN_LONG_WORDS, redacted);
  if (hasRun(text, 40, inBase64())) redacted = replaced(redacted, FORTY());
  const lower = redacted.toLowerCase();
  return mayTell(lower) && TELLING.test(lower) ? applied(IN_SURROUNDINGS, redacted) : redacted;
}

function applied(groups: readonly SecretRules[], text: string): string {
  let redacted = text;
  for (const { may, telling, rules } of groups)
    if (may?.(redacted) !== false && telling.test(redacted))
      for (const rule of rules()) redacted = replaced(redacted, rule);
  return redacted;
}

const replaced = (text: string, { pattern, instead }: SecretRule): string => text.replace(pattern, instead);

/** By their codes. Made in every process, so not by trying a pattern on each of them. */
function signs(all: string): readonly boolean[] {
  const are: boolean[] = new Array(128).fill(false);
  for (let at = 0; at < all.length; at += 1) are[all.charCodeAt(at)] = true;
  return are;
}
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const inWords = madeOnce(() => signs(`${LETTERS_AND_DIGITS}_-`));
const inBase64 = madeOnce(() => signs(`${LETTERS_AND_DIGITS}/+`));

/** Whether so many of these signs follow each other. It looks at the end of where they would stand first, and so at few of them. */
function hasRun(text: string, length: number, of: readonly boolean[]): boolean {
  let end = length - 1;
  while (end < text.length) {
    let at = end;
    while (at > end - length && of[text.charCodeAt(at)] === true) at -= 1;
    if (at === end - length) return true;
    end = at + length;
  }
  return false;
}

/** Whether a text holds something that would be replaced. */
export const holdsSecret = (text: string): boolean => redactText(text) !== text;

/** Whether the text under this name is a secret. */
export function isSecretUnder(name: string, value: string): boolean {
  if (isSecretName(name)) return true;
  return (
    name.length <= LONGEST_UNSURE &&
    UNSURE_STEMS.some((stem) => name.toLowerCase().includes(stem)) &&
    UNSURE.test(name) &&
    holdsSecret(`;"${name}": "${value.slice(0, 300)}"`)
  );
}

const OPTION = /^--?[a-z][\w-]{0,60}$/i;

/** Whether what follows this argument of a command is a secret. */
export const isSecretOption = (argument: string): boolean =>
  OPTION.test(argument) && redactText(`${argument} a1`).endsWith(REDACTED);

/** Each of those words holds one of these, so that most names need not be taken apart. */
const STEMS = ['pass', 'secret', 'token', 'key', 'credential', 'authorization', 'cookie'];

const judgedNames = new Map<string, boolean>();

/** Whether the text under this name is a secret whatever it looks like. */
export function isSecretName(name: string): boolean {
  if (name.length > 100) return false;
  const known = judgedNames.get(name);
  if (known !== undefined) return known;
  // Inputs use the same names again and again; data with names of its own must not fill the memory.
  if (judgedNames.size >= 1000) judgedNames.clear();
  const lower = name.toLowerCase();
  const judged = STEMS.some((stem) => lower.includes(stem)) && isSecretInWords(` ${wordsOf(name)} `);
  judgedNames.set(name, judged);
  return judged;
}

// `PGPASSWORD` is one word.
const isSecretInWords = (words: string): boolean =>
  words.includes('password ') || SECRET_WORDS.some((word) => words.includes(` ${word} `));

/** The words that a name is made of, in lower case with blanks between them. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();

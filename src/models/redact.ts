// Nothing secret in what people read: keys, tokens and credentials in addresses.
import { redactText } from '../text/index.js';

const HIDDEN = '[hidden]';
/** Shorter ones would tear holes into ordinary words. */
const SHORTEST = 4;
const LONGEST = 500;
/** Far beyond what is shown, so that no half of a secret at its end can be seen. */
const LOOKED_AT = 20_000;
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[^\s"'`,;]{6,}/g, HIDDEN],
  [/\b(Bearer|Basic)\s+[^\s"'`,;]+/gi, `$1 ${HIDDEN}`],
  [/(:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`],
];

export type Redact = (text: string) => string;

/** A function that makes a text of a server fit for people: without secrets, on one line, of bounded length. */
export function redactor(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets.flatMap(spellings))]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    // Cut only after hiding: half a key at the cut would not be found.
    let clean = text.slice(0, LOOKED_AT);
    for (const secret of known) clean = clean.replaceAll(secret, HIDDEN);
    for (const [pattern, instead] of PATTERNS) clean = clean.replace(pattern, instead);
    clean = redactText(clean)
      .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
      .trim();
    return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
  };
}

function spellings(secret: string): readonly string[] {
  return [
    secret,
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
  ];
}

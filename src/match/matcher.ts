// What a matcher means: everything, a list of exact names, or a regular expression.
import type { EventRow } from '../events/index.js';
import type { MatcherMode } from '../profile-names.js';
import { reasonOf } from '../text/index.js';

export type Matcher =
  | { readonly kind: 'all' }
  | { readonly kind: 'list'; readonly names: readonly string[] }
  | { readonly kind: 'regex'; readonly regex: RegExp }
  | { readonly kind: 'invalid'; readonly problem: string };

type Alphabet = EventRow['matcherAlphabet'];

const LISTS: Readonly<Record<Alphabet, { readonly made: RegExp; readonly separator: RegExp }>> = {
  wide: { made: /^[A-Za-z0-9_\- ,|]*$/, separator: /[|,]/ },
  narrow: { made: /^[A-Za-z0-9_|]*$/, separator: /\|/ },
};

/** Whether a matcher says "everything" in so many words. */
export const saysAll = (matcher: string | null): boolean =>
  matcher === null || matcher === '' || matcher === '*';

/** Reads a matcher as written. */
export function readMatcher(matcher: string | null, alphabet: Alphabet, mode: MatcherMode): Matcher {
  if (matcher === null || saysAll(matcher)) return { kind: 'all' };
  const list = LISTS[alphabet];
  if (list.made.test(matcher)) {
    const names = matcher.split(list.separator).map((name) => name.trim());
    return { kind: 'list', names: names.filter((name) => name !== '') };
  }
  try {
    const found = new RegExp(matcher);
    // Only a pattern that is valid by itself is wrapped: ")(" would become valid inside a group.
    return { kind: 'regex', regex: mode === 'full' ? new RegExp(`^(?:${matcher})$`) : found };
  } catch (error) {
    return { kind: 'invalid', problem: regexProblem(error) };
  }
}

/** Why a regular expression is refused, without the pattern that the engine repeats in its message. */
export function regexProblem(error: unknown): string {
  const message = reasonOf(error);
  return message.slice(message.lastIndexOf(': ') + 1).trim();
}

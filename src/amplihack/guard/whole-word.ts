// What counts as a whole word: no letter, digit, `_` or `-` directly before or behind it.

const isPartOfWord = (character: string | undefined): boolean =>
  character !== undefined &&
  // The large class of all letters is only made for a character that needs it.
  (character < '\x80' ? /[\w-]/.test(character) : /[\p{L}\p{N}\uD800-\uDFFF]/u.test(character));

/** Where a global pattern matches whole words. */
export function* wholeWords(text: string, pattern: RegExp): Generator<number> {
  for (const { 0: found, index } of text.matchAll(pattern))
    if (!isPartOfWord(text[index - 1]) && !isPartOfWord(text[index + found.length])) yield index;
}

export const hasWholeWord = (text: string, pattern: RegExp): boolean =>
  wholeWords(text, pattern).next().done === false;

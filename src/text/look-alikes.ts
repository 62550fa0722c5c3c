// Words that pass for others because letters of several alphabets look the same.

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Alphabets with letters that look like Latin ones. */
const ALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Coptic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;

/** Words of a text that mix alphabets or have letters of another width or font, each once. */
export const lookAlikes = (text: string): readonly string[] => [
  ...new Set(
    (text.match(WORD) ?? []).filter((word) => (LATIN.test(word) && ALIKE.test(word)) || /\w/.test(odd(word))),
  ),
];

/** The letters that are other forms of plain ones, as plain ones. */
const odd = (word: string): string =>
  [...word].flatMap((letter) => (letter > '\u007f' ? [letter.normalize('NFKC')] : [])).join('');

/** A word with everything but plain letters as its number. */
export const spelledOut = (word: string): string =>
  [...word]
    .map((letter) => (letter > '\u007f' ? `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}` : letter))
    .join('');

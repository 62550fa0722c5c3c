// Texts of other people on a terminal: what would move a cursor, turn the direction round or leave no trace is spelled out.

/** An emoji of several characters is one picture; what joins them hides nothing there. */
const EMOJI = String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?`;
/** Controls, halves of surrogate pairs, separators of lines, and everything that is drawn as nothing, such as marks of direction. */
const HIDDEN = String.raw`[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`;
/** Made when it is needed: most texts are plain, and making it takes longer than answering an event that nobody waits for. */
let pattern: RegExp | null = null;

/**
 * A text on one line. A backslash stays as it is: what was shown can be shown again, and a text that spells out an
 * escape looks like the escape itself.
 */
export const shown = (text: string): string => spelledOut(text);

/** A text on as many lines as it has; tabs stay too. */
export const shownBlock = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => spelledOut(line, (char) => (char === '\t' ? char : spelled(char))))
    .join('\n');

/** JSON that means the same. Strings are the only place where a character can be hidden. */
export const shownJson = (json: string): string =>
  spelledOut(json, (char) => (char === '\n' ? char : spelled(char)));

function spelledOut(text: string, spell: (char: string) => string = spelled): string {
  if (/^[ -~]*$/.test(text)) return text;
  pattern ??= new RegExp(`${EMOJI}(?:\\u200d${EMOJI})*|(${HIDDEN})`, 'gu');
  return text.replace(pattern, (kept, hidden: string | undefined) =>
    hidden === undefined ? kept : spell(hidden),
  );
}

const NAMED: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

/** As JSON spells it, so that what is shown can be found in the file that it comes from. */
const spelled = (char: string): string => NAMED[char] ?? char.split('').map(unit).join('');

const unit = (half: string): string => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escape sequences of a terminal (CSI and OSC). */
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;

/** What a program meant that took its reader for a terminal. Only for reading; what people see is `shown`. */
export const withoutColours = (text: string): string => text.replace(SEQUENCES, '');

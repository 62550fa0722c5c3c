// Data in a request: made visible, kept within bounds, and set apart by a mark that nobody who wrote it could know.
import { randomBytes } from 'node:crypto';

/** What stands between fences. */
export type DataName = 'event-data' | 'conversation';

/** Ends of lines, reversals of direction, invisible and private characters: they make a text look like another. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
/** The beginning of what could be taken for a fence. */
const FENCE_LIKE = /<(?=[\s/]*(?:event-data|conversation)\b)/gi;

/** Compact JSON that says the same in characters everybody can see, and holds nothing that looks like a fence. */
export const plainJson = (json: string): string =>
  json.replace(DECEPTIVE, escaped).replace(FENCE_LIKE, '\\u003c');

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
  ).join('');

/** A mark that occurs in none of the texts. */
export function drawMark(texts: readonly string[], draw: () => string = randomMark): string {
  let mark = draw();
  while (texts.some((text) => text.includes(mark))) mark = draw();
  return mark;
}

const randomMark = (): string => randomBytes(12).toString('hex');

/** The data between two lines that carry the mark. */
export const fenced = (name: DataName, mark: string, data: string): string =>
  `<${name} mark="${mark}">\n${data}\n</${name} mark="${mark}">`;

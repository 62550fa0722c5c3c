// Foreign texts in XML.
import { shownBlock } from './shown.js';

/** Attributes of an element. */
export const xmlAttributes = (of: Readonly<Record<string, string | number>>): string =>
  Object.entries(of)
    .map(
      ([name, value]) =>
        `${name}="${xmlText(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
    )
    .join(' ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no way to write control characters, halves of characters, or the two code points that are none: they are spelled out. */
export const xmlText = (text: string): string =>
  shownBlock(text)
    .replace(/[\ufffe\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)
    .replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** Text on its way to a model or a person: cleaned, counted, shortened. */

/** Control characters except tab, newline and carriage return, and halves of surrogate pairs. */
const UNSAFE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Surrogate}]/gu;

/** Model providers answer such characters with errors, so they are left out. */
export function sanitize(text: string): string {
  return text.replace(UNSAFE, '');
}

/** Characters as people count them: an emoji is one, not two. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The beginning of a text, marked when something was cut off. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const all = [...text];
  return all.length <= limit ? text : `${all.slice(0, limit).join('')}...[truncated]`;
}

/** A value that a handler gave instead of what it should, short enough for an error message. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return value.length > 40 ? 'a long string' : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

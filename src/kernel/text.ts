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

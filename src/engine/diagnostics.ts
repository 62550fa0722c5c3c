// Diagnostics as they leave the engine: texts from files and hooks stand in them, and those have no end of their own.
import type { Diagnostic } from '../nouns.js';

const LONGEST = 2_000;

/** More than this of one event are counted. */
const MOST = 100;

/** The same list where nothing in it is too long. */
export function boundedDiagnostics(list: readonly Diagnostic[]): readonly Diagnostic[] {
  if (list.every(({ message, hint }) => message.length <= LONGEST && (hint?.length ?? 0) <= LONGEST))
    return list;
  return list.map((one) => ({
    ...one,
    message: cut(one.message),
    hint: one.hint === null ? null : cut(one.hint),
  }));
}

/** Beginning and end: what a sentence is about stands at its beginning, what is wrong often at its end. */
function cut(text: string): string {
  if (text.length <= LONGEST) return text;
  const [head, tail] = [text.slice(0, LONGEST * 0.75), text.slice(-LONGEST * 0.2)];
  return `${head.replace(/[\ud800-\udbff]$/, '')}… [${text.length - head.length - tail.length} characters left out] …${tail.replace(/^[\udc00-\udfff]/, '')}`;
}

/** The same for what one event brings: of more than can be read only the number. */
export function diagnosticsOfEvent(list: readonly Diagnostic[]): readonly Diagnostic[] {
  const bounded = boundedDiagnostics(list);
  const first = bounded[MOST];
  if (first === undefined) return bounded;
  const message = `${bounded.length - MOST} more problems such as this are not listed: ${first.message}`;
  return [...bounded.slice(0, MOST), { ...first, message }];
}

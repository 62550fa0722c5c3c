// JSON on one line, put on lines of its own.
import { type Span, spansOf } from '../../text/edit/index.js';

/** A text that stands on one line has no layout to keep; it gets the usual one. Every key and value stays as written. */
export function onLines(text: string): string {
  const root = spansOf(text);
  const body = text.slice(root.from, root.to);
  // Comments are only kept by leaving the text alone.
  if (/[\n\r]/.test(body) || text.slice(0, root.from).trim() !== '' || text.slice(root.to).trim() !== '')
    return text;
  const result = laidOut(text, root, /\r?\n/.exec(text)?.[0] ?? '\n');
  return result === null ? text : text.slice(0, root.from) + result + text.slice(root.to);
}

/** `null`: there is a comment in it. */
function laidOut(text: string, span: Span, line: string): string | null {
  if (span.kind === 'scalar') return text.slice(span.from, span.to);
  const parts = span.kind === 'array' ? span.items : span.members;
  const written: string[] = [];
  let at = span.from + 1;
  for (const part of parts) {
    const value = 'value' in part ? part.value : part;
    const own = laidOut(text, value, `${line}  `);
    const around = text.slice(at, part.from);
    if (own === null || !/^[ \t,]*$/.test(around)) return null;
    const key =
      'value' in part ? /^"[^"\\]*(?:\\.[^"\\]*)*"/.exec(text.slice(part.from, value.from))?.[0] : undefined;
    if (key !== undefined && !/^[ \t]*:[ \t]*$/.test(text.slice(part.from + key.length, value.from)))
      return null;
    written.push(`${line}  ${key === undefined ? '' : `${key}: `}${own}`);
    at = part.to;
  }
  if (!/^[ \t,]*$/.test(text.slice(at, span.to - 1))) return null;
  const [open, close] = span.kind === 'array' ? ['[', ']'] : ['{', '}'];
  return written.length === 0 ? open + close : `${open}${written.join(',')}${line}${close}`;
}

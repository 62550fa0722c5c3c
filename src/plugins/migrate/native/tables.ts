// A TOML file with one `[[hooks]]` a hook: what stands in it, and its text with more of them.
import { fieldOf, isRecord, jsonOf, linesOf } from '../../../text/index.js';
import { parseToml } from '../../../text/toml/index.js';
import { sameJson } from '../document.js';
import type { Fields } from '../report.js';
import type { Present } from '../target.js';

/** The hooks of a file. `refuse` throws. */
export function tablesIn(text: string, refuse: (at: number, why: string) => never): readonly Present[] {
  const toml = parseToml(text);
  if (!toml.ok) return refuse(toml.at, `it is not valid TOML (${toml.why})`);
  const hooks = toml.tree.kind === 'object' ? fieldOf(toml.tree, 'hooks') : undefined;
  if (hooks === undefined) return [];
  // A table cannot be added to an array that is written as a value.
  if (hooks.kind !== 'array' || (hooks.items.length > 0 && !/^[ \t]*\[\[[ \t]*hooks[ \t]*\]\]/m.test(text)))
    return refuse(hooks.at, '"hooks" is not a list of tables [[hooks]]');
  const positionOf = linesOf(text);
  return hooks.items.flatMap((item): Present[] => {
    const hook = jsonOf(item);
    if (!isRecord(hook)) return [];
    const { event, matcher } = hook;
    return [
      {
        event: typeof event === 'string' ? event : '',
        matcher: typeof matcher === 'string' ? matcher : null,
        group: {},
        hook,
        line: positionOf(item.at).line,
      },
    ];
  });
}

/** The text with these hooks behind everything. */
export function withTables(text: string, hooks: readonly Fields[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const tables = hooks.map((hook) => {
    const fields = Object.entries(hook).map(([name, value]) => `${name} = ${written(value)}`);
    return ['[[hooks]]', ...fields, ''].join(eol);
  });
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const result = `${text}${gap}${tables.join(eol)}`;
  // An edit that would damage the file is a fault of ours, and must not be written.
  if (!isOnlyMore(text, result, hooks))
    throw new Error('adding tables would have damaged the file; nothing was written');
  return result;
}

/** A text in one line, as TOML writes it. */
const written = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value).replaceAll('\u007f', '\\u007F')
    : typeof value === 'number'
      ? String(value)
      : String(value === true);

function isOnlyMore(before: string, after: string, added: readonly Fields[]): boolean {
  const [old, now] = [before, after].map((text) => {
    const toml = parseToml(text);
    const value = toml.ok ? jsonOf(toml.tree) : null;
    return isRecord(value) ? value : null;
  });
  if (old == null || now == null) return false;
  const { hooks: known = [], ...oldRest } = old;
  const { hooks: all, ...newRest } = now;
  return (
    Array.isArray(known) &&
    Array.isArray(all) &&
    sameJson(oldRest, newRest) &&
    sameJson(all, [...known, ...added])
  );
}

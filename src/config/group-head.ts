// What a group says about each of its hooks: event, matcher, description, and whether it is switched off.
import type { KnownEventRow } from '../events/index.js';
import type { Inactive } from '../nouns.js';
import { describe, entryOf, fieldOf, jsonOf, type ObjectTree, quote, textOf } from '../text/index.js';
import type { Sheet } from './sheet.js';

export interface Group {
  readonly row: KnownEventRow;
  readonly matcher: string | null;
  readonly description: string | null;
  readonly off: Inactive | null;
}

/** A group that says nothing about its hooks. */
export const plainGroup = (row: KnownEventRow): Group => ({
  row,
  matcher: null,
  description: null,
  off: null,
});

/** `null`: the matcher cannot be understood, the group is set aside. */
export function readHead(sheet: Sheet, row: KnownEventRow, tree: ObjectTree): Group | null {
  const matcher = readMatcher(sheet, row, tree);
  if (matcher === undefined) return null;
  return { ...plainGroup(row), matcher, description: textOf(fieldOf(tree, 'description')) };
}

/** `undefined`: not understood, the group is set aside. */
function readMatcher(sheet: Sheet, row: KnownEventRow, tree: ObjectTree): string | null | undefined {
  const value = fieldOf(tree, 'matcher');
  if (value === undefined) return null;
  const text = textOf(value);
  if (text !== null) return text;
  if (!sheet.rules.strict) {
    if (value.kind === 'scalar' && value.value === null) {
      sheet.report('matcher-null', value.at, 'The matcher is null; it was read as no matcher');
      return null;
    }
    const names = value.kind === 'array' ? value.items.map(textOf) : [];
    if (names.length > 0 && names.every((name) => name !== null)) {
      const joined = names.join('|');
      sheet.report('matcher-list', value.at, `The matcher is an array; it was read as ${quote(joined)}`);
      return joined;
    }
  }
  const message = `The matcher must be a string, but is ${describe(jsonOf(value))}; the group is not used`;
  sheet.invalidEntry(row.name, 'matcher-type', value.at, message);
  return undefined;
}

/** `enabled: false` or `disabled: true`, in a group or a hook. */
export function readOffFlag(sheet: Sheet, tree: ObjectTree): Inactive | null {
  for (const [key, off] of [
    ['enabled', false],
    ['disabled', true],
  ] as const) {
    const entry = entryOf(tree, key);
    if (entry?.value.kind !== 'scalar' || entry.value.value !== off) continue;
    const stated = `"${key}": ${off}`;
    if (sheet.rules.strict) {
      sheet.report('enabled-flag', entry.at, `${stated} means nothing in this profile; the hook runs`);
      return null;
    }
    sheet.report('enabled-flag', entry.at, `${stated} switches the hook off here, but not in Claude Code`);
    const { line } = sheet.positionOf(entry.at);
    return { code: 'disabled', detail: `${stated} in ${sheet.source.file}, line ${line}` };
  }
  return null;
}

// How far hooks count, as a hook, a file or a plugin states it: `observe` has them run and say nothing that counts.
import type { Hook, HookMode, Observing } from '../nouns.js';
import { describe, entryOf, jsonOf, type ObjectTree, quote, textOf } from '../text/index.js';
import { oneOf } from '../text/shapes/index.js';
import type { Fields } from './fields.js';
import type { Sheet } from './sheet.js';

export const HOOK_MODES = oneOf<readonly HookMode[]>('observe', 'enforce');

/** What a whole file or plugin states, and where. */
export interface SourceMode {
  readonly mode: HookMode;
  readonly file: string;
  readonly line: number;
}

/** The key in files that belong to other programs too; in a `hooks.json` it is `mode`. */
export const SHARED_KEY = 'hookMode';

/** What a file states for all of its hooks; `null`: nothing. */
export function readSourceMode(
  sheet: Sheet,
  root: ObjectTree,
  key: 'mode' | typeof SHARED_KEY,
): SourceMode | null {
  const entry = entryOf(root, key);
  if (entry === undefined || isIgnored(sheet, key, entry.at)) return null;
  const mode = textOf(entry.value);
  if (HOOK_MODES.is(mode)) return { mode, file: sheet.source.file, line: sheet.positionOf(entry.at).line };
  const message = `${quote(key)} must be ${HOOK_MODES.words}, but is ${describe(jsonOf(entry.value))}; it is ignored, and the hooks count`;
  sheet.report('field-value', entry.value.at, message);
  return null;
}

/** What holds for one hook: what it states itself, or else its file or plugin. */
export function readMode(fields: Fields): Pick<Hook, 'mode' | 'observes'> {
  const { sheet, tree } = fields;
  const entry = entryOf(tree, 'mode');
  const own =
    entry === undefined || isIgnored(sheet, 'mode', entry.at)
      ? null
      : fields.choice('mode', ['observe', 'enforce']);
  if (own !== null && entry !== undefined)
    return stated(own, 'hook', sheet.source.file, sheet.positionOf(entry.at).line);
  const { sourceMode } = sheet;
  return sourceMode === null ? {} : stated(sourceMode.mode, 'source', sourceMode.file, sourceMode.line);
}

function stated(
  mode: HookMode,
  by: Observing['by'],
  file: string,
  line: number,
): Pick<Hook, 'mode' | 'observes'> {
  if (mode === 'enforce') return { mode };
  const what = by === 'hook' ? '"mode": "observe"' : 'all of it is in the mode "observe"';
  return { mode, observes: { by, file, line, detail: `${what} in ${file}, line ${line}` } };
}

/** The real program knows no such key: there the hook decides. */
export function isIgnored(sheet: Sheet, key: string, at: number): boolean {
  if (sheet.rules.profile.observing === 'counts') return false;
  const hint = /budget/i.test(key) ? 'Remove it, or use the profile amplifier.' : undefined;
  sheet.report('mode-ignored', at, `${quote(key)} means nothing in this profile`, hint);
  return true;
}

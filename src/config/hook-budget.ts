// What hooks and events may cost before somebody is told.
import { findEventRow } from '../events/index.js';
import type { Budget, EventBudget } from '../nouns.js';
import { describe, entryOf, isCommentKey, jsonOf, type ObjectTree, quote, type Tree } from '../text/index.js';
import type { Fields } from './fields.js';
import { isIgnored } from './hook-mode.js';
import type { Sheet } from './sheet.js';

/** The key in files that belong to other programs too; in a `hooks.json` it is `budgets`. */
export const SHARED_BUDGETS = 'hookBudgets';

const PARTS = ['ms', 'tokens'] as const;

/** An event budget before it is known whose word it is. */
export type BudgetDraft = Omit<EventBudget, 'voice'>;

/** `budget` of a hook; `null`: none that counts. */
export function readBudget({ sheet, tree }: Fields): Budget | null {
  const entry = entryOf(tree, 'budget');
  if (entry === undefined || isIgnored(sheet, 'budget', entry.at)) return null;
  return budgetIn(sheet, entry.value, '"budget"');
}

/** What a file says about events: those of its own scope and of weaker ones keep to it. */
export function readBudgets(sheet: Sheet, root: ObjectTree, key: string): readonly BudgetDraft[] {
  const entry = entryOf(root, key);
  if (entry === undefined || isIgnored(sheet, key, entry.at)) return [];
  if (entry.value.kind !== 'object') {
    const found = describe(jsonOf(entry.value));
    sheet.report(
      'field-value',
      entry.value.at,
      `${quote(key)} must be an object, but is ${found}; it is ignored`,
    );
    return [];
  }
  return entry.value.entries.flatMap(({ key: name, at, value }): BudgetDraft[] => {
    if (isCommentKey(name)) return [];
    const row = findEventRow(name);
    if (row === undefined) {
      sheet.report('field-value', at, `${quote(name)} in ${quote(key)} is not an event; it is ignored`);
      return [];
    }
    const budget = budgetIn(sheet, value, `The budget of ${row.name}`);
    const { line } = sheet.positionOf(at);
    return budget === null ? [] : [{ ...budget, event: row.name, file: sheet.source.file, line }];
  });
}

function budgetIn(sheet: Sheet, tree: Tree, what: string): Budget | null {
  const refuse = (at: number, message: string): null => {
    sheet.report('field-value', at, `${message}; it is ignored`);
    return null;
  };
  if (tree.kind !== 'object')
    return refuse(
      tree.at,
      `${what} must be an object with "ms" or "tokens", but is ${describe(jsonOf(tree))}`,
    );
  const parts: Record<string, number> = {};
  for (const { key, at, value } of tree.entries) {
    if (isCommentKey(key)) continue;
    const number = jsonOf(value);
    if (!PARTS.some((part) => part === key))
      refuse(at, `${what} has no ${quote(key)}, only "ms" and "tokens"`);
    else if (typeof number !== 'number' || !(number > 0))
      refuse(value.at, `${quote(key)} must be a number greater than 0, but is ${describe(number)}`);
    else parts[key] = number;
  }
  const { ms = null, tokens = null } = parts;
  return ms === null && tokens === null ? null : { ms, tokens };
}

// One hook entry into one checked hook.
import type { Handler, Inactive } from '../nouns.js';
import {
  describe,
  isCommentKey,
  jsonOf,
  quote,
  similarName,
  type Tree,
  type TreeEntry,
} from '../text/index.js';
import { Fields } from './fields.js';
import { type Group, readOffFlag } from './group-head.js';
import { readHandler } from './handler.js';
import { readBudget } from './hook-budget.js';
import { readMode } from './hook-mode.js';
import { commandTree } from './hook-tree.js';
import type { Sheet } from './sheet.js';
import { readTimeout } from './timeout.js';
import { checkVariables } from './variables.js';

const FIELDS: readonly string[] = [
  'type',
  'if',
  'timeout',
  'statusMessage',
  'once',
  'onFailure',
  'warm',
  'mode',
  'budget',
  'command',
  'args',
  'shell',
  'async',
  'asyncRewake',
  'rewakeMessage',
  'rewakeSummary',
  'url',
  'headers',
  'allowedEnvVars',
  'server',
  'tool',
  'input',
  'prompt',
  'model',
  'continueOnBlock',
  'cloud',
  'description',
  'name',
  'id',
  'enabled',
  'disabled',
];
const KNOWN: ReadonlySet<string> = new Set(FIELDS);

/** Reads a hook of a group; what cannot be used is set aside alone. `also`: further fields that stand here rightly. */
export function readHook(sheet: Sheet, group: Group, tree: Tree, also: readonly string[] = []): void {
  if (!sheet.hasRoom(tree.at)) return;
  if (tree.kind === 'scalar' && typeof tree.value === 'string' && !sheet.rules.strict) {
    sheet.report('hook-string', tree.at, `The string ${quote(tree.value)} was read as a command`);
    readHook(sheet, group, commandTree(tree.at, tree.value));
    return;
  }
  const event = group.row.name;
  if (tree.kind !== 'object') {
    sheet.invalidEntry(
      event,
      'hook-type',
      tree.at,
      `A hook must be an object, but is ${describe(jsonOf(tree))}`,
    );
    return;
  }
  const fields = new Fields(sheet, tree);
  const handler = readHandler(fields);
  const condition = fields.text('if');
  const timeoutMs = readTimeout(fields);
  const once = fields.flag('once');
  const onFailure = fields.choice('onFailure', ['continue', 'block']) ?? 'continue';
  const warm = fields.flag('warm');
  const mode = readMode(fields);
  const budget = readBudget(fields);
  const statusMessage = fields.optionalText('statusMessage');
  const description = fields.optionalText('description') ?? group.description;
  if (handler === null || fields.problem !== null) {
    fields.setAside(event);
    return;
  }
  reportUnknownFields(sheet, tree.entries, also);
  checkVariables(sheet, handler, fields.raw('command')?.at ?? tree.at);
  const off = group.off ?? readOffFlag(sheet, tree);
  sheet.addHook({
    event,
    matcher: group.matcher,
    condition: condition?.trim() === '' ? null : condition,
    handler,
    timeoutMs,
    once,
    onFailure,
    ...(warm ? { warm: true } : {}),
    ...mode,
    ...(budget === null ? {} : { budget }),
    statusMessage,
    description,
    source: sheet.source,
    ...sheet.positionOf(tree.at),
    inactive: off ?? checkAllowed(sheet, group, handler, tree.at),
  });
}

function checkAllowed(sheet: Sheet, { row }: Group, { type }: Handler, at: number): Inactive | null {
  if (row.handlers.includes(type)) return null;
  const allowed = row.handlers.map((name) => `"${name}"`).join(', ');
  const detail = `${row.name} cannot be served by a hook of type "${type}"`;
  sheet.report('handler-not-allowed', at, `${detail}; it never runs`, `Use one of ${allowed}.`);
  // The real program takes it and fails at every such event.
  return sheet.rules.strict ? null : { code: 'handler-not-allowed', detail };
}

function reportUnknownFields(sheet: Sheet, entries: readonly TreeEntry[], also: readonly string[]): void {
  for (const { key, at } of entries) {
    if (KNOWN.has(key) || also.includes(key) || isCommentKey(key)) continue;
    sheet.report('field-unknown', at, `${quote(key)} is not a field of a hook and is ignored`, () => {
      const close = similarName(key.replace(/_|-/g, ''), FIELDS);
      return close === null ? undefined : `Did you mean "${close}"?`;
    });
  }
}

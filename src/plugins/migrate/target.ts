// The file that hooks are moved to: what stands in it, and its text with more hooks. What is there stays as it is.
import { readText, targetOf } from '../../files/index.js';
import {
  entryOf,
  fieldOf,
  isRecord,
  type Json,
  jsoncParser,
  jsonOf,
  linesOf,
  type ObjectTree,
  parseJson,
  type Tree,
  textOf,
} from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import { type Addition, appendJson } from './append-json.js';
import { sameJson } from './document.js';
import { tablesIn, withTables } from './native/tables.js';
import type { Fields, Placed } from './report.js';

/** A hook that the target has already. */
export interface Present {
  readonly event: string;
  readonly matcher: string | null;
  /** Everything of its group but the hooks. */
  readonly group: Fields;
  readonly hook: unknown;
  readonly line: number;
}

/** How hooks stand in a file: in groups, right below their event, or each in a table of TOML. */
export type TargetForm = 'groups' | 'entries' | 'tables';

export interface Target {
  readonly form: TargetForm;
  /** The file itself, where the path is a link. */
  readonly file: string;
  /** With everything in it; `null`: there is no file. */
  readonly raw: string | null;
  readonly present: readonly Present[];
}

/** Reads the target. Throws `PluginProblem` where it cannot be added to: it is never overwritten. */
export function openTarget(path: string, form: TargetForm): Target {
  const read = readText(path);
  if (read.state === 'absent') return { form, file: path, raw: null, present: [] };
  if (read.state === 'broken')
    throw new PluginProblem('bad-config', `${read.message}, so that nothing can be added to it`);
  const file = targetOf(path);
  const raw = read.mark + read.text;
  if (read.text.trim() === '') return { form, file, raw, present: [] };
  const positionOf = linesOf(read.text);
  const refuse = (at: number, why: string): never => {
    const { line, column } = positionOf(at);
    throw new PluginProblem(
      'bad-config',
      `${path}:${line}:${column}: ${why}, so that nothing can be added to it`,
    );
  };
  if (form === 'tables') return { form, file, raw, present: tablesIn(read.text, refuse) };
  const root = rootOf(parseJson(read.text), refuse);
  const hooks = fieldOf(root, 'hooks');
  if (hooks === undefined) return { form, file, raw, present: [] };
  if (hooks.kind !== 'object') return refuse(hooks.at, '"hooks" is not an object');
  for (const { key, at, value } of hooks.entries)
    if (value.kind !== 'array') refuse(at, `${JSON.stringify(key)} has no array of groups`);
  const present = hooks.entries.flatMap(({ key, value }) => presentIn(key, value, form, positionOf));
  return { form, file, raw, present };
}

function rootOf(json: Json, refuse: (at: number, why: string) => never): ObjectTree {
  if (json.error !== null) return refuse(json.error.at, `it is not valid JSON (${json.error.why})`);
  if (json.tree?.kind !== 'object') return refuse(json.tooDeepAt ?? 0, 'it does not hold an object');
  const { tree } = json;
  const hooks = entryOf(tree, 'hooks')?.value;
  const twice = json.duplicates.find(
    (entry) => tree.entries.includes(entry) || (hooks?.kind === 'object' && hooks.entries.includes(entry)),
  );
  return twice === undefined ? tree : refuse(twice.at, `${JSON.stringify(twice.key)} stands there twice`);
}

function presentIn(
  event: string,
  groups: Tree,
  form: TargetForm,
  positionOf: (at: number) => { line: number },
): readonly Present[] {
  if (groups.kind !== 'array') return [];
  return groups.items.flatMap((group) => {
    if (form === 'entries' && group.kind === 'object' && fieldOf(group, 'hooks') === undefined) {
      const matcher = textOf(fieldOf(group, 'matcher'));
      return [{ event, matcher, group: {}, hook: jsonOf(group), line: positionOf(group.at).line }];
    }
    const hooks = group.kind === 'object' ? fieldOf(group, 'hooks') : undefined;
    if (group.kind !== 'object' || hooks?.kind !== 'array') return [];
    const matcher = textOf(fieldOf(group, 'matcher'));
    const whole = jsonOf(group);
    return hooks.items.map((hook) => ({
      event,
      matcher,
      group: headOf(isRecord(whole) ? whole : {}),
      hook: jsonOf(hook),
      line: positionOf(hook.at).line,
    }));
  });
}

/** The same entry, word for word. */
export function findSame(present: readonly Present[], { event, group, hook }: Placed): Present | undefined {
  const head = headOf(group);
  return present.find((one) => one.event === event && sameJson(one.group, head) && sameJson(one.hook, hook));
}

/** Everything of a group but its hooks. */
export function headOf({ hooks: _hooks, ...head }: Fields): Fields {
  return head;
}

/** An entry that runs the same for the same, with other options. */
export function findSimilar(
  present: readonly Present[],
  { event, group, hook }: Placed,
): Present | undefined {
  const matcher = matcherOf(group) ?? matcherOf(hook);
  return present.find(
    (one) =>
      one.event === event &&
      (one.matcher === matcher || (selectsAll(one.matcher) && selectsAll(matcher))) &&
      isRecord(one.hook) &&
      sameJson(whatRuns(one.hook), whatRuns(hook)),
  );
}

export const matcherOf = (group: Fields): string | null =>
  typeof group['matcher'] === 'string' ? group['matcher'] : null;

const selectsAll = (matcher: string | null): boolean => matcher === null || matcher === '' || matcher === '*';

/** What makes two entries one hook, whatever their options. */
function whatRuns(hook: Fields): readonly unknown[] {
  return ['type', 'if', 'command', 'args', 'url', 'server', 'tool', 'input', 'prompt'].map(
    (name) => hook[name] ?? null,
  );
}

/** A group to add, with its hooks. */
export interface NewGroup {
  readonly event: string;
  readonly fields: Fields;
  readonly hooks: readonly Fields[];
}

/** The text of the target with more groups. Comments, order and layout of what is there stay. */
export async function withGroups(
  { file, raw, form }: Target,
  groups: readonly NewGroup[],
  head: Fields = {},
): Promise<string> {
  const text = (raw ?? '').replace(/^\uFEFF/, '');
  const mark = raw?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
  if (form === 'tables')
    return (
      mark +
      withTables(
        text,
        groups.flatMap(({ hooks }) => hooks),
      )
    );
  const valuesOf = ({ fields, hooks }: NewGroup): readonly Fields[] =>
    form === 'entries' ? hooks : [{ ...fields, hooks }];
  const added = groups.flatMap((group) => valuesOf(group).map((value) => ({ event: group.event, value })));
  if (text.trim() === '') {
    const events = [...new Set(added.map(({ event }) => event))];
    const map = events.map((event) => [
      event,
      added.filter((one) => one.event === event).map(({ value }) => value),
    ]);
    return `${JSON.stringify({ ...head, hooks: Object.fromEntries(map) }, null, 2)}\n`;
  }
  const jsonc = jsoncParser();
  const result = added.reduce(
    (so, { event, value }) => appendJson(so, additionFor(so, event, value), jsonc),
    text,
  );
  // An edit that would damage the file is a fault of ours, and must not be written.
  const values = added.map(({ value }) => value);
  if (!isOnlyMore(text, result, values))
    throw new Error(`adding ${values.length} entries to ${file} would have damaged it; nothing was written`);
  return mark + result;
}

/** As little as is missing of `hooks`, the event, and the group. */
function additionFor(text: string, event: string, group: Fields): Addition {
  const { tree } = parseJson(text);
  const hooks = tree?.kind === 'object' ? fieldOf(tree, 'hooks') : undefined;
  if (hooks?.kind !== 'object') return { path: [], key: 'hooks', value: { [event]: [group] } };
  return fieldOf(hooks, event) === undefined
    ? { path: ['hooks'], key: event, value: [group] }
    : { path: ['hooks', event], key: null, value: group };
}

/** Whether the only difference is that these groups were added behind the others of their event. */
function isOnlyMore(before: string, after: string, added: readonly Fields[]): boolean {
  const [old, now] = [before, after].map((text) => {
    const json = parseJson(text);
    return json.error === null && json.tree !== null ? jsonOf(json.tree) : null;
  });
  if (!isRecord(old) || !isRecord(now)) return false;
  const { hooks: oldHooks = {}, ...oldRest } = old;
  const { hooks: newHooks = {}, ...newRest } = now;
  if (!isRecord(oldHooks) || !isRecord(newHooks) || !sameJson(oldRest, newRest)) return false;
  const more: unknown[] = [];
  for (const [event, groups] of Object.entries(newHooks)) {
    const known = oldHooks[event] ?? [];
    if (!Array.isArray(groups) || !Array.isArray(known)) return false;
    if (!sameJson(groups.slice(0, known.length), known)) return false;
    more.push(...groups.slice(known.length));
  }
  return more.length === added.length && added.every((group) => more.some((one) => sameJson(one, group)));
}

// Hooks in JSON, as Claude Code has them (in groups) or each for itself.
import { isDeepStrictEqual } from 'node:util';
import { listWithout, withoutEntries } from '../config/edit/index.js';
import type { AgentSettings } from '../hosts/agents/index.js';
import {
  appendItem,
  appendMember,
  memberOf,
  replaceValue,
  type Span,
  spansOf,
  valueAt,
  without,
} from '../text/edit/index.js';
import {
  describe,
  fieldOf,
  isRecord,
  type Json,
  jsonOf,
  linesOf,
  type ObjectTree,
  parseJson,
  type Tree,
  textOf,
} from '../text/index.js';
import { type Form, type FoundHook, type IsOurs, refusal } from './form.js';
import type { WantedHook } from './wanted.js';

type Written = Readonly<Record<string, unknown>>;

export function jsonForm({ form, entry, keys }: Pick<AgentSettings, 'form' | 'entry' | 'keys'>): Form {
  const inGroups = form === 'groups';
  const entriesIn = inGroups ? 'wrappers' : 'lists';
  const statesVersion = keys?.includes('version') === true;

  const written = ({ matcher, timeout, command, isGate }: WantedHook): Written => {
    const matched = matcher === null ? {} : { matcher };
    if (inGroups) {
      const limit = timeout === null ? {} : { timeout };
      return { ...matched, hooks: [{ type: 'command', command, ...limit }] };
    }
    const limit = timeout === null || entry === undefined ? {} : { [entry.timeout]: timeout };
    return { ...entry?.fields, command, ...matched, ...limit, ...(isGate ? entry?.atGates : {}) };
  };

  /** The parts of an event's list that hold something of ours. */
  const own = (text: string, list: Span, isOurs: IsOurs): readonly Span[] =>
    itemsOf(list).filter((item) => commandsIn(valueAt(text, item)).some(isOurs));

  const settleEvent = (text: string, hook: WantedHook, isOurs: IsOurs): string => {
    const hooks = hooksIn(text);
    const list = memberOf(hooks, hook.event)?.value;
    const value = written(hook);
    if (list === undefined)
      return hooks.kind === 'object' ? appendMember(text, hooks, hook.event, [value]) : text;
    if (list.kind !== 'array') return replaceValue(text, list, [value]);
    const [first, ...more] = own(text, list, isOurs);
    if (first !== undefined && more.length === 0 && commandsIn(valueAt(text, first)).length === 1)
      return isDeepStrictEqual(valueAt(text, first), value) ? text : replaceValue(text, first, value);
    const left =
      listWithout(text, list, (one) => isRecord(one) && isOurs(one['command']), entriesIn) ??
      without(text, list, list.items, () => null);
    const cleared = first === undefined ? text : text.slice(0, list.from) + left + text.slice(list.to);
    const bare = memberOf(hooksIn(cleared), hook.event)?.value;
    return bare?.kind === 'array' ? appendItem(cleared, bare, value) : cleared;
  };

  const withoutEvents = (text: string, isOurs: IsOurs, keep: ReadonlySet<string>): string =>
    withoutEntries(
      text,
      (one, event) => !keep.has(event) && isRecord(one) && isOurs(one['command']),
      entriesIn,
    );

  return {
    all: (text, file) => (isBlank(text) ? [] : allIn(text, treeOf(text, file))),

    withHooks(text, wanted, isOurs) {
      const kept = new Set(wanted.map(({ event }) => event));
      let now = isBlank(text) ? '{}\n' : withoutEvents(text, isOurs, kept);
      const root = spansOf(now);
      if (statesVersion && root.kind === 'object' && memberOf(root, 'version') === undefined)
        now = appendMember(now, root, 'version', 1);
      now = hooksObject(now);
      for (const hook of wanted) now = settleEvent(now, hook, isOurs);
      return now;
    },

    without(text, isOurs) {
      if (isBlank(text)) return text;
      const left = withoutEvents(text, isOurs, new Set());
      if (left === text) return text;
      const root = spansOf(left);
      const hooks = memberOf(root, 'hooks');
      if (root.kind !== 'object' || hooks?.value.kind !== 'object' || hooks.value.members.length > 0)
        return left;
      // A comment in it is somebody's.
      if (/\S/.test(left.slice(hooks.value.from + 1, hooks.value.to - 1))) return left;
      const rest = without(left, root, root.members, (part, index) =>
        root.members[index] === hooks ? null : left.slice(part.from, part.to),
      );
      return left.slice(0, root.from) + rest + left.slice(root.to);
    },

    isBare(text) {
      if (isBlank(text)) return true;
      const value = parseJson(text);
      return (
        value.commentAt === null &&
        value.tree?.kind === 'object' &&
        value.tree.entries.every(
          ({ key, value: inner }) =>
            (statesVersion && key === 'version') ||
            (key === 'hooks' && inner.kind === 'object' && inner.entries.length === 0),
        )
      );
    },
  };
}

const isBlank = (text: string): boolean => !/\S/.test(text);

const itemsOf = (span: Span): readonly Span[] => (span.kind === 'array' ? span.items : []);

/** `hooks` of a text that has them; where it has none, something without members. */
const hooksIn = (text: string): Span =>
  memberOf(spansOf(text), 'hooks')?.value ?? { kind: 'scalar', from: 0, to: 0 };

function hooksObject(text: string): string {
  const root = spansOf(text);
  const hooks = memberOf(root, 'hooks');
  if (root.kind !== 'object' || hooks?.value.kind === 'object') return text;
  return hooks === undefined ? appendMember(text, root, 'hooks', {}) : replaceValue(text, hooks.value, {});
}

/** The commands of a group, or of an entry. */
function commandsIn(value: unknown): readonly unknown[] {
  if (!isRecord(value)) return [];
  const { hooks } = value;
  if (Array.isArray(hooks)) return hooks.map((one: unknown) => (isRecord(one) ? one['command'] : null));
  return [value['command']];
}

/** The object that a text holds. Throws where hooks have no place in it. */
function treeOf(text: string, file: string): ObjectTree {
  const json = parseJson(text);
  const problem = syntaxProblem(json);
  if (problem !== null) throw refusal(file, text, problem.at, `it is not valid JSON: ${problem.why}`);
  const { tree } = json;
  if (tree?.kind !== 'object')
    throw refusal(file, text, tree?.at ?? 0, 'it must hold an object, and does not');
  const hooks = fieldOf(tree, 'hooks');
  if (hooks !== undefined && hooks.kind !== 'object' && !isNull(hooks))
    throw refusal(file, text, hooks.at, `"hooks" must be an object, but is ${describe(jsonOf(hooks))}`);
  for (const { key, value } of hooks?.kind === 'object' ? hooks.entries : [])
    if (value.kind !== 'array' && !isNull(value))
      throw refusal(
        file,
        text,
        value.at,
        `${JSON.stringify(key)} must be a list, but is ${describe(jsonOf(value))}`,
      );
  // Which of the two counts is not the same in every host.
  const twice = json.duplicates.find(
    (one) =>
      (one.key === 'hooks' && tree.entries.includes(one)) ||
      (hooks?.kind === 'object' && hooks.entries.includes(one)),
  );
  if (twice !== undefined)
    throw refusal(file, text, twice.at, `${JSON.stringify(twice.key)} stands there twice`);
  return tree;
}

function syntaxProblem({ error, tooDeepAt }: Json): Json['error'] {
  return tooDeepAt === null ? error : { at: tooDeepAt, why: 'it nests too deep' };
}

const isNull = (tree: Tree): boolean => tree.kind === 'scalar' && tree.value === null;

function allIn(text: string, root: ObjectTree): readonly FoundHook[] {
  const positionOf = linesOf(text);
  const hooks = fieldOf(root, 'hooks');
  const found = (event: string, entry: Tree): readonly FoundHook[] => {
    const command =
      entry.kind === 'object' ? textOf(fieldOf(entry, 'command') ?? fieldOf(entry, 'bash')) : null;
    return command === null ? [] : [{ event, command, line: positionOf(entry.at).line }];
  };
  return (hooks?.kind === 'object' ? hooks.entries : []).flatMap(({ key: event, value: list }) =>
    (list.kind === 'array' ? list.items : []).flatMap((item) => {
      const inner = item.kind === 'object' ? fieldOf(item, 'hooks') : undefined;
      return inner?.kind === 'array' ? inner.items.flatMap((one) => found(event, one)) : found(event, item);
    }),
  );
}

// What holds for every settings file.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOf, parseJson } from '../../text/index.js';
import { isOurEntry, ourEntry } from '../registrations/ours.js';
import { differencesOf, registeredIn } from './inspect.js';
import { withoutRegistrations, withRegistrations } from './merge.js';
import { REGISTRATIONS, runs, wrapperOf } from './table.js';

const EXE = '/home/alice/.local/bin/amplihack-hooks';
const install = (text: string): string => withRegistrations(text, { executable: EXE, sessionEnd: false });

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const parse = (text: string): Json => JSON.parse(text);
const entriesOf = (wrapper: Json): Json[] =>
  isObject(wrapper) && Array.isArray(wrapper['hooks']) ? wrapper['hooks'] : [];

/** The same as the installer, on values instead of text. */
function installed(value: Json): Json {
  const root = isObject(value) ? value : {};
  const hooks: { [key: string]: Json } = isObject(root['hooks']) ? { ...root['hooks'] } : {};
  for (const event of new Set(REGISTRATIONS.map((row) => row.event))) {
    const rows = REGISTRATIONS.filter((row) => row.event === event);
    const own = rows.map((row) => parse(JSON.stringify(wrapperOf(row, `${EXE} ${row.subcommand}`))));
    const list = hooks[event];
    const others = (Array.isArray(list) ? list : []).flatMap((wrapper): Json[] => {
      const kept = entriesOf(wrapper).filter((entry) => {
        const ours = ourEntry(entry);
        return !(
          ours?.kind === 'script' ||
          (ours !== null && rows.some((row) => runs(row, ours.subcommand)))
        );
      });
      if (entriesOf(wrapper).length === 0 || !isObject(wrapper)) return [wrapper];
      return kept.length === 0 ? [] : [{ ...wrapper, hooks: kept }];
    });
    hooks[event] = [...own, ...others];
  }
  return { ...root, hooks };
}

/** The same as the uninstaller. */
function uninstalled(value: Json): Json {
  if (!isObject(value) || !isObject(value['hooks'])) return value;
  const lists = Object.entries(value['hooks']).flatMap(([event, list]): [string, Json][] => {
    if (!Array.isArray(list) || list.length === 0) return [[event, list]];
    const wrappers = list.flatMap((wrapper): Json[] => {
      const entries = entriesOf(wrapper);
      const kept = entries.filter((entry) => !isOurEntry(entry));
      if (entries.length === 0 || !isObject(wrapper)) return [wrapper];
      return kept.length === 0 ? [] : [{ ...wrapper, hooks: kept }];
    });
    return wrappers.length === 0 ? [] : [[event, wrappers]];
  });
  const { hooks: _, ...rest } = value;
  return lists.length === 0 ? rest : { ...value, hooks: Object.fromEntries(lists) };
}

const foreignEntry = fc
  .oneof(
    fc.record({
      type: fc.constant('command'),
      command: fc.oneof(fc.string(), fc.constant('echo amplihack-hooks stop')),
    }),
    fc.record({ type: fc.constant('http'), url: fc.webUrl() }),
    fc.jsonValue({ maxDepth: 1 }),
  )
  .filter((entry) => !isOurEntry(entry));

const ourEntryOf = fc.record(
  {
    type: fc.constant('command'),
    command: fc
      .tuple(
        fc.constantFrom(EXE, '/old/amplihack-hooks', "'/o l d/amplihack-hooks'", 'amplihack-hooks'),
        fc.constantFrom(
          'stop',
          'agentStop',
          'user-prompt-submit',
          'workflow-classification-reminder',
          'pre-tool-use',
          'session-stop',
          '--version',
        ),
      )
      .map((words) => words.join(' ')),
    timeout: fc.constantFrom(5, 10, 120),
  },
  { requiredKeys: ['type', 'command'] },
);
const script = fc.constant({ type: 'command', command: 'python3 ~/.claude/tools/amplihack/hooks/stop.py' });

const wrapperWith = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record(
        {
          matcher: fc.constantFrom('*', 'Bash'),
          hooks: fc.array(entry, { maxLength: 3 }),
          more: fc.jsonValue({ maxDepth: 1 }),
        },
        { requiredKeys: ['hooks'] },
      ),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
const EVENTS = ['Stop', 'PreToolUse', 'UserPromptSubmit', 'SessionStart', 'Notification', 'é"\\\\'];

const settingsWith = (entry: fc.Arbitrary<unknown>, minLength: number) =>
  fc.record(
    {
      permissions: fc.jsonValue({ maxDepth: 2 }),
      hooks: fc.dictionary(
        fc.constantFrom(...EVENTS),
        fc.array(wrapperWith(entry), { minLength, maxLength: 4 }),
        { minKeys: minLength },
      ),
      model: fc.string(),
    },
    { requiredKeys: [] },
  );
const any = settingsWith(fc.oneof(foreignEntry, ourEntryOf, script), 0);
const foreign = settingsWith(foreignEntry, 1);
const layout = fc.constantFrom(0, 1, 2, 4, '\t');
const lineEnd = fc.constantFrom('\n', '\r\n');

/** JSON on lines, with comments and commas too many thrown in where they may stand. */
const commentedFrom = (from: typeof foreign) =>
  fc
    .tuple(
      from.filter((value) => Object.keys(value).length > 0),
      fc.constantFrom(1, 2, 4, '\t'),
      lineEnd,
      fc.infiniteStream(fc.nat(20)),
    )
    .map(([value, space, end, dice]) => {
      const tokens =
        JSON.stringify(value, null, space).match(/"(?:[^"\\]|\\.)*"|[\s]+|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
      const roll = (): number => Number(dice.next().value);
      const text = tokens.map((token, index) => {
        const next = tokens[index + 1] ?? '';
        const mayEnd =
          /^\s*\n/.test(next) && /["}\]\w]$/.test(token) && /^[}\]]$/.test(tokens[index + 2] ?? '');
        const comma = mayEnd && roll() === 0 ? ',' : '';
        if (/^\s*\n/.test(token) || /^\s+$/.test(token)) return token;
        const kind = roll();
        if (kind === 1) return `${token}${comma} /* "c" , */`;
        if (kind === 2) return `/**/${token}${comma}`;
        if (kind === 3 && /^\s*\n/.test(next)) return `${token}${comma} // { , "`;
        if (kind === 4 && /^\s*\n/.test(next)) return `${token}${comma}\n\n  // own line`;
        return token + comma;
      });
      return `${text.join('')}\n`.replace(/\r?\n/g, end);
    });
const commented = commentedFrom(foreign);

/** The value of a text with comments. */
const tolerantly = (text: string): Json => {
  const { tree, error } = parseJson(text);
  expect(error).toBe(null);
  return parse(JSON.stringify(tree === null ? null : jsonOf(tree)));
};

describe('install', () => {
  it('does what it does on values, and twice is once', () => {
    fc.assert(
      fc.property(any, layout, lineEnd, (value, space, end) => {
        const text = JSON.stringify(value, null, space).replaceAll('\n', end);
        const after = install(text);
        expect(JSON.parse(after)).toEqual(installed(parse(text)));
        expect(install(after)).toBe(after);
        // The order of keys, which has a meaning for people.
        expect(JSON.stringify(JSON.parse(after))).toBe(JSON.stringify(installed(parse(text))));
      }),
      { numRuns: 200 },
    );
  });

  it('changes nothing exactly where nothing is wrong', () => {
    const scrambled = fc.tuple(any, fc.boolean()).map(([value, isSettled]) => {
      const text = JSON.stringify(value, null, 2);
      return isSettled ? install(text) : text;
    });
    fc.assert(
      fc.property(scrambled, (text) => {
        const all = registeredIn(text);
        // Where our hooks do nothing they are left alone.
        const wrong = differencesOf(all).filter(({ kind }) => kind !== 'useless' && kind !== 'paths');
        const isStale = all.some(
          ({ event, ours }) =>
            ours.kind === 'executable' &&
            ours.program !== EXE &&
            REGISTRATIONS.some((row) => row.event === event && runs(row, ours.subcommand)),
        );
        const isSettled = all.length > 0 && wrong.length === 0 && !isStale;
        expect(install(text) === text).toBe(isSettled);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves comments and layout alone', () => {
    const comments = (text: string): readonly string[] =>
      text.match(/\/\* "c" , \*\/|\/\*\*\/|\/\/ \{ , "|\/\/ own line/g) ?? [];
    fc.assert(
      fc.property(commented, (text) => {
        const after = install(text);
        expect(comments(after)).toEqual(comments(text));
        expect(install(after)).toBe(after);
      }),
      { numRuns: 200 },
    );
  });
});

it('comments never swallow anything, whatever is put right or removed between them', () => {
  fc.assert(
    fc.property(commentedFrom(any), (text) => {
      const after = install(text);
      expect(tolerantly(after)).toEqual(installed(tolerantly(text)));
      expect(install(after)).toBe(after);
      const left = withoutRegistrations(text);
      const isEmptied = /\[\s*\/|\{\s*\//.test(left);
      // A list that holds nothing but a comment stays.
      if (!isEmptied && left !== text) expect(tolerantly(left)).toEqual(uninstalled(tolerantly(text)));
      expect(registeredIn(left)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

describe('uninstall', () => {
  it('does what it does on values', () => {
    fc.assert(
      fc.property(any, layout, (value, space) => {
        const text = JSON.stringify(value, null, space);
        const left = withoutRegistrations(text);
        const hasOurs = registeredIn(text).length > 0;
        expect(JSON.parse(left)).toEqual(hasOurs ? uninstalled(parse(text)) : parse(text));
        expect(withoutRegistrations(left)).toBe(left);
      }),
      { numRuns: 200 },
    );
  });

  it('after install leaves the file as it was, to the last byte', () => {
    fc.assert(
      fc.property(commented, (text) => {
        expect(withoutRegistrations(install(text))).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

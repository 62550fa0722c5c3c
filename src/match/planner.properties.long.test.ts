// Properties that hold for every configuration and every input.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { EVENT_NAMES, eventRow, type HookInput } from '../events/index.js';
import type { Hook, HookSource, Session } from '../nouns.js';
import { profile } from '../profiles.js';
import { commandHandler, hook, input } from '../testing/index.js';
import { explainMatcher } from './explain-matcher.js';
import { identityOf } from './identity.js';
import { matcherProblems } from './matcher-problems.js';
import { compileRule, ruleSelects } from './rule.js';
import { ruleProblems } from './rule-problems.js';
import { ids, planner, SESSION } from './testing/samples.js';

vi.mock('./within-time.js', () => import('./testing/unhurried.js'));

const TOOLS = ['Bash', 'Write', 'Edit', 'Agent', 'mcp__a__b', 'PowerShell', 'WebFetch', 'Grep', ''];

/** Short texts from the characters that mean something somewhere. */
const syntax = fc.string({
  unit: fc.constantFrom(...'abBst*.|,()[]{}?+^$\\/!~ \n-_:;&<>="\'`#@\u00e9'),
  maxLength: 24,
});
const matchers = fc.oneof(
  fc.constantFrom(
    null,
    '',
    '*',
    'Bash',
    'Edit|Write',
    'Task',
    '^B',
    'mcp__.*',
    '(',
    '(\\w+\\s?)+!',
    'Bash(git *)',
  ),
  syntax,
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const conditions = fc.oneof(
  fc.constantFrom(
    null,
    '',
    'Bash',
    'Bash(git *)',
    'Write(*.txt)',
    'Edit(/x/**)',
    'Bash(git',
    'WebFetch(domain:a.b)',
  ),
  syntax.map((text) => `Bash(${text})`),
  syntax.map((text) => `Write(${text})`),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const commands = fc.oneof(
  fc.constantFrom('git status', 'echo $(git x)', 'a && b', 'cat <<E\n$X\nE', 'if x; then y; fi'),
  syntax,
  fc
    .array(
      fc.constantFrom(
        'git',
        '$(',
        ')',
        '`',
        '"',
        "'",
        '{',
        '}',
        '((',
        '))',
        '<<E',
        '\n',
        ';',
        'if',
        'fi',
        '${',
        '[[',
        'a',
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const toolInputs = fc.oneof(
  commands.map((text) => ({ command: text })),
  syntax.map((path) => ({ file_path: path })),
  fc.oneof(syntax, fc.webUrl()).map((url) => ({ url })),
  fc.jsonValue(),
);
const sources: fc.Arbitrary<Partial<HookSource>> = fc.constantFrom(
  {},
  { kind: 'hooks-dir', hooksDir: '/h' },
  { kind: 'plugin', pluginRoot: '/p', owner: 'p' },
  { kind: 'skill', owner: 's', skill: 's' },
  { kind: 'agent', owner: 'a' },
);
const events = fc.constantFrom(
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SessionStart',
  'FileChanged',
  'SubagentStop' as const,
);

const hooks: fc.Arbitrary<readonly Hook[]> = fc
  .array(
    fc.record({
      event: events,
      matcher: matchers,
      condition: conditions,
      once: fc.boolean(),
      handler: fc.constantFrom('a', 'b', 'c').map((text) => commandHandler(text)),
      source: sources,
      inactive: fc.constantFrom(null, null, null, { code: 'disabled' as const, detail: 'off' }),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((more, index) => hook(`h${index}`, more)));

const inputs: fc.Arbitrary<HookInput> = fc
  .record({
    event: events,
    tool: fc.oneof(fc.constantFrom(...TOOLS), fc.string({ unit: 'binary', maxLength: 300 })),
    toolInput: toolInputs,
    agent: fc.constantFrom(undefined, 'a', 'b'),
    cwd: fc.oneof(fc.constant('/project'), syntax),
  })
  .map(({ event, tool, toolInput, agent, cwd }) =>
    input(event, {
      tool_name: tool,
      tool_input: toolInput,
      file_path: tool,
      source: tool,
      cwd,
      ...(agent === undefined ? {} : { agent_type: agent }),
    }),
  );

const sessions: fc.Arbitrary<Session> = fc.record({
  id: fc.constant('s'),
  ran: fc.subarray(['h0', 'h1', 'h2', 'h3']).map((list) => new Set(list)),
  activeSkills: fc.subarray(['s']).map((list) => new Set(list)),
  stopRounds: fc.constant(new Map()),
});

const options = fc.record({
  profile: fc.constantFrom(profile('amplifier'), profile('claude-code')),
  matcherMode: fc.constantFrom('search' as const, 'full' as const),
  toolAliases: fc.constantFrom(
    () => [],
    (name: string) => [`${name}x`, 'shell', name],
  ),
});

const check = (property: fc.IProperty<unknown>) => fc.assert(property, { numRuns: 300 });

describe('a plan', () => {
  it('is made for every configuration and input, and says something about every hook', () => {
    check(
      fc.property(hooks, inputs, sessions, options, (list, event, session, more) => {
        const plan = planner(list, more).plan(event, session);
        const entries = plan.entries();
        expect(entries.map((entry) => entry.hook)).toEqual(list);
        expect(entries.filter(({ runs }) => runs).map((entry) => entry.hook)).toEqual(plan.runs);
        expect(entries.every(({ reason }) => reason.detail !== '')).toBe(true);
      }),
    );
  });

  it('keeps the declared order and never runs one identity twice', () => {
    check(
      fc.property(hooks, inputs, sessions, options, (list, event, session, more) => {
        const { runs } = planner(list, more).plan(event, session);
        const places = runs.map((one) => list.indexOf(one));
        expect(places).toEqual([...places].sort((a, b) => a - b));
        const identities = runs.map(identityOf);
        expect(new Set(identities).size).toBe(identities.length);
        expect(runs.every((one) => one.event === event.row.name && one.inactive === null)).toBe(true);
      }),
    );
  });

  it('leaves a hook out as a duplicate only where the same hook was judged later', () => {
    check(
      fc.property(hooks, inputs, sessions, options, (list, event, session, more) => {
        const entries = planner(list, more).plan(event, session).entries();
        for (const [place, entry] of entries.entries()) {
          if (entry.reason.code !== 'duplicate') continue;
          const later = entries
            .slice(place + 1)
            .filter((other) => identityOf(other.hook) === identityOf(entry.hook));
          expect(
            later.some(({ runs, reason }) => runs || reason.code === 'once' || reason.code === 'if-rule'),
          ).toBe(true);
        }
      }),
    );
  });

  it('is the same whatever was planned before', () => {
    check(
      fc.property(
        hooks,
        fc.array(inputs, { maxLength: 6 }),
        inputs,
        sessions,
        (list, before, event, session) => {
          // A pattern that is set aside matches everything afterwards, so only those that end are compared.
          const calm = list.filter(({ matcher }) => matcher !== '(\\w+\\s?)+!');
          const used = planner(calm);
          for (const one of before) used.plan(one, SESSION);
          expect(ids(used.plan(event, session))).toEqual(ids(planner(calm).plan(event, session)));
          expect(ids(used.plan(event, session))).toEqual(ids(planner(calm).plan(event, session)));
        },
      ),
    );
  });

  it('does not change when hooks of other events and other tools are put between or moved', () => {
    const other = fc
      .array(fc.record({ event: events, tool: fc.constantFrom('Zed', 'Zed|Yak', '^Zed$') }), { maxLength: 6 })
      .map((list) => list.map(({ event, tool }, index) => hook(`o${index}`, { event, matcher: tool })));
    const mix = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 });
    check(
      fc.property(hooks, other, mix, inputs, sessions, (list, extra, picks, event, session) => {
        fc.pre(event.row.matcher !== null && event.target?.includes('Zed') === false);
        fc.pre(!list.some(({ matcher }) => matcher === '(\\w+\\s?)+!'));
        const mixed: Hook[] = [];
        const rest = [...list];
        const unrelated = extra.filter((one) => eventRow(one.event).matcher !== null);
        for (const pick of picks) mixed.push(...(pick ? rest.splice(0, 1) : unrelated.splice(0, 1)));
        mixed.push(...rest, ...unrelated);
        expect(ids(planner(mixed).plan(event, session))).toEqual(ids(planner(list).plan(event, session)));
      }),
    );
  });
});

describe('rules and matchers', () => {
  it('are read and judged without ever throwing', () => {
    const places = fc.record({ cwd: syntax, projectDir: syntax, home: syntax, rulesRoot: syntax });
    check(
      fc.property(
        conditions,
        fc.constantFrom(...TOOLS),
        toolInputs,
        places,
        (text, name, toolInput, where) => {
          const verdict = ruleSelects(compileRule(text ?? ''), {
            ...where,
            name,
            names: [name],
            input: toolInput,
          });
          expect(verdict.why).not.toBe('');
        },
      ),
    );
  });

  it('are explained and checked without ever throwing', () => {
    check(
      fc.property(matchers, conditions, fc.constantFrom(...EVENT_NAMES), (matcher, condition, event) => {
        const row = eventRow(event);
        const explained = explainMatcher(matcher, row, { matcherMode: 'search' });
        const problems = matcherProblems(matcher, row);
        if (explained.kind === 'invalid') expect(problems.map(({ severity }) => severity)).toEqual(['error']);
        ruleProblems(condition, row);
      }),
    );
  });

  it('a rule that names a command with a star selects every call with that command in it', () => {
    // No reserved word of the shell begins with p.
    const word = fc.stringMatching(/^p[a-z]{0,7}$/);
    const wrap = fc.constantFrom(
      (text: string) => text,
      (text: string) => `x && ${text}`,
      (text: string) => `( ${text} )`,
      (text: string) => `echo "$( ${text} )"`,
      (text: string) => `if ${text}; then y; fi`,
      (text: string) => `${text} | x > out 2>&1`,
    );
    check(
      fc.property(
        word,
        fc.array(word, { maxLength: 3 }),
        fc.constantFrom('', 'A=1 '),
        fc.array(wrap, { maxLength: 3 }),
        (name, rest, assignment, wraps) => {
          const inmost = `${assignment}${[name, ...rest].join(' ')}`;
          const text = wraps.reduce((inner, outer) => outer(inner), inmost);
          const call = {
            name: 'Bash',
            names: ['Bash'],
            input: { command: text },
            cwd: '/',
            projectDir: '/',
            home: '/',
            rulesRoot: '/',
          };
          expect(ruleSelects(compileRule(`Bash(${name} *)`), call).selects).toBe(true);
          expect(ruleSelects(compileRule(`Bash(${name}zzz *)`), call).selects).toBe(false);
        },
      ),
    );
  });
});

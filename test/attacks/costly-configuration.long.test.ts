// Whatever a repository writes into its configuration, loading it costs little, and costs the user's own hooks nothing.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestProject } from '../../src/engine/testing/project.js';
import type { ProfileName } from '../../src/profiles.js';
import { cpuMs } from '../../src/testing/index.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [{ matcher: '^Bash$', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }],
    },
  });
});
afterEach(() => project.remove());

/** Each took ten times as long, and more, where there was no budget. CPU time: a busy machine changes nothing. */
const AFFORDABLE_MS = 2_500;
const group = (matcher: string) => ({ matcher, hooks: [{ type: 'command', command: 'true' }] });
const many = (count: number, make: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, make: (index: number) => readonly [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

const COSTLY: readonly (readonly [string, () => void])[] = [
  ['60,000 unknown event names', () => hooks(named(60_000, (index) => [`PreToolUze${index}`, []]))],
  ['60,000 unknown names beside "hooks"', () => file(named(60_000, (index) => [`PreToolUze${index}`, []]))],
  [
    '300 matchers that come to no end',
    () => hooks({ PreToolUse: many(300, (index) => group(`^(\\w+\\s?)+${index}$`)) }),
  ],
  [
    '8,000 lists with unknown names',
    () => hooks({ PreToolUse: many(8_000, (index) => group(`Bahs${index}|Wriet${index}`)) }),
  ],
  [
    '8,000 hooks with unknown fields',
    () =>
      hooks({
        PreToolUse: many(8_000, (index) => ({
          hooks: [{ type: 'command', command: 'true', [`comand${index}`]: 1 }],
        })),
      }),
  ],
  [
    '8,000 switches for hooks that are not there',
    () =>
      project.write('project/.amplifier/hooks-state.json', {
        version: 1,
        hooks: named(8_000, (index) => [`h${index}`, { state: 'disabled' }]),
      }),
  ],
];

const file = (content: unknown) => project.write('project/.amplifier/hooks/hooks.json', content);
const hooks = (content: unknown) => file({ hooks: content });

describe.each<ProfileName>(['amplifier', 'claude-code'])('in profile %s', (profile) => {
  it.each(COSTLY)('%s', async (_title, write) => {
    write();
    const taken: { engine?: ReturnType<TestProject['engine']> } = {};
    const cost = await cpuMs(() => {
      taken.engine = project.engine({ profile });
    });
    const { engine } = taken;
    if (engine === undefined) throw new Error('no engine');
    expect(engine.generation.diagnostics.length).toBeLessThan(3_000);
    for (const { message } of engine.generation.diagnostics) expect(message.length).toBeLessThan(3_000);
    const decided = await cpuMs(async () => {
      const { permission } = await engine.dispatch(project.input('PreToolUse'));
      expect(permission).toBe('deny');
    });
    expect([cost < AFFORDABLE_MS, decided < AFFORDABLE_MS * 2], `${cost} ms, ${decided} ms`).toEqual([
      true,
      true,
    ]);
  });
});

it('says how many problems are not listed, and where', () => {
  hooks(named(3_000, (index) => [`PreToolUze${index}`, []]));
  const { diagnostics } = project.engine().generation;
  expect(diagnostics.filter(({ code }) => code === 'event-unknown')).toHaveLength(1_000);
  expect(diagnostics.find(({ code }) => code === 'too-many-problems')).toMatchObject({
    message: expect.stringMatching(/^2000 more problems of .*hooks\.json are not listed$/),
  });
});

it('says which matchers were not tried', () => {
  hooks({ PreToolUse: many(300, (index) => group(`^(\\w+\\s?)+${index}$`)) });
  const { diagnostics } = project.engine().generation;
  expect(diagnostics.find(({ code }) => code === 'matcher-unchecked')).toMatchObject({
    message: expect.stringMatching(/^The matchers of \d+ hooks were not tried/),
    line: 1,
  });
});

it('the problems of a project do not push out those of the user', () => {
  hooks(named(3_000, (index) => [`PreToolUze${index}`, []]));
  project.write('home/.amplifier/hooks/hooks.json', { hooks: { Stopp: [group('*')] } });
  const { diagnostics } = project.engine().generation;
  expect(diagnostics.some(({ message }) => message.includes('"Stopp"'))).toBe(true);
});

it('the hooks of a project do not push out those of the user', () => {
  hooks({ Stop: many(10_500, () => group('*')) });
  const { hooks: all } = project.engine().generation;
  expect(all.filter(({ voice }) => voice === 'project')).toHaveLength(10_000);
  expect(all.filter(({ voice }) => voice === 'user')).toHaveLength(1);
});

it('matchers of a project that come to no end leave those of the user as they are', async () => {
  // They hang on this name, but not on those that are tried at the load.
  const name = `mcp__x__${'b'.repeat(60)}!`;
  hooks({ PreToolUse: many(300, (index) => group(`(b+)+${index}$`)) });
  const engine = project.engine();
  const input = project.input('PreToolUse', { tool_name: name });
  expect(await cpuMs(() => engine.plan(input))).toBeLessThan(AFFORDABLE_MS);
  const plan = engine.plan(input);
  const user = plan.entries().find(({ hook }) => hook.voice === 'user');
  expect(user).toMatchObject({ runs: false, reason: { code: 'matcher' } });
  // A guard that cannot be judged runs.
  expect(plan.runs).toHaveLength(1);
});

// Whatever a repository writes into its configuration, loading it costs little, and costs the user's own hooks nothing.
import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/profiles.js';
import { ended } from '../../src/testing/index.js';
import { LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [{ matcher: '^Bash$', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }],
    },
  });
});

/** For a whole process. CPU time, as others on the machine add little to it; without budgets the worst of these took eight times as much. */
const AFFORDABLE_MS = 5_000;
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

/** Writes down at its end what a process cost, in milliseconds. */
const METER = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync(process.env.COST, String((user + system) / 1000));
});`;

/** What the command prints, and the CPU time that it took. */
async function metered(argv: readonly string[], fields: object = {}) {
  const meter = project.write('meter.cjs', METER);
  const child = project.start(argv, { COST: project.path('cost') }, { node: ['--require', meter] });
  const { stdout } = await ended(child, JSON.stringify({ session_id: 's', cwd: project.dir, ...fields }));
  return { stdout, cost: Number(project.read('cost')) };
}

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly line: number;
}

async function findings(): Promise<readonly Finding[]> {
  return JSON.parse((await project.run(['validate', '--json'])).stdout).findings;
}

describe.each(PROFILE_NAMES)('in profile %s', (profile) => {
  it.each(COSTLY)('%s', async (_title, write) => {
    write();
    project.own();
    const { stdout, cost } = await metered(['dispatch', '--profile', profile], LS);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(cost).toBeLessThan(AFFORDABLE_MS);
  });
});

it.each(COSTLY)('what is told of %s stays short', async (_title, write) => {
  write();
  const found = await findings();
  expect(found.length).toBeLessThan(3_000);
  for (const { message } of found) expect(message.length).toBeLessThan(3_000);
});

it('says how many problems are not listed, and where', async () => {
  hooks(named(3_000, (index) => [`PreToolUze${index}`, []]));
  const found = await findings();
  expect(found.filter(({ code }) => code === 'event-unknown')).toHaveLength(1_000);
  expect(found.find(({ code }) => code === 'too-many-problems')).toMatchObject({
    message: expect.stringMatching(/^2000 more problems of .*hooks\.json are not listed$/),
  });
});

it('says which matchers were not tried', async () => {
  hooks({ PreToolUse: many(300, (index) => group(`^(\\w+\\s?)+${index}$`)) });
  expect((await findings()).find(({ code }) => code === 'matcher-unchecked')).toMatchObject({
    message: expect.stringMatching(/^The matchers of \d+ hooks were not tried/),
    line: 1,
  });
});

it('the problems of a project do not push out those of the user', async () => {
  hooks(named(3_000, (index) => [`PreToolUze${index}`, []]));
  project.write('home/.amplifier/hooks/hooks.json', { hooks: { Stopp: [group('*')] } });
  expect((await findings()).some(({ message }) => message.includes('"Stopp"'))).toBe(true);
});

it('the hooks of a project do not push out those of the user', async () => {
  hooks({ Stop: many(10_500, () => group('*')) });
  const { hooks: all }: { hooks: readonly { scope: string }[] } = JSON.parse(
    (await project.run(['list', '--json'])).stdout,
  );
  expect(all.filter(({ scope }) => scope === 'project')).toHaveLength(10_000);
  expect(all.filter(({ scope }) => scope === 'user')).toHaveLength(1);
});

it('matchers of a project that come to no end leave those of the user as they are', async () => {
  // They hang on this name, but not on those that are tried at the load.
  const name = `mcp__x__${'b'.repeat(60)}!`;
  const mark = { type: 'command', command: 'echo x >> ran' };
  hooks({ PreToolUse: many(300, (index) => ({ matcher: `(b+)+${index}$`, hooks: [mark] })) });
  project.own();
  const { stdout, cost } = await metered(['dispatch'], { ...LS, tool_name: name });
  expect(cost).toBeLessThan(AFFORDABLE_MS);
  expect(stdout).not.toContain('deny');
  // A guard that cannot be judged runs.
  expect(project.read('project/ran')).toBe('x\n');
});

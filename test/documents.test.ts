// What docs/divergences.md says of the documents, played: each row that is about what hooks do.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestProject } from '../src/engine/testing/project.js';
import { EVENT_NAMES, type EventName, eventRow, parseInput } from '../src/events/index.js';
import type { Decision } from '../src/nouns.js';
import type { ProfileName } from '../src/profiles.js';

const page = readFileSync(fileURLToPath(new URL('../docs/divergences.md', import.meta.url)), 'utf8');

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

interface Wish {
  readonly matcher?: string;
  readonly profile?: ProfileName;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly stdout?: string;
  readonly exit?: number;
}

/** What one hook that prints something and exits so comes to. */
async function decided(
  event: EventName,
  { matcher, profile = 'amplifier', ...wish }: Wish,
): Promise<Decision> {
  const command = `printf '%s' '${wish.stdout ?? ''}'; echo why >&2; exit ${wish.exit ?? 0}`;
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: {
      [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command }] }],
    },
  });
  const tool = eventRow(event).tool ? { tool_name: 'Bash', tool_input: { command: 'ls' } } : {};
  const read = parseInput({ hook_event_name: event, ...tool, ...wish.fields });
  if (!read.ok || read.input.kind !== 'known') throw new Error(JSON.stringify(read));
  return project.engine({ profile }).dispatch(read.input);
}

const ignored = ({ diagnostics }: Decision): boolean =>
  diagnostics.some(({ code }) => code === 'field-ignored');

describe('matchers', () => {
  it.each<[EventName, Readonly<Record<string, unknown>>, string]>([
    ['SessionEnd', { reason: 'clear' }, 'clear'],
    ['SubagentStart', { agent_type: 'finder' }, 'finder'],
    ['SubagentStop', { agent_type: 'finder' }, 'finder'],
    ['Notification', { notification_type: 'idle_prompt' }, 'idle_prompt'],
    ['PermissionRequest', {}, 'Bash'],
  ])('of %s are compared', async (event, fields, matcher) => {
    const runs = async (wish: Wish) => (await decided(event, { fields, ...wish })).runs.length;
    expect([await runs({ matcher }), await runs({ matcher: 'other' }), await runs({})]).toEqual([1, 0, 1]);
    expect(page).toContain(event);
  });
});

describe('answers', () => {
  const specific = (hookEventName: string, more: object): string =>
    JSON.stringify({ hookSpecificOutput: { hookEventName, ...more } });

  it('of PermissionRequest are a decision of its own', async () => {
    const event = 'PermissionRequest';
    const right = specific(event, { decision: { behavior: 'deny', message: 'no' } });
    const wrong = specific(event, { permissionDecision: 'deny' });
    for (const profile of ['amplifier', 'claude-code'] as const)
      expect((await decided(event, { stdout: right, profile })).permission).toBe('deny');
    expect((await decided(event, { stdout: wrong })).permission).toBe('deny');
    const lost = await decided(event, { stdout: wrong, profile: 'claude-code' });
    expect([lost.permission, lost.failures.map(({ kind }) => kind)]).toEqual([null, ['badOutput']]);
  });

  it('of PreCompact block, and its stdout reaches the model', async () => {
    expect((await decided('PreCompact', { exit: 2 })).blocked).toBe(true);
    expect((await decided('PreCompact', { stdout: '{"decision":"block"}' })).blocked).toBe(true);
    expect((await decided('PreCompact', { stdout: 'keep names' })).context).toMatchObject([
      { value: 'keep names' },
    ]);
  });

  it('that block what has happened are feedback or nothing', async () => {
    const stdout = '{"decision":"block","reason":"no"}';
    const after = await decided('PostToolUse', { stdout });
    expect([after.blocked, after.feedback.length]).toEqual([false, 1]);
    for (const event of ['SessionStart', 'SessionEnd'] as const) {
      const nothing = await decided(event, { stdout });
      expect([nothing.blocked, ignored(nothing)]).toEqual([false, true]);
    }
  });

  it('with "continue": false end a turn where the table of events says so, and are told elsewhere', async () => {
    const stdout = '{"continue":false}';
    for (const event of EVENT_NAMES.filter((name) => eventRow(name).stdout !== 'path')) {
      const decision = await decided(event, { stdout });
      const ends = eventRow(event).continueFalse;
      expect([event, decision.stop !== null, ignored(decision)]).toEqual([event, ends, !ends]);
    }
  });

  it.each<EventName>(['Setup', 'Notification', 'SessionEnd', 'PreCompact', 'PermissionRequest'])(
    'with additionalContext on %s go nowhere, and that is told',
    async (event) => {
      const more = {
        additionalContext: 'c',
        ...(event === 'PermissionRequest' ? { decision: { behavior: 'deny' } } : {}),
      };
      const decision = await decided(event, { stdout: specific(event, more) });
      expect([decision.context, ignored(decision)]).toEqual([[], true]);
    },
  );

  it('in plain text are shown to nobody, and a systemMessage is shown to the user', async () => {
    const text = await decided('PostToolUse', { stdout: 'formatted' });
    expect(text.systemMessages).toEqual([]);
    expect(text.diagnostics.map(({ code }) => code)).toEqual(['stdout-unheard']);
    const { systemMessages, context } = await decided('PostToolUse', { stdout: '{"systemMessage":"m"}' });
    expect([systemMessages.length, context]).toEqual([1, []]);
  });
});

it('one handler that is defined twice runs once', async () => {
  const hooks = [{ type: 'command', command: 'true' }];
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks },
        { matcher: '*', hooks },
      ],
    },
  });
  expect((await project.engine().dispatch(project.input('PreToolUse'))).runs).toHaveLength(1);
});

it('timeouts: 500 are seconds and cut, 5000 are milliseconds, none is 30 seconds or by event', () => {
  const hooks = [500, 5000, undefined].map((timeout) => ({
    type: 'command',
    command: `t ${timeout}`,
    timeout,
  }));
  project.write('home/.amplifier/hooks/hooks.json', { hooks: { Stop: [{ hooks }] } });
  const times = (profile: ProfileName) =>
    project.engine({ profile }).generation.hooks.map(({ timeoutMs }) => timeoutMs);
  expect(times('amplifier')).toEqual([300_000, 5000, null]);
  expect(times('claude-code')).toEqual([500_000, 5_000_000, null]);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_NAMES, eventRow } from '../../events/index.js';
import { NATIVE_EVENTS } from './native-events.js';
import { Scene } from './testing/scene.js';

const rows = EVENT_NAMES.map(eventRow);

describe('the event table', () => {
  it('every event that fires has a way in, and every row says how or why', () => {
    const without = rows.filter(
      ({ amplifier: { level, from } }) => level !== 'impossible' && from.length === 0,
    );
    expect(without.map(({ name }) => name)).toEqual([]);
    expect(rows.filter(({ amplifier: { note } }) => !note.endsWith('.')).map(({ name }) => name)).toEqual([]);
  });

  it('every way in leads somewhere, and nothing else is listened to', () => {
    const named = new Set(rows.flatMap(({ amplifier }) => amplifier.from));
    expect(Object.keys(NATIVE_EVENTS).filter((event) => !named.has(event))).toEqual([
      'skill:loaded',
      'skill:unloaded',
    ]);
    expect([...named].filter((event) => !(event in NATIVE_EVENTS))).toEqual([]);
  });

  it('what an event is on its own names it as a way in', () => {
    const cases = [{}, { status: 'error' }, { result: { success: false, error: 'no' } }];
    const read = Object.entries(NATIVE_EVENTS).flatMap(([native, { alone }]) =>
      cases.flatMap((data) =>
        [true, false].map((isSub) => [native, alone?.(data, { isSub, cwd: '/project' })[0]] as const),
      ),
    );
    const wrong = read.filter(
      ([native, event]) => event !== undefined && !eventRow(event).amplifier.from.includes(native),
    );
    expect(wrong).toEqual([]);
    expect(new Set(read.map(([, event]) => event))).toContain('PostToolUseFailure');
  });
});

describe('events worth sending', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });
  afterEach(() => scene.end());
  const SKILLS = ['skill:loaded', 'skill:unloaded'];
  const events = (hooks: string[], can = {}, parent: string | null = null) => {
    scene.project.hooks(Object.fromEntries(hooks.map((event) => [event, ['true']])));
    const own = scene.open(can, { session: parent === null ? 's' : 'c', parent });
    return own.events().filter((event) => !SKILLS.includes(event));
  };

  it.each<[string[], Record<string, boolean>, string | null, string[]]>([
    [[], {}, null, []],
    [['PreToolUse'], {}, null, ['prompt:submit', 'session:end', 'tool:pre']],
    [['PreToolUse'], {}, 's', ['prompt:submit', 'tool:pre']],
    [['UserPromptSubmit'], {}, 's', ['prompt:submit']],
    [
      ['Stop'],
      {},
      null,
      ['orchestrator:complete', 'orchestrator:stop', 'prompt:submit', 'session:end', 'tool:pre'],
    ],
    [
      ['Stop'],
      { steer: true },
      null,
      [
        'content_block:end',
        'orchestrator:complete',
        'orchestrator:stop',
        'prompt:submit',
        'session:end',
        'tool:pre',
      ],
    ],
    [['Stop'], { steer: true }, 's', ['prompt:submit']],
    [['PostToolUse'], {}, 's', ['prompt:submit', 'tool:post']],
  ])('%j, %j, started by %s', (hooks, can, parent, expected) => {
    expect(events(hooks, can, parent)).toEqual(expected);
  });

  it('an agent’s own end is told from its session', () => {
    expect(events(['SubagentStop'], { steer: true }, 's')).toContain('content_block:end');
  });

  it('the blocks of the person’s session are of no interest to hooks of agents', () => {
    expect(events(['SubagentStop'], { steer: true })).not.toContain('content_block:end');
  });
});

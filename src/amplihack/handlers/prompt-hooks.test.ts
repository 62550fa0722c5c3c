// The two hooks for prompts: the reminder, and preferences, memory and the development command.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place } from '../testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function added(subcommand: string, payload: unknown): Promise<string | null> {
  const reply = await place.reply(subcommand, payload);
  if (JSON.stringify(reply) === '{}') return null;
  expect(reply).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: expect.any(String) },
  });
  const { hookSpecificOutput }: { hookSpecificOutput: { additionalContext: string } } = JSON.parse(
    JSON.stringify(reply),
  );
  return hookSpecificOutput.additionalContext;
}

describe('the reminder', () => {
  const remind = (payload: Readonly<Record<string, unknown>>) =>
    added('workflow-classification-reminder', { session_id: 's', ...payload });
  const state = '.claude/runtime/classification_state/s.json';

  it('comes at the first turn and is remembered', async () => {
    const text = await remind({ user_prompt: 'Write a function' });
    for (const word of ['DEV', 'INVESTIGATE', 'HYBRID', 'Q&A', 'OPS', 'dev-orchestrator'])
      expect(text).toContain(word);
    expect(JSON.parse(place.read(state))).toEqual({ last_classified_turn: 0, session_id: 's' });
  });

  it.each([
    ['user_prompt', { user_prompt: 'x', prompt: '/dev' }],
    ['prompt', { user_prompt: ' ', prompt: 'x' }],
    ['a userMessage', { userMessage: 'x' }],
    ['a userMessage with text', { userPrompt: null, prompt: '', userMessage: { text: 'x' } }],
  ])('reads %s', async (_, payload) => {
    expect(await remind(payload)).not.toBeNull();
  });

  it.each([{}, { user_prompt: '' }, { prompt: 5 }, { userMessage: { text: 5 } }])(
    'no prompt in %j',
    async (payload) => {
      expect(await remind(payload)).toBeNull();
      expect(place.files()).toEqual({});
    },
  );

  it.each(['/dev', ' /DEV x', '/dev\nx', '/amplihack:dev x', '/.claude:amplihack:dev'])(
    '%j brings its own workflow',
    async (prompt) => {
      expect(await remind({ user_prompt: prompt })).toBeNull();
      expect(place.files()).toEqual({});
    },
  );

  it('/developer does not', async () => {
    expect(await remind({ user_prompt: '/developer' })).not.toBeNull();
  });

  it.each([
    [9, 'tell me more', false],
    [10, 'tell me more', true],
    [8, "Now let's go on", true],
    [8, 'A different topic: also this', true],
    [20, 'Also do this', false],
    [20, 'do this and, that', false],
    [20, 'do one thing and another', true],
    [20, 'What about this', false],
    [20, 'What’s the   status?', false],
    [20, 'sand castle', true],
    [20, 'and-or', true],
    [3, 'tell me more', true],
    [1, 'also', true],
  ])('turn %i after turn 6, %j: %s', async (turn, prompt, isReminded) => {
    place.write(state, JSON.stringify({ last_classified_turn: 6, session_id: 's' }));
    expect((await remind({ user_prompt: prompt, turnCount: turn })) !== null).toBe(isReminded);
    expect(JSON.parse(place.read(state))).toMatchObject({ last_classified_turn: isReminded ? turn : 6 });
  });

  it.each([
    [{ turnCount: 5, turn_count: 1 }, 5],
    [{ turn_count: 5 }, 5],
    [{ turnCount: -1, turn_count: 4 }, 4],
    [{ turnCount: '5' }, 0],
    [{ turnCount: 1.5 }, 0],
  ])('%j is turn %i', async (payload, turn) => {
    await remind({ user_prompt: 'tell me', ...payload });
    expect(JSON.parse(place.read(state))).toMatchObject({ last_classified_turn: turn });
  });

  it('sessions are kept apart; without an id there is one for all', async () => {
    await added('workflow-classification-reminder', { prompt: 'x' });
    expect(place.has('.claude/runtime/classification_state/unknown-session.json')).toBe(true);
    await added('workflow-classification-reminder', { prompt: 'x', session_id: '../../é🚀' });
    expect(place.has('.claude/runtime/classification_state/________.json')).toBe(true);
  });

  it('a state that nobody can read is none, one that cannot be written is no reason to be silent', async () => {
    place.write(state, '{oops');
    expect(await remind({ user_prompt: 'tell me', turnCount: 9 })).not.toBeNull();
    const other = new Place();
    other.write('.claude/runtime', 'a file');
    const { stdout } = await other.run('workflow-classification-reminder', { prompt: 'x' });
    expect(stdout).toContain('DEV');
    other.remove();
  });

  it('a shared file takes the place of the text, a blank one silences it', async () => {
    const file = '.claude/tools/amplihack/hooks/templates/routing_prompt.txt';
    place.write(file, 'own text');
    expect(await remind({ user_prompt: 'x' })).toBe('own text');
    place.write(file, ' \n');
    expect(await remind({ user_prompt: 'x' })).toBeNull();
  });
});

describe('with a prompt', () => {
  const submit = (payload: unknown) => added('user-prompt-submit', payload);

  it.each([
    '/dev',
    '/DEV x',
    '  /dev  x ',
    '/dev\nx',
    'first\n/dev x',
    'x\n/dev',
    '/amplihack:dev',
    '/.claude:amplihack:dev x',
    'use the Dev-Orchestrator',
  ])('%j is the development command', async (prompt) => {
    expect(await submit({ prompt })).toContain('/dev workflow detected');
  });

  it.each(['do x /dev', '/help x', '/analyze /dev x', '/devx', 'x\n/develop'])(
    '%j is not',
    async (prompt) => {
      expect(await submit({ user_prompt: prompt })).toBeNull();
    },
  );

  it('preferences from a table', async () => {
    place.write(
      'USER_PREFERENCES.md',
      '# P\n| Setting | Value |\n|---|:--|\n| Tone | brief |\n| Empty | |\n| | x |\n  | Length | short |  \n### Other\nno\n',
    );
    expect(await submit({ prompt: 'x' })).toBe('## User Preferences\n- **Tone**: brief\n- **Length**: short');
  });

  it('preferences from headings, and learned patterns', async () => {
    place.write(
      'USER_PREFERENCES.md',
      '### Tone\n\nbe\nbrief\n#### really\n## Next\nno\n### Empty\n### Length\nshort\n## Learned Patterns\n\n- one\n',
    );
    expect(await submit({ prompt: '/dev x' })).toBe(
      '## User Preferences\n- **Tone**: be brief #### really\n- **Length**: short\n\n' +
        'Has Learned Patterns: Yes\n\n' +
        '/dev workflow detected: start with the `dev-orchestrator` skill and follow it to its end.',
    );
  });

  it.each([
    ['## Learned Patterns\n\n', false],
    ['## Learned Patterns\n# x\ntext\n', false],
    ['## Learned Patterns\n## x\ntext\n', false],
    ['### Learned Patterns\n', false],
    ['## Learned Patterns\r\ntext', true],
  ])('%j holds learned patterns: %s', async (text, isThere) => {
    place.write('USER_PREFERENCES.md', text);
    expect(await submit({ prompt: 'x' })).toBe(isThere ? 'Has Learned Patterns: Yes' : null);
  });

  it('no prompt, no word', async () => {
    place.write('USER_PREFERENCES.md', '| a | b |');
    expect(await submit({ user_prompt: '  ' })).toBeNull();
  });
});

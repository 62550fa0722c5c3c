// A judge who was shown a part of an event can object to it, but not agree. The judge is the host's own model, behind the real sidecar.
import { describe, expect, it } from 'vitest';
import { type Answer, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

type Kind = 'prompt' | 'agent';

const guard = (type: Kind, onFailure: 'block' | 'continue', event = 'PreToolUse') =>
  project.userHooks({ [event]: [{ type, prompt: 'It must do no harm.', onFailure }] });

const verdict = (type: Kind, ok: boolean) =>
  type === 'prompt'
    ? { ok: true, text: JSON.stringify({ ok, reason: 'because', impossible: false }) }
    : {
        ok: true,
        text: '',
        toolCalls: [{ id: 'c', name: 'verdict', input: { ok, reason: 'because' } }],
        end: 'tools',
      };

/** What becomes of an event whose judge has this opinion of all that it is shown, and what that was. */
async function judged(
  type: Kind,
  ok: boolean,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly answer: Answer; readonly shown: string }> {
  const sidecar = await project.serve({ capabilities: { complete: true } });
  sidecar.client.answers['complete'] = () => verdict(type, ok);
  const answer = await sidecar.answer(fields);
  const asked = await sidecar.client.until(({ method }) => method === 'complete');
  return { answer, shown: messages(asked).join('') };
}

const messages = (asked: unknown): readonly string[] => {
  const { params }: { params: { request: { messages: readonly { text?: string }[] } } } = JSON.parse(
    JSON.stringify(asked),
  );
  return params.request.messages.map(({ text = '' }) => text);
};

const call = (words: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: words },
});
const EVIL = 'rm -rf /important';
const HIDDEN = call(`${'# harmless\n'.repeat(15_000)}${EVIL}${'\n# harmless'.repeat(15_000)}`);

describe.each<Kind>(['prompt', 'agent'])('%s', (type) => {
  it('its yes to what it saw a part of is a failure: a guard that must not fail open denies', async () => {
    guard(type, 'block');
    const { answer, shown } = await judged(type, true, HIDDEN);
    expect(shown).not.toContain(EVIL);
    expect(answer.permission).toBe('deny');
    expect(answer.reason).toMatch(/shown \d+ of \d+ characters of the event/);
  });

  it('and another tells of the failure', async () => {
    guard(type, 'continue');
    const { answer } = await judged(type, true, HIDDEN);
    expect(answer.permission).toBeNull();
    expect(answer.told).toContain('is no verdict on the whole');
  });

  it('its no counts', async () => {
    guard(type, 'continue');
    const { answer } = await judged(type, false, HIDDEN);
    expect([answer.permission, answer.ended.stderr]).toEqual(['deny', '']);
  });

  it('what fits the promise is shown whole, and its yes counts', async () => {
    guard(type, 'block');
    const words = `${'x'.repeat(49_000)}${EVIL}${'y'.repeat(49_000)}`;
    const { answer, shown } = await judged(type, true, call(words));
    expect([answer.permission, answer.told.trim()]).toEqual([null, '']);
    expect(shown).toContain(words);
  });
});

it('what hooks read under two names is told once, rather than cut', async () => {
  guard('prompt', 'continue', 'PostToolUse');
  const tool_response = `${'x'.repeat(40_000)}middle${'y'.repeat(40_000)}`;
  const event = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, tool_response };
  const { answer, shown } = await judged('prompt', true, event);
  expect(answer.told.trim()).toBe('');
  expect(shown).toContain(tool_response);
});

it('nearly all of the promise is used for one long text', async () => {
  guard('prompt', 'block');
  const { shown } = await judged('prompt', false, HIDDEN);
  expect(shown.length).toBeGreaterThan(90_000);
});

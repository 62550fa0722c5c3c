// A judge who was shown a part of an event can object to it, but not agree.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestProject } from '../../src/engine/testing/project.js';
import type { ModelRequest } from '../../src/nouns.js';
import { AskedModel, calls, reply } from '../../src/run/prompt/testing/asked.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const guard = (type: 'prompt' | 'agent', onFailure: 'block' | 'continue') =>
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: [{ hooks: [{ type, prompt: 'It must do no harm.', onFailure }] }] },
  });
const answer = (type: 'prompt' | 'agent', ok: boolean) =>
  type === 'prompt'
    ? reply(JSON.stringify({ ok, reason: 'because', impossible: false }))
    : calls({ name: 'verdict', input: { ok, reason: 'because' } });
const judge = async (model: AskedModel, command: string) =>
  project
    .engine({ hostModel: () => model })
    .dispatch(project.input('PreToolUse', { tool_input: { command } }));
const shown = ([request]: readonly ModelRequest[]): string =>
  request?.messages.map((message) => ('text' in message ? message.text : '')).join('') ?? '';

const EVIL = 'rm -rf /important';
const HIDDEN = `${'# harmless\n'.repeat(15_000)}${EVIL}${'\n# harmless'.repeat(15_000)}`;

describe.each(['prompt', 'agent'] as const)('%s', (type) => {
  it('its yes to what it saw a part of is a failure: a guard that must not fail open denies', async () => {
    guard(type, 'block');
    const decision = await judge(new AskedModel(answer(type, true)), HIDDEN);
    expect(decision.permission).toBe('deny');
    expect(decision.reason).toMatch(/shown \d+ of \d+ characters of the event/);
  });

  it('and another tells of the failure', async () => {
    guard(type, 'continue');
    const { permission, failures } = await judge(new AskedModel(answer(type, true)), HIDDEN);
    expect(permission).toBeNull();
    expect(failures).toMatchObject([{ message: expect.stringContaining('is no verdict on the whole') }]);
  });

  it('its no counts', async () => {
    guard(type, 'continue');
    const { permission, failures } = await judge(new AskedModel(answer(type, false)), HIDDEN);
    expect([permission, failures]).toEqual(['deny', []]);
  });

  it('what fits the promise is shown whole, and its yes counts', async () => {
    guard(type, 'block');
    const command = `${'x'.repeat(49_000)}${EVIL}${'y'.repeat(49_000)}`;
    const model = new AskedModel(answer(type, true));
    const { permission, failures } = await judge(model, command);
    expect([permission, failures]).toEqual([null, []]);
    expect(shown(model.requests)).toContain(command);
  });
});

it('what hooks read under two names is told once, rather than cut', async () => {
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PostToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Fine?' }] }] },
  });
  const model = new AskedModel(answer('prompt', true));
  const tool_response = `${'x'.repeat(40_000)}middle${'y'.repeat(40_000)}`;
  const decision = await project
    .engine({ hostModel: () => model })
    .dispatch(project.input('PostToolUse', { tool_response }));
  expect(decision.failures).toEqual([]);
  expect(shown(model.requests)).toContain(tool_response);
});

it('nearly all of the promise is used for one long text', async () => {
  guard('prompt', 'block');
  const model = new AskedModel(answer('prompt', false));
  await judge(model, HIDDEN);
  expect(shown(model.requests).length).toBeGreaterThan(90_000);
});

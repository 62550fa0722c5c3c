import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place } from '../testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

async function metric(payload: Readonly<Record<string, unknown>>): Promise<unknown> {
  const reply = await place.reply(
    'post-tool-use',
    { tool_input: { x: 'secret-word' }, ...payload },
    { now: () => 5000 },
  );
  expect(reply).toEqual({});
  const text = place.read('.claude/runtime/metrics/post_tool_use_metrics.jsonl');
  expect(text).not.toContain('secret-word');
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
}

describe('metrics after a tool call', () => {
  it.each([
    ['Bash', 'bash_commands'],
    ['TERMINAL', 'bash_commands'],
    ['write', 'file_operations'],
    ['Edit', 'file_operations'],
    ['MultiEdit', 'file_operations'],
    ['create', 'file_operations'],
    ['Read', 'search_operations'],
    ['view', 'search_operations'],
    ['Glob', 'search_operations'],
    ['grep', 'search_operations'],
    ['Search', 'search_operations'],
    ['', 'other'],
    ['constructor', 'other'],
    ['Task', 'other'],
  ])('%s is one of %s', async (tool, category) => {
    const expected = { timestamp: '5', tool_name: tool, category, hook: 'post_tool_use' };
    expect(await metric({ tool_name: tool })).toEqual(expected);
    expect(await metric({ tool_name: tool, sessionId: 'é' })).toEqual({ ...expected, session_id: 'é' });
  });

  it.each([
    [{ error: 'no', success: false }, 'Write error: no'],
    [{ success: false, message: 'why' }, 'Write failed: why'],
    [{ success: false, message: 5 }, 'Write failed: unknown error'],
    [{ success: false, error: { code: 1 } }, 'Write failed: unknown error'],
  ])('%j is a warning', async (result, warning) => {
    expect(await metric({ tool_name: 'Write', tool_result: result })).toMatchObject({ warning });
    expect(await metric({ tool_name: 'Bash', tool_result: result })).not.toHaveProperty('warning');
  });

  it.each([null, 'error', 5, [{ error: 'x' }], { error: { a: 1 } }, { success: true }, {}, '{"error":"x"}'])(
    '%j is none',
    async (result) => {
      expect(await metric({ tool_name: 'Edit', tool_response: result })).not.toHaveProperty('warning');
    },
  );
});

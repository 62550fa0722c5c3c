import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HookError } from '../context.js';
import { type EventName, parsePayload } from './parse.js';

const parse = (payload: unknown, own: EventName = 'Stop') => parsePayload(JSON.stringify(payload), own);
const bash = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: {} };

describe('event names', () => {
  it.each([
    ['PreToolUse', 'PreToolUse', bash],
    ['pre-tool-use', 'PreToolUse', bash],
    ['PRE_TOOL_USE', 'PreToolUse', bash],
    ['session_end', 'SessionStop', {}],
    ['SessionStop', 'SessionStop', {}],
    ['user prompt submit', 'UserPromptSubmit', {}],
    ['precompact', 'PreCompact', {}],
  ])('%s is %s', (written, event, payload) => {
    expect(parse({ ...payload, hook_event_name: written })).toMatchObject({ event });
  });

  it.each(['FutureEvent', '', 'SubagentStop', 'constructor', 'Stopp', 'toString'])(
    '%s is unknown',
    (name) => {
      expect(parse({ hook_event_name: name, tool_name: 5, session_id: 7 })).toEqual({ event: 'unknown' });
    },
  );

  it('a missing or null name is the subcommand’s own event, a present one is not overridden', () => {
    expect(parse({})).toMatchObject({ event: 'Stop' });
    expect(parse({ hook_event_name: null })).toMatchObject({ event: 'Stop' });
    expect(parse({ hook_event_name: null, hookEventName: 'PreCompact' })).toMatchObject({ event: 'Stop' });
    expect(parse({ hookEventName: 'Stop' }, 'SessionStart')).toMatchObject({ event: 'Stop' });
  });
});

describe('fields', () => {
  it('camelCase means the same', () => {
    const camel = {
      hookEventName: 'PreToolUse',
      toolName: 'Bash',
      toolInput: { command: 'pwd' },
      sessionId: 'a',
    };
    const snake = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'pwd' },
      session_id: 'a',
    };
    expect(parse(camel)).toEqual(parse(snake));
    expect(parse({ stopHookActive: true, transcriptPath: 't', sessionId: 's' })).toEqual({
      event: 'Stop',
      stopHookActive: true,
      transcriptPath: 't',
      sessionId: 's',
    });
    expect(parse({ userPrompt: 'hi' }, 'UserPromptSubmit')).toMatchObject({ userPrompt: 'hi' });
  });

  it.each(['tool_result', 'toolResult', 'tool_response', 'toolResponse'])('%s is a result', (name) => {
    const payload = { tool_name: 'Write', tool_input: {}, [name]: '{"a":1}' };
    expect(parse(payload, 'PostToolUse')).toMatchObject({ toolResult: '{"a":1}' });
  });

  it('the first spelling in order counts, even when it is null', () => {
    expect(parse({ session_id: null, sessionId: 'x' })).toMatchObject({ sessionId: null });
    expect(parse({ sessionId: 'x', session_id: 'y' })).toMatchObject({ sessionId: 'y' });
    const input = { toolName: 'Bash', toolArgs: '{oops', tool_input: { command: 'ls' } };
    expect(parse(input, 'PreToolUse')).toMatchObject({ toolInput: { command: 'ls' } });
  });

  it.each(['tool_input', 'toolInput', 'toolArgs'])('a string in %s is decoded once', (name) => {
    const call = (value: unknown) => parse({ tool_name: 'Bash', [name]: value }, 'PreToolUse');
    expect(call('{"command":"pwd"}')).toMatchObject({ toolInput: { command: 'pwd' } });
    expect(call('"\\"x\\""')).toMatchObject({ toolInput: '"x"' });
    expect(call('null')).toMatchObject({ toolInput: null });
    expect(call(null)).toMatchObject({ toolInput: null });
    expect(call([1])).toMatchObject({ toolInput: [1] });
    for (const value of ['', 'ls', '{oops']) expect(() => call(value)).toThrow(HookError);
  });

  it('a blank session id is none', () => {
    for (const id of ['', '  ', '\n', null])
      expect(parse({ session_id: id })).toMatchObject({ sessionId: null });
  });

  it('extra is what no field of the contract takes', () => {
    const payload = {
      hook_event_name: 'SessionStart',
      cwd: '/x',
      toolArgs: 1,
      prompt: 'p',
      source: 'startup',
    };
    expect(parse(payload)).toEqual({
      event: 'SessionStart',
      cwd: '/x',
      sessionId: null,
      extra: { prompt: 'p', source: 'startup' },
    });
  });

  it('the last of repeated keys counts', () => {
    expect(parsePayload('{"session_id":"a","session_id":"b"}', 'Stop')).toMatchObject({ sessionId: 'b' });
  });

  it('10,000 levels of nesting are accepted', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(parsePayload(`{"tool_name":"x","tool_input":${deep}}`, 'PreToolUse')).toMatchObject({
      toolName: 'x',
    });
  });
});

describe('invalid input', () => {
  const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
  it.each<readonly [string, string | Uint8Array, EventName]>([
    ['nothing', '', 'Stop'],
    ['not JSON', 'hello', 'Stop'],
    ['trailing text', '{} x', 'Stop'],
    ['a byte-order mark', '\uFEFF{}', 'Stop'],
    ['a byte-order mark in bytes', bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'Stop'],
    ['not UTF-8', bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'Stop'],
    ['a list', '[]', 'Stop'],
    ['a string', '"x"', 'Stop'],
    ['null', 'null', 'Stop'],
    ['a number as event name', '{"hook_event_name":7}', 'Stop'],
    ['no tool name', '{"tool_input":{}}', 'PreToolUse'],
    ['a null tool name', '{"tool_name":null,"tool_input":{}}', 'PreToolUse'],
    ['a number as tool name', '{"tool_name":1,"tool_input":{}}', 'PostToolUse'],
    ['no tool input', '{"hookEventName":"PreToolUse","toolName":"Bash"}', 'PreToolUse'],
    ['a number as session id', '{"session_id":5}', 'SessionStart'],
    ['a string as flag', '{"stop_hook_active":"true"}', 'Stop'],
    ['an object as prompt', '{"user_prompt":{}}', 'UserPromptSubmit'],
    ['a list as path', '{"transcript_path":[]}', 'PreCompact'],
    ['a number as cwd', '{"cwd":1}', 'SessionStart'],
  ])('%s', (_, stdin, own) => {
    expect(() => parsePayload(stdin, own)).toThrow(HookError);
  });

  it('a wrong type in a field that the event does not list is nothing', () => {
    expect(parse({ ...bash, transcript_path: 5, user_prompt: [] })).toMatchObject({ event: 'PreToolUse' });
    expect(parse({ cwd: 5 })).toMatchObject({ event: 'Stop' });
  });

  it('errors never quote the payload', () => {
    for (const payload of ['{"secret-word":', '{"tool_name":"x","tool_input":"secret-word"}'])
      expect(() => parsePayload(payload, 'PreToolUse')).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('secret-word') }),
      );
  });

  it('whatever comes, it is parsed or refused, and a known event is never unknown', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('Stop', 'PreToolUse', '{}', null));
    const names = fc.constantFrom(
      'hook_event_name',
      'tool_name',
      'tool_input',
      'session_id',
      'toolArgs',
      'cwd',
    );
    fc.assert(
      fc.property(fc.dictionary(names, value), (payload) => {
        try {
          const { event } = parse(payload, 'PreToolUse');
          const name = payload['hook_event_name'] ?? 'PreToolUse';
          if (name === 'Stop' || name === 'PreToolUse') expect(event).toBe(name);
        } catch (error) {
          expect(error).toBeInstanceOf(HookError);
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMON_FIELDS,
  EVENT_NAMES,
  eventRow,
  type FieldKind,
  fits,
  parseInput,
  readInput,
  renderFields,
  renderStdin,
} from './index.js';

const known = (raw: unknown) => {
  const result = parseInput(raw);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  if (result.input.kind !== 'known') throw new Error('unknown event');
  return result.input;
};

/** Some value of a kind. */
const anyOf = (kind: FieldKind): unknown =>
  ['x', 1, true, {}, [], ...(typeof kind === 'string' ? [] : kind)].find((value) => fits(value, kind));

describe('reading an event', () => {
  it.each([
    [
      'snake_case',
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'pwd' }, session_id: 's' },
    ],
    [
      'camelCase',
      { hookEventName: 'PreToolUse', toolName: 'Bash', toolInput: { command: 'pwd' }, sessionId: 's' },
    ],
  ])('understands %s', (_, raw) => {
    const input = known(raw);
    expect(input.fields).toEqual({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'pwd' },
      session_id: 's',
    });
    expect(input.tool).toEqual({ name: 'Bash', input: { command: 'pwd' } });
    expect(input.target).toBe('Bash');
    expect(input.sessionId).toBe('s');
  });

  it.each([
    [
      'toolResult',
      { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, toolResult: 1 },
      'tool_response',
    ],
    [
      'tool_result',
      { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, tool_result: 1 },
      'tool_response',
    ],
    ['userPrompt', { hook_event_name: 'UserPromptSubmit', userPrompt: 'hi' }, 'prompt'],
    ['user_prompt', { hook_event_name: 'UserPromptSubmit', user_prompt: 'hi' }, 'prompt'],
    ['stopHookActive', { hook_event_name: 'Stop', stopHookActive: true }, 'stop_hook_active'],
    ['transcriptPath', { hook_event_name: 'Stop', transcriptPath: '/t' }, 'transcript_path'],
    ['trigger of SessionStart', { hook_event_name: 'SessionStart', trigger: 'startup' }, 'source'],
  ])('takes %s under its canonical name', (_, raw, canonical) => {
    expect(Object.keys(known(raw).fields)).toContain(canonical);
  });

  it('lets the canonical field win where both spellings are there', () => {
    const input = known({ hook_event_name: 'UserPromptSubmit', user_prompt: 'old', prompt: 'new' });
    expect(input.fields).toEqual({ hook_event_name: 'UserPromptSubmit', prompt: 'new' });
  });

  it('takes null for a field that is left out, whatever the field and its spelling', () => {
    for (const name of EVENT_NAMES) {
      const row = eventRow(name);
      const all = Object.entries({ ...COMMON_FIELDS, ...row.fields });
      const nulls = all.filter(([, { required }]) => !required).map(([field]) => [field, null]);
      const needed = all
        .filter(([, { required }]) => required)
        .map(([field, { kind }]) => [field, anyOf(kind)]);
      const input = known({ ...Object.fromEntries([...nulls, ...needed]), hook_event_name: name });
      for (const [field, value] of Object.entries(input.fields))
        expect({
          name,
          field,
          ok: value !== null || fits(null, all.find(([one]) => one === field)?.[1].kind ?? 'any'),
        }).toEqual({ name, field, ok: true });
      expect(input.sessionId).toBe('');
    }
  });

  it('lets the other spelling of a field count where the canonical one is null', () => {
    for (const event of [
      { session_id: null, sessionId: 's', tool_name: null, toolName: 'Bash', tool_input: {} },
      { toolName: 'Bash', tool_name: null, sessionId: 's', session_id: null, tool_input: {} },
    ])
      expect(known({ hook_event_name: 'PreToolUse', ...event })).toMatchObject({
        sessionId: 's',
        tool: { name: 'Bash' },
      });
  });

  it('keeps null where it is a value, or where nobody knows the field', () => {
    const fields = {
      hook_event_name: 'PostToolUse',
      tool_name: 'x',
      tool_input: {},
      tool_response: null,
      mine: null,
    };
    expect(known(fields).fields).toEqual(fields);
  });

  it('keeps trigger where it is the field of the event', () => {
    expect(known({ hook_event_name: 'PreCompact', trigger: 'auto' }).target).toBe('auto');
  });

  it('reads SessionStop as SessionEnd', () => {
    const input = known({ hook_event_name: 'SessionStop' });
    expect(input.row.name).toBe('SessionEnd');
    expect(input.fields['hook_event_name']).toBe('SessionEnd');
  });

  it('takes a future event as unknown, not as an error', () => {
    const result = parseInput({ hook_event_name: 'FutureEvent', payload: { anything: true } });
    expect(result).toMatchObject({ ok: true, input: { kind: 'unknown', name: 'FutureEvent' } });
  });

  it.each([
    ['null', null, 'not-an-object', null],
    ['an array', [], 'not-an-object', null],
    ['no event', { tool_name: 'Bash' }, 'event-missing', 'hook_event_name'],
    ['an event that is a number', { hook_event_name: 3 }, 'event-missing', 'hook_event_name'],
    [
      'PreToolUse without tool',
      { hook_event_name: 'PreToolUse', tool_input: {} },
      'field-missing',
      'tool_name',
    ],
    [
      'PreToolUse without input',
      { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
      'field-missing',
      'tool_input',
    ],
    [
      'PostToolUse without tool',
      { hook_event_name: 'PostToolUse', tool_input: {} },
      'field-missing',
      'tool_name',
    ],
    [
      'a tool name that is a number',
      { hook_event_name: 'PreToolUse', tool_name: 1, tool_input: {} },
      'field-type',
      'tool_name',
    ],
    ['a cwd that is a number', { hook_event_name: 'Stop', cwd: 1 }, 'field-type', 'cwd'],
    [
      'a flag that is a string',
      { hook_event_name: 'Stop', stop_hook_active: 'yes' },
      'field-type',
      'stop_hook_active',
    ],
  ])('refuses %s', (_, raw, code, field) => {
    const result = parseInput(raw);
    expect(result.ok ? null : result.problems[0]).toMatchObject({ code, field });
  });

  it('says what is wrong with the JSON', () => {
    const result = readInput('{"hook_event_name": ');
    expect(result.ok ? '' : result.problems[0]?.message).toMatch(/not valid JSON/);
    expect(readInput('\uFEFF{"hook_event_name":"Stop"}').ok).toBe(true);
  });

  it('compares FileChanged with the base name', () => {
    expect(known({ hook_event_name: 'FileChanged', file_path: '/a/b/.envrc' }).target).toBe('.envrc');
  });

  it('ignores matchers where the event has none', () => {
    expect(known({ hook_event_name: 'Stop' }).target).toBeNull();
    expect(known({ hook_event_name: 'SessionStart' }).target).toBe('');
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => parseInput(value) !== undefined));
    fc.assert(fc.property(fc.string(), (text) => readInput(text) !== undefined));
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        fc.dictionary(fc.string(), fc.anything()),
        (hook_event_name, rest) => parseInput({ ...rest, hook_event_name }) !== undefined,
      ),
    );
  });

  it('does not let "__proto__" in an event change anything', () => {
    const raw: unknown = JSON.parse('{"hook_event_name":"Stop","__proto__":{"polluted":true}}');
    const input = known(raw);
    expect('polluted' in {}).toBe(false);
    expect(JSON.stringify(input.fields)).toContain('polluted');
  });
});

describe('what a hook reads', () => {
  const input = known({
    session_id: 's',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'écho "x"\n' },
    tool_response: { stdout: 'x' },
    custom: 1,
  });

  it('is what the host sent, in its order, on one line', () => {
    const bytes = renderStdin(input, { bothSpellings: false, timestamp: null });
    const text = Buffer.from(bytes).toString('utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.trimEnd()).not.toContain('\n');
    expect(Object.keys(JSON.parse(text))).toEqual([
      'session_id',
      'hook_event_name',
      'tool_name',
      'tool_input',
      'tool_response',
      'custom',
    ]);
    expect(text).toContain('écho');
  });

  it.each([
    '{"id":12345678901234567890,"deep":[{"a":1.0,"b":[1e3,-0,2]}]}',
    '{"s":"12345678901234567890 \\" 1.0","n":0.1}',
    '{"number 1.0":1.0,"x":"number 5"}',
  ])('numbers are as the host wrote them: %s', (json) => {
    const text = `{ "tool_input" : ${json} ,\n "hook_event_name":"PreToolUse", "tool_name":"x","big":123456789012345678901,"small":1}`;
    const result = readInput(text);
    if (!result.ok || result.input.kind !== 'known') throw new Error('not read');
    const plain = { bothSpellings: false, timestamp: null };
    expect(renderStdin(result.input, plain).toString()).toBe(
      `{"tool_input":${json},"hook_event_name":"PreToolUse","tool_name":"x","big":123456789012345678901,"small":1}\n`,
    );
    // What was changed meanwhile is as it is now.
    const changed = { ...result.input, fields: { ...result.input.fields, tool_input: { id: 1 } } };
    expect(renderStdin(changed, plain).toString()).toContain('{"tool_input":{"id":1},');
  });

  it('of a name that stands twice hooks read what was judged', () => {
    const result = readInput(
      '{"hook_event_name":"PreToolUse","tool_name":"x","tool_input":{"command":"rm","n":1.0,"command":"ls"}}',
    );
    if (!result.ok || result.input.kind !== 'known') throw new Error('not read');
    const said = renderStdin(result.input, { bothSpellings: true, timestamp: null }).toString();
    expect(said).toContain('"tool_input":{"command":"ls","n":1.0}');
  });

  it('any JSON means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
        const event = { hook_event_name: 'PreToolUse', tool_name: 'x', tool_input: value, more: 1.5e300 };
        const result = readInput(JSON.stringify(event, null, pretty ? 1 : 0));
        if (!result.ok || result.input.kind !== 'known') return;
        const said = renderStdin(result.input, { bothSpellings: false, timestamp: null }).toString();
        expect(JSON.parse(said)).toEqual(JSON.parse(JSON.stringify(event)));
      }),
    );
  });

  it('carries both spellings and the time where the profile says so', () => {
    const options = { bothSpellings: true, timestamp: '2026-01-06T19:48:35Z' };
    expect(renderFields(input, options)).toMatchObject({
      tool_response: { stdout: 'x' },
      tool_result: { stdout: 'x' },
      timestamp: '2026-01-06T19:48:35Z',
    });
    expect(renderFields(known({ hook_event_name: 'UserPromptSubmit', prompt: 'p' }), options)).toMatchObject({
      prompt: 'p',
      user_prompt: 'p',
    });
    expect(renderFields(known({ hook_event_name: 'SessionStart', source: 'clear' }), options)).toMatchObject({
      source: 'clear',
      trigger: 'clear',
    });
  });

  it('keeps the time the host sent', () => {
    const stamped = known({ hook_event_name: 'Stop', timestamp: 'then' });
    expect(renderFields(stamped, { bothSpellings: true, timestamp: 'now' })['timestamp']).toBe('then');
  });
});

describe('the event table', () => {
  it('has 33 rows', () => {
    expect(EVENT_NAMES).toHaveLength(33);
  });

  it.each(EVENT_NAMES)('%s: the matcher reads a field of its input', (name) => {
    const row = eventRow(name);
    const common = ['agent_type'];
    if (row.matcher !== null) expect([...Object.keys(row.fields), ...common]).toContain(row.matcher);
    expect(row.handlers).toContain('command');
  });
});

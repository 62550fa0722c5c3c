import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { judged } from '../agents/testing/decisions.js';
import { lostOf, PROJECT, payloadOf, recording } from '../agents/testing/payloads.js';
import { blocksWhateverElse, forAny, hearing } from '../agents/testing/properties.js';
import { gemini } from './index.js';
import { heard } from './testing/reads.js';

const { payloads, missing } = recording('gemini-cli');

const payload = (event: string, fields: Fields = {}) =>
  payloadOf({ session_id: 's1', cwd: PROJECT, hook_event_name: event, ...fields });
const shell = { tool_name: 'run_shell_command', tool_input: { command: 'ls', description: 'look' } };
const by = (value: string) => [{ value, by: 'h1' }];

describe.skipIf(missing !== null)(`recorded payloads${missing === null ? '' : `: ${missing}`}`, () => {
  it.each(payloads)('$title is recognised, and read without loss', ({ payload }) => {
    expect(gemini.recognise(payload)).toBe(true);
    expect(gemini.read(payload).kind).not.toBe('refused');
  });

  it('every event that hooks know is told whole', () => {
    expect(payloads.flatMap(({ payload }) => lostOf(gemini, payload))).toEqual([]);
    const kinds = payloads.map(({ payload }) => {
      const read = gemini.read(payload);
      return [payload.fields['hook_event_name'], read.kind === 'event' ? read.event : read.kind].join(' ');
    });
    expect([...new Set(kinds)].sort()).toEqual([
      'AfterAgent Stop',
      'AfterModel nothing',
      'AfterTool PostToolUse',
      'AfterTool PostToolUseFailure',
      'BeforeAgent UserPromptSubmit',
      'BeforeModel nothing',
      'BeforeTool PreToolUse',
      'BeforeToolSelection nothing',
      'PreCompress PreCompact',
      'SessionEnd SessionEnd',
      'SessionStart SessionStart',
    ]);
  });
});

describe('reading', () => {
  it.each<[string, Fields, string, Fields]>([
    [
      'run_shell_command',
      { command: 'ls', is_background: true },
      'Bash',
      { command: 'ls', run_in_background: true },
    ],
    [
      'read_file',
      { file_path: 'a.txt', start_line: 3 },
      'Read',
      { file_path: `${PROJECT}/a.txt`, offset: 3 },
    ],
    ['write_file', { file_path: '/b.txt', content: 'x' }, 'Write', { file_path: '/b.txt', content: 'x' }],
    [
      'replace',
      { file_path: 'b.txt', old_string: 'x', new_string: 'y', allow_multiple: true },
      'Edit',
      { file_path: `${PROJECT}/b.txt`, old_string: 'x', new_string: 'y', replace_all: true },
    ],
    ['glob', { pattern: '*', dir_path: 'src' }, 'Glob', { pattern: '*', path: `${PROJECT}/src` }],
    ['grep_search', { pattern: 'x', include_pattern: '*.ts' }, 'Grep', { pattern: 'x', glob: '*.ts' }],
    ['invoke_agent', { agent_name: 'a', prompt: 'p' }, 'Agent', { subagent_type: 'a', prompt: 'p' }],
    ['activate_skill', { name: 's' }, 'Skill', { skill: 's' }],
    ['google_web_search', { query: 'q' }, 'WebSearch', { query: 'q' }],
    ['mcp_files_move', { a: 1 }, 'mcp__files__move', { a: 1 }],
    ['list_directory', { dir_path: '.' }, 'list_directory', { dir_path: '.' }],
  ])('%s %j is %s %j', (tool_name, tool_input, name, input) => {
    expect(gemini.read(payload('BeforeTool', { tool_name, tool_input }))).toMatchObject({
      event: 'PreToolUse',
      inputs: [{ hook_event_name: 'PreToolUse', tool_name: name, tool_input: input }],
    });
  });

  it('every address that is fetched is asked about', () => {
    const prompt = 'Compare https://a.example/x with (HTTP://b.example) and https://a.example/x';
    const call = payload('BeforeTool', { tool_name: 'web_fetch', tool_input: { prompt } });
    expect(gemini.read(call)).toMatchObject({
      inputs: [
        { tool_name: 'WebFetch', tool_input: { prompt, url: 'https://a.example/x' } },
        { tool_name: 'WebFetch', tool_input: { prompt, url: 'HTTP://b.example)' } },
      ],
    });
    // Another text may name addresses that nobody was asked about.
    const written = { updatedInput: { value: { prompt: 'https://c.example' }, by: 'h1' } };
    const { stdout } = gemini.answer(judged(gemini, call, written, {}));
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' });
  });

  it('a result has the fields that hooks look for', () => {
    const tool_response = { llmContent: 'Output: hi', returnDisplay: 'hi' };
    expect(gemini.read(payload('AfterTool', { ...shell, tool_response }))).toMatchObject({
      inputs: [{ tool_response: { ...tool_response, stdout: 'Output: hi', stderr: '' } }],
    });
    const written = { llmContent: 'x', returnDisplay: { filePath: '/a' } };
    const wrote = { tool_name: 'write_file', tool_input: {}, tool_response: written };
    expect(gemini.read(payload('AfterTool', wrote))).toMatchObject({
      inputs: [{ tool_response: { ...written, filePath: '/a' } }],
    });
  });

  it('a tool that failed is a failure to hooks, with its error as a text', () => {
    const error = { message: 'no such file', type: 'file_not_found' };
    const read = gemini.read(payload('AfterTool', { ...shell, tool_response: { error } }));
    expect(read).toMatchObject({
      event: 'PostToolUseFailure',
      inputs: [{ hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', error: 'no such file' }],
    });
  });

  it('what the agent said last is told under its name', () => {
    expect(gemini.read(payload('AfterAgent', { prompt_response: 'Done.' }))).toMatchObject({
      event: 'Stop',
      inputs: [{ last_assistant_message: 'Done.' }],
    });
  });

  it('the reason of a Stop hook comes back as a prompt, and begins no new turn', () => {
    const stop = judged(gemini, payload('AfterAgent'), {
      blocked: true,
      continues: true,
      reason: 'tests fail',
    });
    const { model } = hearing(heard, stop, gemini);
    expect(model).toContain('tests fail');
    expect(gemini.read(payload('BeforeAgent', { prompt: model }))).toMatchObject({ sameTurn: true });
    expect(gemini.read(payload('BeforeAgent', { prompt: 'tests fail' }))).not.toHaveProperty('sameTurn');
  });

  it('without a name it is refused', () => {
    expect(gemini.read(payloadOf({ tool_name: 'run_shell_command' }))).toMatchObject({ kind: 'refused' });
  });

  it('only its own sessions are recognised', () => {
    const started = { session_id: 's1', hook_event_name: 'SessionStart' };
    expect(gemini.recognise(payloadOf(started))).toBe(false);
    expect(gemini.recognise(payloadOf(started, { env: { GEMINI_SESSION_ID: 's0' } }))).toBe(false);
    expect(gemini.recognise(payloadOf(started, { env: { GEMINI_SESSION_ID: 's1' } }))).toBe(true);
  });
});

// As the page of measurements has it.
describe('the model of its reading', () => {
  it.each<[string, string, number, string, string, Fields]>([
    ['deny', 'BeforeTool', 0, '{"decision":"deny","reason":"R"}', '', { happens: false }],
    [
      'a deny of Claude Code',
      'BeforeTool',
      0,
      '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
      '',
      { happens: true },
    ],
    ['exit 2', 'BeforeTool', 2, '', 'R', { happens: false }],
    ['exit 2 beside JSON', 'BeforeTool', 2, '{"decision":"allow"}', 'R', { happens: true }],
    ['exit 1', 'BeforeTool', 1, '', 'R', { happens: true }],
    ['exit 1 with a deny', 'BeforeTool', 1, '{"decision":"deny","reason":"R"}', '', { happens: false }],
    ['text before JSON', 'BeforeTool', 0, 'x\n{"decision":"deny","reason":"R"}', '', { happens: true }],
    [
      'JSON in JSON',
      'BeforeTool',
      0,
      '"{\\"decision\\":\\"deny\\",\\"reason\\":\\"R\\"}"',
      '',
      { happens: false },
    ],
    [
      'updatedInput',
      'BeforeTool',
      0,
      '{"hookSpecificOutput":{"updatedInput":{"command":"x"}}}',
      '',
      { input: null },
    ],
    [
      'tool_input',
      'BeforeTool',
      0,
      '{"hookSpecificOutput":{"tool_input":{"command":"x"}}}',
      '',
      { input: { command: 'x' } },
    ],
    ['an end', 'BeforeTool', 0, '{"continue":false,"stopReason":"R"}', '', { happens: false, ends: true }],
    ['a block after a tool', 'AfterTool', 0, '{"decision":"block","reason":"R"}', '', { replaced: true }],
    ['a block of the end', 'AfterAgent', 2, '', 'R', { happens: false, model: 'R' }],
    ['a block of the start', 'SessionStart', 2, '', 'R', { happens: true }],
  ])('%s of %s', (_, event, exitCode, stdout, stderr, effect) => {
    expect(heard(event, { exitCode, stdout, stderr })).toMatchObject(effect);
  });
});

describe('answers', () => {
  it.each<[string, string, Fields, Partial<Decision>, unknown]>([
    ['nothing', 'BeforeTool', shell, {}, null],
    [
      'a deny, with its context',
      'BeforeTool',
      shell,
      { permission: 'deny', blocked: true, reason: 'no', context: by('C') },
      { decision: 'deny', reason: 'no\nC' },
    ],
    [
      'an ask',
      'BeforeTool',
      shell,
      { permission: 'ask', reason: 'sure?' },
      { decision: 'ask', reason: 'sure?', systemMessage: 'sure?' },
    ],
    [
      'an end',
      'BeforeTool',
      shell,
      { stop: { value: 'enough', by: 'h1' } },
      { continue: false, stopReason: 'enough', decision: 'deny', reason: 'enough' },
    ],
    [
      'a rewritten input',
      'BeforeTool',
      shell,
      { updatedInput: { value: { command: 'ls -l', run_in_background: true }, by: 'h1' } },
      {
        hookSpecificOutput: {
          hookEventName: 'BeforeTool',
          tool_input: { command: 'ls -l', is_background: true },
        },
      },
    ],
    [
      'an input without a field that does something',
      'BeforeTool',
      { ...shell, tool_input: { command: 'ls', dir_path: '/' } },
      { updatedInput: { value: { command: 'ls -l' }, by: 'h1' } },
      { decision: 'deny', reason: expect.stringContaining('did not run') },
    ],
    ['an allow', 'BeforeTool', shell, { permission: 'allow' }, null],
    [
      'a blocked prompt',
      'BeforeAgent',
      { prompt: 'x' },
      { blocked: true, reason: 'no' },
      { decision: 'block', reason: 'no' },
    ],
    [
      'context at a prompt',
      'BeforeAgent',
      { prompt: 'x' },
      { context: by('C') },
      { hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'C' } },
    ],
    [
      'context at the start',
      'SessionStart',
      {},
      { context: by('C'), systemMessages: by('M') },
      { systemMessage: 'M', hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'C' } },
    ],
    [
      'feedback and context after a tool',
      'AfterTool',
      shell,
      { feedback: by('F'), context: by('C') },
      { hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext: 'F\nC' } },
    ],
    [
      'a rewritten result',
      'AfterTool',
      shell,
      { updatedOutput: { value: { stdout: 'x' }, by: 'h1' }, feedback: by('F') },
      { decision: 'block', reason: 'x\nF' },
    ],
    [
      'a rewritten result, by the field that the model reads',
      'AfterTool',
      { ...shell, tool_response: { llmContent: 'secret' } },
      { updatedOutput: { value: { llmContent: '***', stdout: 'secret' }, by: 'h1' } },
      { decision: 'block', reason: '***' },
    ],
    [
      'another round',
      'AfterAgent',
      {},
      { blocked: true, continues: true, reason: 'more', context: by('C') },
      { decision: 'block', reason: 'Stop hook feedback:\nmore\nC' },
    ],
    ['context without another round', 'AfterAgent', {}, { continues: false, context: by('C') }, null],
    [
      'the end of the turn',
      'AfterAgent',
      {},
      { continues: false, stop: { value: null, by: 'h1' } },
      { continue: false, stopReason: 'Stopped by hook' },
    ],
  ])('%s: %s', (_, event, fields, decided, said) => {
    const { exitCode, stdout, stderr } = gemini.answer(judged(gemini, payload(event, fields), decided));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout === '' ? null : JSON.parse(stdout)).toEqual(said);
  });

  it('what it does not do is told', () => {
    const untold = (decided: Partial<Decision>) =>
      gemini.answer(judged(gemini, payload('BeforeTool', shell), decided)).untold;
    expect(untold({ context: by('C') })).toEqual([
      'Gemini CLI: context of PreToolUse has no effect: Gemini CLI takes none before a tool',
    ]);
    expect(untold({ context: by('C'), permission: 'deny', blocked: true })).toEqual([]);
    expect(untold({ permission: 'ask' })).toEqual([expect.stringContaining('the run ends')]);
  });
});

describe('whatever else a decision carries', () => {
  it.each(['deny', 'ask', 'stop'] as const)('%s of a tool call is blocked', (want) => {
    blocksWhateverElse(gemini, heard, payload('BeforeTool', shell), want);
    const fetches = { tool_name: 'web_fetch', tool_input: { prompt: 'https://a https://b' } };
    blocksWhateverElse(gemini, heard, payload('BeforeTool', fetches), want);
  });

  it.each([
    ['BeforeAgent', { prompt: 'x' }],
    ['AfterTool', shell],
    ['AfterTool', { ...shell, tool_response: { error: { message: 'E' } } }],
    ['AfterAgent', {}],
  ])('a block of %s is one', (event, fields) => {
    blocksWhateverElse(gemini, heard, payload(event, fields), 'deny');
  });

  it('the run ends where hooks end it', () => {
    for (const event of ['BeforeTool', 'BeforeAgent', 'AfterTool', 'AfterAgent']) {
      forAny(gemini, heard, payload(event, { ...shell, prompt: 'x' }), 'stop', ({ ends }) => {
        expect(ends).toBe(true);
      });
    }
  });

  it.each([
    { command: 'ls', description: 'look' },
    { command: 'ls', dir_path: '/' },
  ])('a call of %j that hooks rewrote runs as they wrote it, or not at all', (own) => {
    const call = payload('BeforeTool', { ...shell, tool_input: own });
    forAny(gemini, heard, call, 'rewrite', ({ happens, input }, { decisions: [{ updatedInput }] }) => {
      if (!happens) return;
      const { description: _, ...tool_input } = { ...own, ...input };
      const read = gemini.read({ ...call, fields: { ...call.fields, tool_input } });
      const known = read.kind === 'event' ? read.inputs[0]['tool_input'] : null;
      expect(known).toEqual(JSON.parse(JSON.stringify(updatedInput?.value)));
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Fields } from '../agents/agent.js';
import { judged } from '../agents/testing/decisions.js';
import { lostOf, PROJECT, payloadOf, recording } from '../agents/testing/payloads.js';
import { hearing } from '../agents/testing/properties.js';
import { gemini } from './index.js';
import { reads } from './reads.js';
import { payload, shell } from './testing/payload.js';

const { payloads, missing } = recording('gemini-cli');

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
    const { model } = hearing(reads, stop, gemini);
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

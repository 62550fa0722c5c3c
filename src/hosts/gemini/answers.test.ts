import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { judged } from '../agents/testing/decisions.js';
import { blocksWhateverElse, forAny } from '../agents/testing/properties.js';
import { gemini } from './index.js';
import { reads } from './reads.js';
import { payload, shell } from './testing/payload.js';

const by = (value: string) => [{ value, by: 'h1' }];

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
    expect(reads(event, { exitCode, stdout, stderr })).toMatchObject(effect);
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
    blocksWhateverElse(gemini, reads, payload('BeforeTool', shell), want);
    const fetches = { tool_name: 'web_fetch', tool_input: { prompt: 'https://a https://b' } };
    blocksWhateverElse(gemini, reads, payload('BeforeTool', fetches), want);
  });

  it.each([
    ['BeforeAgent', { prompt: 'x' }],
    ['AfterTool', shell],
    ['AfterTool', { ...shell, tool_response: { error: { message: 'E' } } }],
    ['AfterAgent', {}],
  ])('a block of %s is one', (event, fields) => {
    blocksWhateverElse(gemini, reads, payload(event, fields), 'deny');
  });

  it('the run ends where hooks end it', () => {
    for (const event of ['BeforeTool', 'BeforeAgent', 'AfterTool', 'AfterAgent']) {
      forAny(gemini, reads, payload(event, { ...shell, prompt: 'x' }), 'stop', ({ ends }) => {
        expect(ends).toBe(true);
      });
    }
  });

  it.each([
    { command: 'ls', description: 'look' },
    { command: 'ls', dir_path: '/' },
  ])('a call of %j that hooks rewrote runs as they wrote it, or not at all', (own) => {
    const call = payload('BeforeTool', { ...shell, tool_input: own });
    forAny(gemini, reads, call, 'rewrite', ({ happens, input }, { decisions: [{ updatedInput }] }) => {
      if (!happens) return;
      const { description: _, ...tool_input } = { ...own, ...input };
      const read = gemini.read({ ...call, fields: { ...call.fields, tool_input } });
      const known = read.kind === 'event' ? read.inputs[0]['tool_input'] : null;
      expect(known).toEqual(JSON.parse(JSON.stringify(updatedInput?.value)));
    });
  });
});

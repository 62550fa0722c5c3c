import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../nouns.js';
import type { Fields } from '../agents/agent.js';
import { judged, judgedThat } from '../agents/testing/decisions.js';
import { payloadOf, recording } from '../agents/testing/payloads.js';
import { lostValues } from '../agents/testing/values.js';
import { droid } from './index.js';
import { reads } from './reads.js';

const said = <T>(value: T) => ({ value, by: 'h1' });
const event = (name: string, fields: Fields = {}) =>
  payloadOf({
    session_id: 's1',
    transcript_path: '/home/user/.factory/sessions/-project/s1.jsonl',
    cwd: '/home/user/project',
    permission_mode: 'auto-high',
    hook_event_name: name,
    ...fields,
  });
const execute = event('PreToolUse', {
  tool_name: 'Execute',
  tool_input: { command: 'ls', summary: 'list', timeout: 60 },
});
const executed = event('PostToolUse', {
  tool_name: 'Execute',
  tool_input: { command: 'ls' },
  tool_response: 'a\n',
});
const inputOf = (payload: ReturnType<typeof event>) => {
  const read = droid.read(payload);
  return read.kind === 'event' ? read.inputs : read;
};

describe('what droid sends', () => {
  const { payloads, missing } = recording('droid');
  it.skipIf(missing !== null)('is what was recorded', () => expect(payloads.length).toBeGreaterThan(10));
  it.each(payloads)('$title is read without loss, and recognised', ({ payload }) => {
    expect(lostValues(droid, payload)).toEqual([]);
    expect(droid.recognise(payload)).toBe(true);
  });

  it('has the names and units that hooks know', () => {
    expect(inputOf(execute)).toMatchObject([
      { tool_name: 'Bash', tool_input: { command: 'ls', description: 'list', timeout: 60_000 } },
    ]);
    const edit = event('PreToolUse', {
      tool_name: 'Edit',
      tool_input: { file_path: 'a.txt', old_str: 'x', new_str: 'y', change_all: true },
    });
    expect(inputOf(edit)).toMatchObject([
      {
        tool_name: 'Edit',
        tool_input: {
          file_path: '/home/user/project/a.txt',
          old_string: 'x',
          new_string: 'y',
          replace_all: true,
        },
      },
    ]);
    expect(inputOf(executed)).toMatchObject([{ tool_response: { stdout: 'a\n', stderr: '' } }]);
  });

  it('is one question a pattern and a file', () => {
    const glob = { tool_name: 'Glob', tool_input: { patterns: ['*.a', '*.b'], folder: 'src' } };
    expect(inputOf(event('PreToolUse', glob))).toMatchObject([
      { tool_input: { pattern: '*.a', path: '/home/user/project/src' } },
      { tool_input: { pattern: '*.b' } },
    ]);
    const text = '*** Begin Patch\n*** Add File: n.txt\n+x\n*** Delete File: o.txt\n*** End Patch';
    for (const field of ['input', 'patch']) {
      const patch = { tool_name: 'ApplyPatch', tool_input: { [field]: text } };
      expect(inputOf(event('PreToolUse', patch))).toMatchObject([
        { tool_name: 'Write', tool_input: { file_path: '/home/user/project/n.txt' } },
        { tool_name: 'Edit', tool_input: { file_path: '/home/user/project/o.txt' } },
      ]);
    }
  });

  it('is recognised by its environment only for its own hooks', () => {
    const plain = payloadOf({ hook_event_name: 'Stop', session_id: 's1' });
    const env = { DROID_PROJECT_DIR: '/p', hook_event_name: 'Stop' };
    expect(droid.recognise({ ...plain, env })).toBe(true);
    expect(droid.recognise({ ...plain, env: { ...env, hook_event_name: 'PreToolUse' } })).toBe(false);
    expect(droid.recognise(plain)).toBe(false);
  });
});

describe('what droid is answered', () => {
  const deny = (permissionDecisionReason: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason },
  });
  it.each<[string, ReturnType<typeof event>, Partial<Decision>, unknown]>([
    ['nothing', execute, {}, null],
    ['a deny', execute, { permission: 'deny', blocked: true, reason: 'no' }, deny('no')],
    [
      'a deny without a reason',
      execute,
      { permission: 'deny', blocked: true, reason: ' ' },
      deny('No stderr output'),
    ],
    ['a question', execute, { permission: 'ask', reason: 'sure?' }, deny('sure?')],
    ['an end', execute, { stop: said('over') }, { continue: false, stopReason: 'over', ...deny('over') }],
    [
      'a rewritten input',
      execute,
      { updatedInput: said({ command: 'pwd', description: 'where', timeout: 1000 }) },
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          updatedInput: { command: 'pwd', summary: 'where', timeout: 1 },
        },
      },
    ],
    [
      'context after a tool',
      executed,
      { context: [said('C')] },
      { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'C' } },
    ],
    [
      'an end after a tool',
      executed,
      { stop: said(null), feedback: [said('F')] },
      {
        continue: false,
        stopReason: 'Stopped by hook',
        hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'F' },
      },
    ],
    [
      'a block of Stop',
      event('Stop'),
      { blocked: true, reason: 'go on' },
      { decision: 'block', reason: 'go on' },
    ],
  ])('%s, in JSON', (_, payload, changes, expected) => {
    const answer = droid.answer(judged(droid, payload, changes));
    expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
    expect(answer.stdout === '' ? null : JSON.parse(answer.stdout)).toEqual(expected);
  });

  it('feedback by exit code 2, with all that is for the model', () => {
    const answer = droid.answer(judged(droid, executed, { feedback: [said('F')], context: [said('C')] }));
    expect(answer).toMatchObject({ exitCode: 2, stdout: '', stderr: 'F\nC' });
  });

  it('in words, what it cannot do', () => {
    const { untold } = droid.answer(judged(droid, execute, { permission: 'ask', context: [said('C')] }));
    expect(untold).toEqual([
      expect.stringContaining('a question to the user of PreToolUse: the call is denied'),
      expect.stringContaining('context of PreToolUse has no effect'),
    ]);
  });
});

describe('whatever else hooks say', () => {
  it.each(['deny', 'ask', 'stop'] as const)('a %s keeps the tool from running, with a reason', (want) => {
    fc.assert(
      fc.property(judgedThat(droid, execute, want), (asked) => {
        const heard = reads('PreToolUse', droid.answer(asked));
        expect(heard.happens).toBe(false);
        expect(heard.model.trim()).not.toBe('');
      }),
    );
  });

  it('a rewritten call runs with the new input or not at all', () => {
    fc.assert(
      fc.property(judgedThat(droid, execute, 'rewrite'), (asked) => {
        const heard = reads('PreToolUse', droid.answer(asked));
        if (heard.happens) expect(heard.input).not.toBeNull();
      }),
    );
  });

  it('a call of which hooks rewrote a part that cannot be given back does not run', () => {
    const tool_input = { patterns: ['*.a', '*.b'] };
    const glob = event('PreToolUse', { tool_name: 'Glob', tool_input });
    const asked = judged(droid, glob, { updatedInput: said({ pattern: '*.c' }) }, {});
    expect(reads('PreToolUse', droid.answer(asked))).toMatchObject({ happens: false });
  });

  it('a block of a prompt blocks it, and one of Stop keeps the agent going', () => {
    const prompt = event('UserPromptSubmit', { prompt: 'hi' });
    fc.assert(
      fc.property(judgedThat(droid, prompt, 'deny'), (asked) => {
        expect(reads('UserPromptSubmit', droid.answer(asked)).happens).toBe(false);
      }),
    );
    fc.assert(
      fc.property(judgedThat(droid, event('Stop'), 'deny'), (asked) => {
        const heard = reads('Stop', droid.answer(asked));
        expect(heard.happens).toBe(asked.decisions[0].stop !== null);
      }),
    );
  });

  it('feedback and context after a tool reach the model', () => {
    fc.assert(
      fc.property(judgedThat(droid, executed, 'anything'), (asked) => {
        const heard = reads('PostToolUse', droid.answer(asked));
        const [{ feedback, context, stop, blocked, reason }] = asked.decisions;
        if (blocked) expect(heard.model).toContain(reason?.trim() ? reason : 'No stderr output');
        for (const { value } of [...feedback, ...context]) expect(heard.model).toContain(value);
        expect(heard.ends).toBe(stop !== null);
      }),
    );
  });
});

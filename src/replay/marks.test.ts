// Which events cannot be replayed because of what was not kept of them.
import { describe, expect, it } from 'vitest';
import type { Mark } from '../journal/index.js';
import type { Hook } from '../nouns.js';
import { commandHandler, generation, hook, input, plan } from '../testing/index.js';
import { dependence, markInWords } from './marks.js';

const call = input('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'x' }, transcript_path: '/t' });
const redacted = (at: string): Mark => ({ at, why: 'redacted' });
const COMMAND = redacted('/input/tool_input/command');

function found(hooks: readonly Hook[], marks: readonly Mark[], runs = hooks, standsIn: readonly Hook[] = []) {
  const entries = () =>
    hooks.map((one) =>
      runs.includes(one)
        ? { hook: one, runs: true as const, reason: { code: 'all' as const, detail: '' } }
        : { hook: one, runs: false as const, reason: { code: 'if-rule' as const, detail: '' } },
    );
  const own = plan(runs, { entries });
  return dependence(call, marks, generation(hooks), own, (one) => standsIn.includes(one));
}

const usual = hook('a', { handler: commandHandler('x'), matcher: null });
const matching = hook('b', { handler: commandHandler('x'), matcher: 'Bash' });
const ruled = hook('c', { handler: commandHandler('x'), matcher: null, condition: 'Bash(git *)' });

describe('an event depends on what was not kept', () => {
  it('where a hook that runs is given it', () => {
    expect(found([usual], [COMMAND])).toMatchObject({ by: 'input', mark: COMMAND, hook: { id: 'a' } });
    expect(found([usual], [redacted('/input/transcript_path')])).toMatchObject({ by: 'input' });
  });

  it('where a matcher reads it, whether or not the hook would run', () => {
    expect(found([matching], [redacted('/input/tool_name')], [])).toMatchObject({ by: 'matcher' });
    expect(found([usual], [redacted('/input/tool_name')], [])).toBeNull();
  });

  it('where an "if" rule reads it, whether or not the rule selects what was kept', () => {
    expect(found([ruled], [COMMAND], [])).toMatchObject({ by: 'if' });
    expect(found([ruled], [redacted('/input/transcript_path')], [])).toBeNull();
  });

  it('where all of it is gone', () => {
    expect(found([usual], [{ at: '', why: 'left-out' }])).toMatchObject({ by: 'input' });
    expect(found([matching], [{ at: '/input', why: 'left-out' }], [])).toMatchObject({ by: 'matcher' });
  });
});

describe('an event does not depend on it', () => {
  it('where everything was kept', () => expect(found([usual, matching, ruled], [])).toBeNull());
  it('where no hook runs, and no matcher reads it', () =>
    expect(found([matching], [COMMAND], [])).toBeNull());
  it('where a recorded answer stands in', () => {
    expect(found([usual], [COMMAND], [usual], [usual])).toBeNull();
  });
  it('where the hook is switched off', () => {
    const off = { ...matching, inactive: { code: 'disabled' as const, detail: '' } };
    expect(found([off], [redacted('/input/tool_name')], [])).toBeNull();
  });
});

describe('marks', () => {
  it('are said in words', () => {
    expect(markInWords(COMMAND)).toBe('tool_input.command was redacted');
    expect(markInWords({ at: '', why: 'left-out' })).toBe('the input was not kept whole');
  });
});

// A deny that breaks off or is misspelt is no assent.
import { describe, expect, it } from 'vitest';
import type { EventName } from '../events/index.js';
import type { Decision } from '../nouns.js';
import { exited } from '../testing/index.js';
import { answers, play } from './testing/runs.js';

const codes = ({ diagnostics }: Decision) => diagnostics.map(({ code }) => code);
const printing = (stdout: string, event: EventName = 'PreToolUse') => ({
  event,
  outcomes: [exited(0, stdout)],
});

const DENY = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"';

describe('JSON that begins and does not end', () => {
  it.each([
    ['in the middle of its reason', '{"decision":"block","reason":"no', 'no'],
    ['without its last two braces', `${DENY},"permissionDecisionReason":"no"`, 'no'],
    ['without its last brace', `${DENY},"permissionDecisionReason":"no"}`, 'no'],
    ['in the middle of a key', `${DENY},"permissionDec`, 'Blocked by hook'],
    ['after a comma', '{"decision":"block",', 'Blocked by hook'],
    ['behind other text', 'checking…\n{"decision":"block","reason":"no', 'no'],
    ['inside an array', '[{"decision":"block","reason":"no"', 'no'],
    ['over several lines', '{\n  "decision": "block",\n  "reason": "no"\n', 'no'],
    ['with a quote too many', '{"decision":"block","reason":"say "no""}', 'say '],
    ['with a raw line break', '{"decision":"block","reason":"one\ntwo"}', 'one\ntwo'],
    ['with a comma too many', '{"decision":"block","reason":"no",}', 'no'],
  ])('a deny %s is a deny in amplifier, and named in claude-code', (_, stdout, reason) => {
    const kept = play({ ...printing(stdout), profileName: 'amplifier' });
    expect(kept).toMatchObject({ permission: 'deny', blocked: true, reason });
    expect(codes(kept)).toContain('deny-salvaged');
    const observed = play(printing(stdout));
    expect(observed).toMatchObject({ permission: null, blocked: false });
    expect(codes(observed)).toContain('decision-not-taken');
  });

  it.each([
    ['says nothing yet', '{"'],
    ['says something else', '{"systemMessage":"hel'],
    ['allows', '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"'],
    ['breaks off in the deciding word', '{"decision":"bl'],
    ['has its deny where none is heard', '{"tool_input":{"decision":"block"'],
  ])('what %s is a failure of the hook in amplifier', (_, stdout) => {
    const open = play({ ...printing(stdout), profileName: 'amplifier' });
    expect(open).toMatchObject({ permission: null, failures: [{ kind: 'badOutput', blocked: false }] });
    expect(codes(open)).toContain('answer-unfinished');
    const shut = play({ ...printing(stdout), profileName: 'amplifier', more: { onFailure: 'block' } });
    expect(shut).toMatchObject({ permission: 'deny', failures: [{ kind: 'badOutput', blocked: true }] });
    const observed = play(printing(stdout));
    expect(observed).toMatchObject({ permission: null, failures: [] });
    expect(codes(observed)).toContain('answer-unfinished');
  });

  it.each(['amplifier', 'claude-code'] as const)(
    'a failure in %s where it happens to end with a brace',
    (profileName) => {
      const stdout = '{"systemMessage":"print {\\"decision\\":\\"block\\"}';
      const message = expect.stringContaining('does not end');
      const decision = play({ ...printing(stdout), profileName });
      expect(decision).toMatchObject({
        permission: null,
        failures: [{ message }],
        runs: [{ outcome: { stdout } }],
      });
    },
  );

  it('is text for the model in claude-code where text is', () => {
    const observed = play(printing('{"a":', 'SessionStart'));
    expect(observed.context).toEqual([{ value: '{"a":', by: 'h0' }]);
    expect(codes(observed)).toEqual(['answer-unfinished']);
  });

  it.each(['{{ name }} is here', '{ not json', '{"a":1} and more', '[INFO] {"decision"', '{}'])(
    '%s is not such a beginning',
    (stdout) => {
      const decision = play({ ...printing(stdout), profileName: 'amplifier' });
      expect(decision).toMatchObject({ permission: null, failures: [] });
      expect(codes(decision)).not.toContain('answer-unfinished');
    },
  );

  it('an answer over HTTP likewise, and what was sent is kept', () => {
    const stdout = '{"decision":"block","reason":"no';
    const outcome = { kind: 'badOutput', message: 'not JSON', exitCode: 0, stdout, stderr: '' } as const;
    const decision = play({ event: 'PreToolUse', outcomes: [outcome], profileName: 'amplifier' });
    expect(decision).toMatchObject({ permission: 'deny', reason: 'no', runs: [{ outcome: { stdout } }] });
  });
});

describe('a deciding field that is misspelt', () => {
  const specific = (fields: Record<string, unknown>) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
  });

  it.each<[string, Record<string, unknown>]>([
    ['permissionDecison', specific({ permissionDecison: 'deny' })],
    ['permission_decision', specific({ permission_decision: 'deny' })],
    ['PermissionDecision', specific({ PermissionDecision: 'deny' })],
    ['permissionDescision', { permissionDescision: 'deny' }],
    ['decison', { decison: 'block' }],
    ['desicion', { desicion: 'block', reason: 'no' }],
    ['Decision', { Decision: 'block' }],
    ['hookSpecificOuput', { hookSpecificOuput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }],
    ['hook_specific_output', { hook_specific_output: { permissionDecision: 'deny' } }],
  ])('%s: a deny is a deny in amplifier, and named in claude-code', (name, answer) => {
    const kept = play({ event: 'PreToolUse', outcomes: [answers(answer)], profileName: 'amplifier' });
    expect(kept).toMatchObject({ permission: 'deny', blocked: true });
    const observed = play({ event: 'PreToolUse', outcomes: [answers(answer)] });
    expect(observed).toMatchObject({ permission: null, blocked: false, failures: [] });
    for (const decision of [kept, observed]) {
      const found = decision.diagnostics.find(({ code }) => code === 'field-misspelt');
      expect(found?.message).toContain(`"${name}"`);
    }
  });

  it('behaviour of a permission request likewise', () => {
    const hookSpecificOutput = { hookEventName: 'PermissionRequest', decision: { behaviour: 'deny' } };
    const outcomes = [answers({ hookSpecificOutput })];
    const kept = play({ event: 'PermissionRequest', outcomes, profileName: 'amplifier' });
    expect(kept.permission).toBe('deny');
  });

  it.each<[string, Record<string, unknown>]>([
    ['an allow', specific({ permissionDecison: 'allow' })],
    ['an ask', specific({ permissionDecison: 'ask' })],
    ['no word of a decision', specific({ permissionDecison: 'no' })],
    ['"continue": false', { contine: false }],
  ])('%s is a failure of the hook in amplifier', (_, answer) => {
    const at = { event: 'PreToolUse', outcomes: [answers(answer)], profileName: 'amplifier' } as const;
    expect(play(at)).toMatchObject({ permission: null, failures: [{ kind: 'badOutput', blocked: false }] });
    expect(play({ ...at, more: { onFailure: 'block' } }).permission).toBe('deny');
  });

  it.each<[string, Record<string, unknown>]>([
    ['a hook that prints its input', { session_id: 's', tool_name: 'Bash', tool_input: { command: 'x' } }],
    ['other words that are near', { revision: 'v2', precision: 3, version: 1, contains: false }],
    ['a list of decisions', { decisions: ['deny'] }],
    ['the right field beside it', { ...specific({ permissionDecision: 'ask' }), permission: 'ask' }],
  ])('%s is not misspelt', (_, answer) => {
    const decision = play({ event: 'PreToolUse', outcomes: [answers(answer)], profileName: 'amplifier' });
    expect(decision.failures).toEqual([]);
    expect(codes(decision)).not.toContain('field-misspelt');
  });
});

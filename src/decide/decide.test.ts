import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, type EventName, eventRow } from '../events/index.js';
import type { Decision, Outcome, Run } from '../nouns.js';
import { profile } from '../profiles.js';
import { exited, hook, input, plan, run } from '../testing/index.js';
import { decide } from './decide.js';
import { answers, play } from './testing/runs.js';

const specific = (hookEventName: EventName, fields: Record<string, unknown>) => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
const permits = (permissionDecision: string, fields: Record<string, unknown> = {}) =>
  specific('PreToolUse', { permissionDecision, ...fields });
const values = (said: readonly { value: unknown }[]) => said.map(({ value }) => value);

describe('exit codes', () => {
  it.each<[string, EventName, Outcome, Partial<Decision>]>([
    ['0 and nothing', 'PreToolUse', exited(0), { permission: null, blocked: false, failures: [] }],
    ['0 and text on PreToolUse', 'PreToolUse', exited(0, 'hello'), { permission: null, context: [] }],
    [
      '2 denies a tool call',
      'PreToolUse',
      exited(2, '', 'no\n'),
      { permission: 'deny', blocked: true, reason: 'no\n' },
    ],
    ['2 without stderr', 'PreToolUse', exited(2), { permission: 'deny', reason: 'No stderr output' }],
    ['2 never uses stdout', 'PreToolUse', exited(2, 'out', ' '), { reason: 'No stderr output' }],
    [
      '2 blocks a prompt',
      'UserPromptSubmit',
      exited(2, '', 'no'),
      { blocked: true, reason: 'no', permission: null },
    ],
    [
      '2 keeps the agent going',
      'Stop',
      exited(2, '', 'more'),
      { blocked: true, continues: true, reason: 'more' },
    ],
    ['2 on PreCompact, silent', 'PreCompact', exited(2), { blocked: true, reason: '' }],
    ['2 is not heard by SessionStart', 'SessionStart', exited(2, '', 'x'), { blocked: false, failures: [] }],
    [
      '2 is not heard by PermissionRequest',
      'PermissionRequest',
      exited(2, '', 'x'),
      { permission: null, failures: [] },
    ],
    ['2 ends the batch', 'PostToolBatch', exited(2, '', 'x'), { blocked: true }],
    ['2 declines an elicitation', 'Elicitation', exited(2, '', 'x'), { blocked: true }],
  ])('%s', (_, event, outcome, expected) => {
    expect(play({ event, outcomes: [outcome] })).toMatchObject(expected);
  });

  it('2 after a tool is feedback for the model', () => {
    const decision = play({
      event: 'PostToolUse',
      outcomes: [exited(2, '', 'lint'), answers({ decision: 'block', reason: 'R' })],
    });
    expect(decision).toMatchObject({ blocked: false, permission: null });
    expect(decision.feedback).toEqual([
      { value: 'lint', by: 'h0' },
      { value: 'R', by: 'h1' },
    ]);
  });

  it.each([1, 3, 64, 126, 127, 255])('%i without JSON is a failure that blocks nothing', (code) => {
    const decision = play({ event: 'PreToolUse', outcomes: [exited(code, 'out', 'oops\nmore')] });
    expect(decision).toMatchObject({ permission: null, blocked: false });
    expect(decision.failures).toMatchObject([{ by: 'h0', kind: 'finished', blocked: false }]);
    expect(decision.failures[0]?.message).toContain(`code ${code}`);
    expect(decision.failures[0]?.message).toContain('oops');
  });

  it('JSON counts whatever the exit code', () => {
    const decision = play({
      event: 'PreToolUse',
      outcomes: [answers(permits('deny', { permissionDecisionReason: 'R' }), 1)],
    });
    expect(decision).toMatchObject({ permission: 'deny', reason: 'R', failures: [] });
  });

  it('2 beats a JSON allow, and the other fields still count', () => {
    const answer = { ...permits('allow', { updatedInput: { command: 'x' } }), systemMessage: 'S' };
    const decision = play({ event: 'PreToolUse', outcomes: [answers(answer, 2, 'ERR')] });
    expect(decision).toMatchObject({ permission: 'deny', reason: 'ERR', updatedInput: null });
    expect(values(decision.systemMessages)).toEqual(['S']);
  });

  it('2 with a JSON deny takes the reason of the JSON', () => {
    const decision = play({
      event: 'PreToolUse',
      outcomes: [answers({ decision: 'block', reason: 'R' }, 2, 'ERR')],
    });
    expect(decision.reason).toBe('R');
  });

  it('2 of a permission hook denies in the amplifier profile, even beside a JSON allow', () => {
    const allow = specific('PermissionRequest', { decision: { behavior: 'allow' } });
    const outcomes = [answers(allow, 2, 'ERR')];
    expect(play({ event: 'PermissionRequest', outcomes }).permission).toBe('allow');
    expect(play({ event: 'PermissionRequest', outcomes, profileName: 'amplifier' })).toMatchObject({
      permission: 'deny',
      reason: 'ERR',
    });
  });

  it('any exit code but 0 fails the creation of a work tree', () => {
    expect(play({ event: 'WorktreeCreate', outcomes: [exited(1, '/tree', 'bad')] })).toMatchObject({
      blocked: true,
    });
    expect(play({ event: 'WorktreeCreate', outcomes: [exited(0, '\n')] }).blocked).toBe(true);
    const made = play({
      event: 'WorktreeCreate',
      outcomes: [exited(0, 'making…\n\u001b[32m/tree\u001b[0m\n\n')],
    });
    expect(made.blocked).toBe(false);
    expect(made.output['worktreePath']?.value).toBe('/tree');
  });
});

describe('runs that did not end well', () => {
  const printed = { stdout: '', stderr: 'err', truncated: false };
  const failures: [string, Outcome][] = [
    ['timedOut', { kind: 'timedOut', timeoutMs: 1500, ...printed }],
    ['signalled', { kind: 'signalled', signal: 'SIGKILL', ...printed }],
    ['refused', { kind: 'refused', why: 'policy' }],
    ['badOutput', exited(0, '{not json}')],
    [
      'launchFailed',
      {
        kind: 'launchFailed',
        problem: 'not-found',
        path: '/x',
        message: '/x: not found',
        exitCode: 127,
        stderr: '',
      },
    ],
  ];

  it.each(failures)('%s blocks nothing and is named', (kind, outcome) => {
    const decision = play({ event: 'PreToolUse', outcomes: [outcome] });
    expect(decision).toMatchObject({
      permission: null,
      blocked: false,
      failures: [{ kind, blocked: false }],
    });
    expect(decision.failures[0]?.message).not.toBe('');
    expect(decision.runs[0]?.outcome.kind).toBe(kind);
  });

  it.each(failures)('%s denies where onFailure is "block"', (_, outcome) => {
    const decision = play({ event: 'PreToolUse', outcomes: [outcome], more: { onFailure: 'block' } });
    expect(decision).toMatchObject({ permission: 'deny', blocked: true, failures: [{ blocked: true }] });
    expect(decision.reason).toContain('blocking because onFailure is "block"');
    const request = play({ event: 'PermissionRequest', outcomes: [outcome], more: { onFailure: 'block' } });
    expect(request.permission).toBe('deny');
    const stop = play({ event: 'Stop', outcomes: [outcome], more: { onFailure: 'block' } });
    expect(stop.blocked).toBe(false);
  });

  it('plain text with exit code 0 is no failure', () => {
    expect(
      play({ event: 'PreToolUse', outcomes: [exited(0, 'fine')], more: { onFailure: 'block' } }).blocked,
    ).toBe(false);
  });

  it('a missing script whose interpreter exits 2 blocks, and says that the script is missing', () => {
    const outcome: Outcome = {
      kind: 'launchFailed',
      problem: 'script-missing',
      path: 'x.py',
      message: 'the script x.py does not exist',
      exitCode: 2,
      stderr: "python3: can't open file 'x.py'",
    };
    expect(play({ event: 'PreToolUse', outcomes: [outcome], profileName: 'amplifier' })).toMatchObject({
      permission: 'deny',
      reason: 'the script x.py does not exist',
      failures: [{ kind: 'launchFailed', blocked: true }],
    });
    expect(play({ event: 'PreToolUse', outcomes: [outcome] }).reason).toContain("can't open file");
  });

  it('background and cancelled runs say nothing', () => {
    const decision = play({
      event: 'PreToolUse',
      outcomes: [{ kind: 'background' }, { kind: 'cancelled', why: 'x' }],
    });
    expect(decision).toMatchObject({ permission: null, blocked: false, failures: [] });
  });
});

describe('what stdout means', () => {
  it.each<[string, string]>([
    ['text before JSON', 'hello {"decision":"block"}'],
    ['JSON before text', '{"decision":"block","reason":"R"}\ntrailing'],
    ['an array', '[{"decision":"block"}]'],
    ['truncated JSON', '{"decision":"block"'],
    ['null', 'null'],
  ])('%s is plain text in the claude-code profile', (_, stdout) => {
    expect(play({ event: 'PreToolUse', outcomes: [exited(0, stdout)] })).toMatchObject({
      permission: null,
      blocked: false,
      failures: [],
    });
  });

  it.each<[string, unknown]>([
    ['continue that is no boolean', { continue: 'false' }],
    ['null', { continue: null }],
    ['an unknown decision', { decision: 'deny' }],
    ['a number as permission', permits('x', { permissionDecision: 5 })],
    ['another event', specific('PostToolUse', {})],
    ['an unknown event', { hookSpecificOutput: { hookEventName: 'Foo' } }],
    ['no event name', { hookSpecificOutput: { additionalContext: 'x' } }],
  ])('an answer with %s is bad output', (_, answer) => {
    const decision = play({ event: 'PreToolUse', outcomes: [answers(answer)] });
    expect(decision).toMatchObject({ permission: null, failures: [{ kind: 'badOutput' }] });
  });

  it('two JSON objects are bad output', () => {
    expect(play({ event: 'PreToolUse', outcomes: [exited(0, '{"a":1}\n{"b":2}')] }).failures).toHaveLength(1);
  });

  it('hookSpecificOutput is an error where the event has none', () => {
    const outcomes = [answers(specific('PostCompact', { additionalContext: 'x' }))];
    expect(play({ event: 'PostCompact', outcomes }).failures).toMatchObject([{ kind: 'badOutput' }]);
  });

  it('unknown keys are ignored, an echoed event too', () => {
    const echoed = {
      session_id: 's',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    };
    expect(play({ event: 'PreToolUse', outcomes: [answers(echoed)] })).toMatchObject({
      permission: null,
      failures: [],
    });
    expect(play({ event: 'SessionStart', outcomes: [answers({ foo: 1 })] }).context).toEqual([]);
  });

  it.each(EVENT_NAMES)('plain text of %s goes where its row says', (event) => {
    const decision = play({ event, outcomes: [exited(0, '\uFEFF\n  text \n')] });
    const { stdout } = eventRow(event);
    expect(values(decision.context)).toEqual(
      stdout === 'context' || stdout === 'instructions' ? ['text'] : [],
    );
    expect(values(decision.systemMessages)).toEqual(stdout === 'user' ? ['text'] : []);
  });
});

describe('a deny that breaks the output rules', () => {
  const deny = { permissionDecision: 'deny', permissionDecisionReason: 'DR' };
  const cases: [string, string][] = [
    ['text after it', `${JSON.stringify(specific('PreToolUse', deny))}\ntrailing`],
    ['text before it', `note\n${JSON.stringify({ decision: 'block', reason: 'DR' })}`],
    ['an array around it', JSON.stringify([specific('PreToolUse', deny)])],
    ['the wrong event name', JSON.stringify(specific('PostToolUse', deny))],
    ['a wrong type beside it', JSON.stringify({ continue: 'false', ...specific('PreToolUse', deny) })],
    ['"decision": "deny"', JSON.stringify({ decision: 'deny', reason: 'DR' })],
    ['the top level', JSON.stringify(deny)],
    ['a second object', `{"systemMessage":"first"}\n${JSON.stringify({ decision: 'block', reason: 'DR' })}`],
  ];

  it.each(cases)('%s: honoured in amplifier, named in claude-code', (_, stdout) => {
    const kept = play({ event: 'PreToolUse', outcomes: [exited(0, stdout)], profileName: 'amplifier' });
    expect(kept).toMatchObject({ permission: 'deny', blocked: true, reason: 'DR' });
    expect(kept.diagnostics.map(({ code }) => code)).toContain('deny-salvaged');
    const lost = play({ event: 'PreToolUse', outcomes: [exited(0, stdout)] });
    expect(lost.permission).toBeNull();
    expect(lost.diagnostics.map(({ code }) => code)).toContain('decision-not-taken');
  });

  it('where an event has a decision of its own, the hint names the field that counts', () => {
    const stdout = JSON.stringify({ decision: 'block', reason: 'DR' });
    const { diagnostics } = play({ event: 'PermissionRequest', outcomes: [exited(0, stdout)] });
    expect(diagnostics.map(({ code }) => code)).toContain('field-ignored');
    for (const { hint, message } of diagnostics)
      expect(`${message}. ${hint}`).toMatch(/"hookSpecificOutput": .*"behavior": "deny"/);
    const elsewhere = play({ event: 'PreToolUse', outcomes: [exited(0, '{"decision": "deny"}')] });
    expect(elsewhere.diagnostics.map(({ hint }) => hint).join()).not.toContain('behavior');
  });

  it('printed before a timeout', () => {
    const outcome: Outcome = {
      kind: 'timedOut',
      timeoutMs: 1,
      stdout: JSON.stringify(specific('PreToolUse', deny)),
      stderr: '',
      truncated: false,
    };
    expect(play({ event: 'PreToolUse', outcomes: [outcome], profileName: 'amplifier' }).permission).toBe(
      'deny',
    );
    expect(play({ event: 'PreToolUse', outcomes: [outcome] })).toMatchObject({
      permission: null,
      failures: [{ kind: 'timedOut', blocked: false }],
    });
  });

  it('is only an example in text for the model', () => {
    const text = 'Answer like this:\n{"decision":"block","reason":"R"}\n';
    const decision = play({
      event: 'UserPromptSubmit',
      outcomes: [exited(0, text)],
      profileName: 'amplifier',
    });
    expect(decision.blocked).toBe(false);
    expect(decision.context).toHaveLength(1);
  });

  it('"approve" on Stop is not worth a word', () => {
    expect(play({ event: 'Stop', outcomes: [answers({ decision: 'approve' })] }).diagnostics).toEqual([]);
  });
});

describe('answers', () => {
  it.each<[string, unknown, Partial<Decision>]>([
    [
      'allow',
      permits('allow', { permissionDecisionReason: 'private' }),
      { permission: 'allow', reason: null, context: [] },
    ],
    [
      'deny',
      permits('deny', { permissionDecisionReason: 'R' }),
      { permission: 'deny', reason: 'R', blocked: true },
    ],
    ['deny without reason', permits('deny'), { permission: 'deny', reason: 'Blocked by hook' }],
    [
      'deny with an empty reason',
      permits('deny', { permissionDecisionReason: '' }),
      { reason: 'Blocked by hook' },
    ],
    [
      'ask',
      permits('ask', { permissionDecisionReason: 'R' }),
      { permission: 'ask', reason: 'R', blocked: false },
    ],
    [
      'defer',
      permits('defer', { updatedInput: { a: 1 }, additionalContext: 'c' }),
      { permission: 'defer', updatedInput: null, context: [] },
    ],
    ['legacy approve', { decision: 'approve', reason: 'R' }, { permission: 'allow' }],
    ['legacy block', { decision: 'block' }, { permission: 'deny', reason: 'Blocked by hook' }],
    [
      'deny beside a legacy approve',
      { decision: 'approve', ...permits('deny', { permissionDecisionReason: 'R' }) },
      { permission: 'deny', reason: 'R' },
    ],
    ['stopReason alone', { stopReason: 'x' }, { stop: null }],
    [
      'continue false',
      { continue: false, stopReason: 'x' },
      { stop: { value: 'x', by: 'h0' }, continues: false },
    ],
    [
      'updatedInput alone',
      specific('PreToolUse', { updatedInput: { a: 1 } }),
      { permission: null, updatedInput: { value: { a: 1 }, by: 'h0' } },
    ],
  ])('PreToolUse: %s', (_, answer, expected) => {
    expect(play({ event: 'PreToolUse', outcomes: [answers(answer)] })).toMatchObject(expected);
  });

  it.each<[string, unknown, Partial<Decision>]>([
    [
      'allow',
      { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions: [1] },
      {
        permission: 'allow',
        updatedInput: { value: { a: 1 }, by: 'h0' },
        updatedPermissions: { value: [1], by: 'h0' },
      },
    ],
    [
      'deny',
      { behavior: 'deny', message: 'M', interrupt: true },
      { permission: 'deny', reason: 'M', interrupt: true },
    ],
    [
      'deny without message',
      { behavior: 'deny' },
      { permission: 'deny', reason: 'Permission denied by hook', interrupt: false },
    ],
  ])('PermissionRequest: %s', (_, decision, expected) => {
    const outcomes = [answers(specific('PermissionRequest', { decision }))];
    expect(play({ event: 'PermissionRequest', outcomes })).toMatchObject(expected);
  });

  it.each([
    ['the plain decision', { decision: 'block', reason: 'no' }],
    ['that of PreToolUse', specific('PermissionRequest', { permissionDecision: 'deny' })],
  ])('PermissionRequest does not hear %s, and is told what it hears', (_, answer) => {
    for (const profileName of ['amplifier', 'claude-code'] as const) {
      const { diagnostics, failures } = play({
        event: 'PermissionRequest',
        outcomes: [answers(answer)],
        profileName,
      });
      const hints = diagnostics.flatMap(({ code, hint }) => (code === 'field-ignored' ? [] : [hint]));
      expect(hints).toEqual([expect.stringContaining('"behavior": "deny"')]);
      const said = [...diagnostics, ...failures].map(({ message }) => message).join('\n');
      expect(said).toContain('"decision": {"behavior": "deny", "message": …}');
    }
  });

  it.each(EVENT_NAMES)('continue false, block and systemMessage of %s follow its row', (event) => {
    const row = eventRow(event);
    if (row.stdout === 'path') return;
    const stopped = play({
      event,
      outcomes: [answers({ continue: false, stopReason: 'S', systemMessage: 'M' })],
    });
    expect(stopped.stop !== null).toBe(row.continueFalse);
    expect(values(stopped.systemMessages)).toEqual(row.systemMessage === 'user' ? ['M'] : []);
    const loud = play({ event, outcomes: [answers({ systemMessage: 'M' })], profileName: 'amplifier' });
    expect([...values(loud.systemMessages), ...values(loud.context)]).toEqual(['M']);
    const blocked = play({ event, outcomes: [answers({ decision: 'block', reason: 'B' })] });
    expect(blocked.blocked).toBe(['deny', 'block', 'goOn'].includes(row.jsonBlock));
    expect(values(blocked.feedback)).toEqual(row.jsonBlock === 'feedback' ? ['B'] : []);
  });

  it('tool output is replaced; the MCP form only for MCP tools', () => {
    const mcp = [answers(specific('PostToolUse', { updatedMCPToolOutput: 'X' }))];
    expect(play({ event: 'PostToolUse', outcomes: mcp }).updatedOutput).toBeNull();
    expect(
      play({ event: 'PostToolUse', outcomes: mcp, fields: { tool_name: 'mcp__a__b' } }).updatedOutput?.value,
    ).toBe('X');
    const all = [answers(specific('PostToolUse', { updatedToolOutput: { stdout: 'X' } }))];
    expect(play({ event: 'PostToolUse', outcomes: all }).updatedOutput?.value).toEqual({ stdout: 'X' });
  });

  it('event-specific fields go to the host', () => {
    const answer = specific('SessionStart', {
      initialUserMessage: 'I',
      sessionTitle: 'T',
      watchPaths: ['a'],
    });
    const { output } = play({ event: 'SessionStart', outcomes: [answers(answer)] });
    expect(output).toEqual({
      initialUserMessage: { value: 'I', by: 'h0' },
      sessionTitle: { value: 'T', by: 'h0' },
      watchPaths: { value: ['a'], by: 'h0' },
    });
  });

  it('a blocked prompt takes its context with it', () => {
    const answer = {
      decision: 'block',
      reason: 'B',
      ...specific('UserPromptSubmit', { additionalContext: 'C', suppressOriginalPrompt: true }),
    };
    expect(play({ event: 'UserPromptSubmit', outcomes: [answers(answer)] })).toMatchObject({
      blocked: true,
      context: [],
      hidePrompt: true,
    });
  });

  it('context of a Stop hook gives another round, continue false does not', () => {
    const more = answers(specific('Stop', { additionalContext: 'C' }));
    expect(play({ event: 'Stop', outcomes: [more] })).toMatchObject({ blocked: false, continues: true });
    expect(play({ event: 'Stop', outcomes: [exited(0)] }).continues).toBe(false);
    const stop = answers({ decision: 'block', reason: 'B', continue: false, stopReason: 'S' });
    expect(play({ event: 'Stop', outcomes: [stop, exited(2, '', 'E')] })).toMatchObject({
      blocked: false,
      continues: false,
      stop: { value: 'S' },
    });
  });

  it('fields an event does not hear are named', () => {
    const { diagnostics } = play({
      event: 'Setup',
      outcomes: [
        answers({ continue: false, decision: 'block', ...specific('Setup', { additionalContext: 'x' }) }),
      ],
    });
    expect(diagnostics.map(({ message }) => message.replace(/.*: /, ''))).toEqual([
      '"block" has no effect on Setup',
      'false has no effect on Setup',
      '"additionalContext" has no effect on Setup',
    ]);
  });
});

describe('Amplifier’s own fields', () => {
  it('contextInjection is context', () => {
    const outcomes = [answers({ decision: 'approve', contextInjection: 'C', systemMessage: 'M' })];
    const decision = play({ event: 'PostToolUse', outcomes, profileName: 'amplifier' });
    expect(values(decision.context)).toEqual(['C']);
    expect(values(decision.systemMessages)).toEqual(['M']);
    expect(play({ event: 'PostToolUse', outcomes }).context).toEqual([]);
  });

  it('newContent rewrites what the tool writes, or what it gave', () => {
    const outcomes = [answers({ newContent: 'N' })];
    const fields = { tool_name: 'Write', tool_input: { file_path: '/a', content: 'O' } };
    expect(
      play({ event: 'PreToolUse', outcomes, fields, profileName: 'amplifier' }).updatedInput?.value,
    ).toEqual({ file_path: '/a', content: 'N' });
    expect(
      play({ event: 'PostToolUse', outcomes, fields, profileName: 'amplifier' }).updatedOutput?.value,
    ).toBe('N');
    expect(play({ event: 'PreToolUse', outcomes, profileName: 'amplifier' }).updatedInput).toBeNull();
  });
});

describe('several hooks', () => {
  it.each([
    ['allow', 'ask', 'ask'],
    ['deny', 'allow', 'deny'],
    ['ask', 'defer', 'defer'],
    ['defer', 'deny', 'deny'],
    ['allow', null, 'allow'],
  ])('%s and %s give %s', (first, second, expected) => {
    const outcomes = [first, second].map((value) => (value === null ? exited(0) : answers(permits(value))));
    expect(play({ event: 'PreToolUse', outcomes }).permission).toBe(expected);
    expect(play({ event: 'PreToolUse', outcomes: outcomes.reverse() }).permission).toBe(expected);
  });

  it('all reasons of a block are kept in declared order, and who gave them', () => {
    const decision = play({
      event: 'Stop',
      outcomes: [answers({ decision: 'block', reason: 'A' }), exited(0), exited(2, '', 'B')],
    });
    expect(decision.reason).toBe('A\nB');
    expect(decision.decidedBy).toEqual(['h0', 'h2']);
  });

  it('says whose opinion a stronger one beat', () => {
    const outcomes = [
      answers(permits('allow')),
      exited(2, '', 'no'),
      answers(permits('ask')),
      exited(0),
      exited(2, '', 'no'),
    ];
    expect(play({ event: 'PreToolUse', outcomes })).toMatchObject({
      permission: 'deny',
      decidedBy: ['h1', 'h4'],
      outvoted: [
        { value: 'allow', by: 'h0' },
        { value: 'ask', by: 'h2' },
      ],
    });
    expect(play({ event: 'PreToolUse', outcomes: outcomes.slice(0, 1) })).not.toHaveProperty('outvoted');
  });

  it('the last rewrite in declared order is used as a whole, and the conflict is named', () => {
    const rewrite = (command: string) => answers(permits('allow', { updatedInput: { command } }));
    const decision = play({ event: 'PreToolUse', outcomes: [rewrite('a'), rewrite('b')] });
    expect(decision.updatedInput).toEqual({ value: { command: 'b' }, by: 'h1' });
    expect(decision.diagnostics).toMatchObject([{ code: 'conflicting-rewrites', severity: 'warning' }]);
  });
});

const outcomes: fc.Arbitrary<Outcome> = fc.oneof(
  fc
    .record({
      exitCode: fc.integer({ min: 0, max: 3 }),
      stdout: fc.oneof(fc.string(), fc.json()),
      stderr: fc.string(),
    })
    .map(({ exitCode, stdout, stderr }) => exited(exitCode, stdout, stderr)),
  fc
    .record(
      {
        continue: fc.boolean(),
        stopReason: fc.string(),
        systemMessage: fc.string(),
        decision: fc.constantFrom('approve', 'block', 'deny'),
        reason: fc.string(),
        contextInjection: fc.string(),
        newContent: fc.string(),
        hookSpecificOutput: fc.record(
          {
            hookEventName: fc.constantFrom(...EVENT_NAMES),
            permissionDecision: fc.constantFrom('allow', 'deny', 'ask', 'defer'),
            permissionDecisionReason: fc.string(),
            additionalContext: fc.string(),
            updatedInput: fc.dictionary(fc.string(), fc.string()),
            decision: fc.record({ behavior: fc.constantFrom('allow', 'deny') }),
          },
          { requiredKeys: ['hookEventName'] },
        ),
      },
      { requiredKeys: [] },
    )
    .chain((answer) => fc.integer({ min: 0, max: 2 }).map((code) => answers(answer, code, 'E'))),
  fc.constant<Outcome>({
    kind: 'timedOut',
    timeoutMs: 1,
    stdout: '{"decision":"block"}',
    stderr: '',
    truncated: false,
  }),
  fc.constant<Outcome>({ kind: 'background' }),
);
const profiles = fc.constantFrom('amplifier' as const, 'claude-code' as const);

describe('properties', () => {
  it('no outcome makes deciding throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        fc.array(outcomes),
        profiles,
        (event, ended, profileName) => {
          play({ event, outcomes: ended, profileName });
        },
      ),
    );
  });

  it('the order in which hooks end does not matter', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENT_NAMES),
        fc.array(outcomes, { minLength: 2, maxLength: 5 }),
        fc.integer(),
        profiles,
        (event, ended, seed, profileName) => {
          const runs = ended.map((outcome, index) => run(hook(`h${index}`, { event }), outcome));
          const shuffled = runs.toSorted((a, b) => rank(a, seed) - rank(b, seed));
          const planned = plan(runs.map((one) => one.hook));
          const all = (some: readonly Run[]) =>
            decide(
              { input: input(event), plan: planned, runs: some, late: [], projectAllow: true },
              profile(profileName),
            );
          expect(all(shuffled)).toEqual(all(runs));
        },
      ),
    );
  });

  it('exit code 2 on PreToolUse is a deny whatever else hooks say', () => {
    fc.assert(
      fc.property(fc.array(outcomes), profiles, (ended, profileName) => {
        const decision = play({
          event: 'PreToolUse',
          outcomes: [...ended, exited(2, '', 'no')],
          profileName,
        });
        expect(decision).toMatchObject({ permission: 'deny', blocked: true, updatedInput: null });
      }),
    );
  });
});

const rank = (run: Run, seed: number): number => {
  const index = Number(run.hook.id.slice(1));
  return Math.sin(seed + index * 12.9898);
};

describe('hookSpecificOutput on an event that knows none', () => {
  const answer = answers({
    systemMessage: 'S',
    hookSpecificOutput: { hookEventName: 'PreCompact', status: 'success' },
  });

  it('has no effect and costs nothing in amplifier', () => {
    const decision = play({ event: 'PreCompact', outcomes: [answer], profileName: 'amplifier' });
    expect(decision.failures).toEqual([]);
    expect(decision.systemMessages).toMatchObject([{ value: 'S' }]);
    expect(decision.diagnostics).toMatchObject([
      { code: 'field-ignored', message: expect.stringContaining('"hookSpecificOutput"') },
    ]);
  });

  it('spoils the answer in claude-code', () => {
    const decision = play({ event: 'PreCompact', outcomes: [answer], profileName: 'claude-code' });
    expect(decision.failures).toMatchObject([{ kind: 'badOutput' }]);
  });
});

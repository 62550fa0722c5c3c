import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '../events/index.js';
import { AGENT_NAMES, type AgentName, agentNamed, readerNamed } from '../hosts/agents/index.js';
import { type PortableHook, type Ported, portedAsOwn, portedByDispatch } from './index.js';

const NAMES = AGENT_NAMES.filter((name) => name !== 'claude');

async function known(name: AgentName) {
  const [agent, reads] = await Promise.all([agentNamed(name), readerNamed(name)]);
  if (agent === null || reads === null) throw new Error(`${name} has no facts`);
  return { facts: agent.facts, reads };
}

const guard = (changes: Partial<PortableHook> = {}): PortableHook => ({
  event: 'PreToolUse',
  matcher: 'Bash',
  condition: null,
  handler: { type: 'command' },
  code: 'echo no >&2; exit 2',
  ...changes,
});

async function both(name: AgentName, hook: PortableHook): Promise<{ dispatch: Ported; own: Ported }> {
  const { facts, reads } = await known(name);
  return { dispatch: portedByDispatch(hook, facts), own: portedAsOwn(hook, facts, reads) };
}

const ANY: fc.Arbitrary<PortableHook> = fc.record({
  event: fc.constantFrom(...EVENT_NAMES),
  matcher: fc.constantFrom(
    null,
    '',
    '*',
    'Bash',
    'Write|Edit',
    'Nothing',
    '^Web.*',
    'mcp__git__.*',
    '.*',
    '[',
  ),
  condition: fc.constantFrom(null, 'Bash(git *)'),
  handler: fc.record({
    type: fc.constantFrom('command', 'http', 'mcp_tool', 'prompt', 'agent'),
    background: fc.constantFrom('no', 'async', 'rewake'),
    continueOnBlock: fc.boolean(),
    shell: fc.constantFrom(null, 'powershell'),
  }),
  code: fc.constantFrom(null, '', 'exit 2', '{"hookSpecificOutput":{"permissionDecision":"ask"}}'),
});

describe.each(NAMES)('in %s', (name) => {
  it('every hook has one verdict in either way, and a reason where it is not the same', async () => {
    const { facts, reads } = await known(name);
    fc.assert(
      fc.property(ANY, (hook) => {
        for (const { verdict, reasons, measured } of [
          portedByDispatch(hook, facts),
          portedAsOwn(hook, facts, reads),
        ]) {
          expect(['same', 'degraded', 'lost']).toContain(verdict);
          expect(reasons.length > 0).toBe(verdict !== 'same');
          expect(reasons.every((reason) => reason.trim() !== '' && !/undefined|null/.test(reason))).toBe(
            true,
          );
          if (facts.measured === null) expect(measured).toBe(false);
        }
      }),
    );
  });

  it('no hook that may say more is better off', async () => {
    const { facts, reads } = await known(name);
    const rank = ({ verdict }: Ported): number => ['same', 'degraded', 'lost'].indexOf(verdict);
    fc.assert(
      fc.property(ANY, (hook) => {
        const less = { ...hook, code: 'true' };
        expect(rank(portedByDispatch(less, facts))).toBeLessThanOrEqual(
          rank(portedByDispatch({ ...hook, code: null }, facts)),
        );
        // An entry of the agent's own has at least the faults that it has behind `dispatch`.
        expect(rank(portedAsOwn(hook, facts, reads))).toBeGreaterThanOrEqual(
          rank(portedByDispatch(hook, facts)),
        );
      }),
    );
  });
});

describe('a guard by exit code 2', () => {
  it.each<[AgentName, Ported['verdict'], Ported['verdict']]>([
    ['codex', 'same', 'same'],
    // Its model is told that a hook failed, and not why.
    ['copilot', 'same', 'degraded'],
    ['gemini', 'same', 'same'],
    ['qwen', 'same', 'same'],
    ['kimi-code', 'same', 'same'],
    ['droid', 'same', 'same'],
    ['cline', 'degraded', 'lost'],
    ['opencode', 'same', 'lost'],
    ['cursor', 'same', 'same'],
    ['vscode', 'same', 'lost'],
  ])('%s', async (name, dispatch, own) => {
    const found = await both(name, guard());
    expect([found.dispatch.verdict, found.own.verdict]).toEqual([dispatch, own]);
  });
});

describe('the reason', () => {
  it.each<[string, AgentName, 'dispatch' | 'own', Partial<PortableHook>, Ported['verdict'], string]>([
    [
      'no event',
      'codex',
      'dispatch',
      { event: 'Notification', matcher: null },
      'lost',
      'Codex CLI has no event like Notification',
    ],
    [
      'a question',
      'codex',
      'dispatch',
      { code: '"ask"' },
      'degraded',
      'a question to the user: the call is denied',
    ],
    ['context', 'kimi-code', 'dispatch', { code: 'additionalContext' }, 'degraded', 'context has no effect'],
    ['rounds', 'kimi-code', 'dispatch', { event: 'Stop', matcher: null }, 'degraded', 'after one round'],
    ['no rounds', 'opencode', 'dispatch', { event: 'Stop', matcher: null }, 'lost', 'a block has no effect'],
    [
      'a tool that is not there',
      'codex',
      'dispatch',
      { matcher: 'Grep' },
      'lost',
      'no tool that `Grep` selects',
    ],
    [
      'MCP tools',
      'cursor',
      'dispatch',
      { matcher: 'mcp__git__push' },
      'lost',
      'without the name of the server',
    ],
    ['a model', 'codex', 'own', { handler: { type: 'prompt' } }, 'lost', 'a hook of type prompt'],
    ['a condition', 'codex', 'own', { condition: 'Bash(rm *)' }, 'lost', 'does not know `if`'],
    [
      'a question that is not heard',
      'droid',
      'own',
      { code: '"permissionDecision": "ask"' },
      'lost',
      'not heard as JSON',
    ],
    [
      'an event for two',
      'gemini',
      'own',
      { event: 'PostToolUse', code: 'true' },
      'degraded',
      'AfterTool of Gemini CLI is PostToolUseFailure too',
    ],
    ['a plugin', 'opencode', 'own', {}, 'lost', 'only plugins'],
    ['programs', 'cline', 'own', {}, 'lost', 'one program an event'],
    ['one that only observes', 'codex', 'own', { observes: true }, 'lost', 'Codex CLI would do what it says'],
    ['no matchers', 'vscode', 'own', {}, 'lost', 'reads no matcher'],
    [
      'JSON that is not heard',
      'gemini',
      'own',
      { code: '{"hookSpecificOutput":{"permissionDecision":"deny"}}' },
      'lost',
      'a deny is not heard as JSON',
    ],
    [
      'a text that is not known',
      'gemini',
      'own',
      { code: null },
      'degraded',
      'the tool `Bash` is `run_shell_command`',
    ],
    [
      'a field of another name',
      'kimi-code',
      'own',
      { matcher: 'Write', code: 'jq -r .tool_input.file_path; exit 2' },
      'lost',
      'it looks for `file_path`, which is `path` in Kimi Code',
    ],
    [
      'a patch',
      'codex',
      'own',
      { matcher: 'Write|Edit', code: 'jq -r .tool_input.file_path; exit 2' },
      'lost',
      'which is a patch in `command` in Codex CLI',
    ],
  ])('%s', async (_, name, by, changes, verdict, reason) => {
    const found = (await both(name, guard(changes)))[by];
    expect(found.verdict).toBe(verdict);
    expect(found.reasons.join('\n')).toContain(reason);
  });

  it('a pattern that comes to no end counts as one that selects', async () => {
    const { dispatch } = await both('vscode', guard({ matcher: '^(\\w|\\w|\\w|\\w|\\w|\\w)+\\W$' }));
    expect(dispatch.verdict).toBe('same');
  });

  it('one that only observes asks nothing of the agent', async () => {
    const { dispatch } = await both(
      'codex',
      guard({ event: 'PermissionRequest', code: null, observes: true }),
    );
    expect(dispatch).toEqual({ verdict: 'same', reasons: [], measured: true });
  });

  it('hooks that we run ourselves are the same whatever their type', async () => {
    for (const type of ['http', 'mcp_tool'] as const) {
      const { dispatch } = await both('codex', guard({ event: 'Stop', matcher: null, handler: { type } }));
      expect(dispatch).toEqual({ verdict: 'same', reasons: [], measured: true });
    }
  });
});

// Whatever a hook prints, hosts and models get no more than they can read, and people the path of the rest.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Answer, LS, type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

const FLOOD = 'x'.repeat(6 << 20);

/** The user's hook prints the whole of a file. */
function hook(event: string, stdout: unknown, more: Readonly<Record<string, unknown>> = {}): void {
  const file = project.write('home/answer', typeof stdout === 'string' ? stdout : JSON.stringify(stdout));
  const command = `cat ${file}`;
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { [event]: [{ hooks: [{ type: 'command', command, ...more }] }] },
  });
}

/** An event with all that it may be about. */
const about = (event: string) => ({ ...LS, hook_event_name: event, tool_response: {}, prompt: 'hi' });
const decide = (event: string): Promise<Answer> => project.answer(about(event));

/** All that a host is told, in either form. */
async function told(event: string): Promise<string> {
  const amplifier = await project.dispatch(about(event), '--host', 'amplifier');
  return `${(await decide(event)).told}${amplifier.stdout}${amplifier.stderr}`;
}

const deny = (reason: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
});

describe('6 MB', () => {
  it.each<[string, string, unknown, Readonly<Record<string, unknown>>]>([
    ['of a reason', 'PreToolUse', deny(FLOOD), {}],
    ['of a reason to block', 'Stop', { decision: 'block', reason: FLOOD }, {}],
    ['of feedback', 'PostToolUse', { decision: 'block', reason: FLOOD }, {}],
    ['of a reason to stop', 'UserPromptSubmit', { continue: false, stopReason: FLOOD }, {}],
    ['of a message', 'PreToolUse', { systemMessage: FLOOD }, {}],
    ['of context', 'UserPromptSubmit', FLOOD, {}],
    ['on stderr, with exit code 2', 'PreToolUse', FLOOD, { command: 'cat "$HOME/answer" >&2; exit 2' }],
    ['on stderr, with exit code 1', 'PreToolUse', FLOOD, { command: 'cat "$HOME/answer" >&2; exit 1' }],
    [
      'on stderr, at a timeout',
      'PreToolUse',
      FLOOD,
      { command: 'cat "$HOME/answer" >&2; sleep 60', timeout: 3 },
    ],
    [
      'of a name that breaks the rules',
      'PreToolUse',
      { decision: FLOOD, hookSpecificOutput: { hookEventName: FLOOD } },
      {},
    ],
    ['of a field for the host', 'PreToolUse', { terminalSequence: FLOOD }, {}],
  ])('%s', async (_title, event, stdout, more) => {
    hook(event, stdout, more);
    const all = await told(event);
    expect(all.length).toBeLessThan(60_000);
    const [, path] = /All of it is in ([^\s\\]+)/.exec(all) ?? [];
    if (path !== undefined) expect(readFileSync(path, 'utf8').length).toBeGreaterThan(1 << 20);
    else expect(all).toMatch(/left out|characters|more than is kept/);
  });

  it('of a reason still deny', async () => {
    hook('PreToolUse', deny(FLOOD));
    const { permission, reason } = await decide('PreToolUse');
    expect([permission, reason.slice(-100)]).toEqual(['deny', 'x'.repeat(100)]);
  });

  it('of more than is kept are a failure, and no silence', async () => {
    hook('PreToolUse', deny('x'.repeat(20 << 20)), { onFailure: 'block' });
    const { permission, told } = await decide('PreToolUse');
    expect([permission, told]).toEqual(['deny', expect.stringContaining('more than is kept')]);
  });

  it('do not go through the sidecar', async () => {
    hook('PreToolUse', deny(FLOOD));
    const { client } = await project.serve({ format: 'amplifier' });
    const answer = await client.get('event', {
      session: 's',
      event: 'tool:pre',
      data: { tool_name: 'bash', tool_input: { command: 'ls' } },
    });
    expect(JSON.stringify(answer).length).toBeLessThan(20_000);
    expect(answer).toMatchObject({
      result: { action: 'deny', reason: expect.stringContaining('All of it is in') },
    });
    expect(Math.max(...client.heard.map((line) => JSON.stringify(line).length))).toBeLessThan(20_000);
  });
});

// `run`.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const bash = ['run', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"rm -rf /"}'];
const guards = () =>
  stage.write('project/.amplifier/hooks/guard/hooks.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', command: 'grep -q "rm -rf" && { echo "Not that." >&2; exit 2; }; true' },
          ],
        },
        { matcher: 'Write', hooks: [{ type: 'command', command: 'true' }] },
      ],
      Stop: [{ hooks: [{ type: 'command', command: 'true' }] }],
    },
  });

describe('handlers beyond commands', () => {
  const play = (entry: Readonly<Record<string, unknown>>, env: Readonly<Record<string, string>> = {}) => {
    stage.hooks({ PreToolUse: [entry] });
    // Ports differ, and with them the ids of hooks.
    const replace = [
      [/127\.0\.0\.1:\d{4,5}/g, '127.0.0.1:9'],
      [/\b[0-9a-f]{10}\b/g, '<hook>'],
    ] as const;
    return stage.play(bash, {
      env: { PATH: process.env['PATH'], HOME: stage.home, ...env },
      replace,
    });
  };
  const shown = async (...args: Parameters<typeof play>) => (await play(...args)).stdout;
  const recorded = (...replies: readonly unknown[]) => ({
    AMPLIFIER_HOOKS_MODEL_RECORDING: stage.write('replies.json', replies),
  });

  it.each<[string, string, number]>([
    ['answers', '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}', 200],
    ['has nothing to say', '', 204],
    ['is out of order', 'busy', 503],
    ['talks', 'Looks good to me!', 200],
  ])('an http server that %s', async (_title, body, status) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      expect(await shown({ type: 'http', url: `http://127.0.0.1:${port}/check` })).toMatchSnapshot();
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ['a private address', { type: 'http', url: 'http://10.0.0.1/' }],
    ['nobody at the address', { type: 'http', url: 'http://127.0.0.1:1/' }],
    ['an MCP server that nobody defined', { type: 'mcp_tool', server: 'guard', tool: 'check' }],
    ['no model', { type: 'prompt', prompt: 'Is it safe?', onFailure: 'block' }],
  ])('%s', async (_title, entry) => {
    expect(await shown(entry)).toMatchSnapshot();
  });

  it.each<[string, Record<string, unknown>, readonly unknown[]]>([
    ['says no', { type: 'prompt' }, [{ json: { ok: false, reason: 'it deletes everything' } }]],
    ['says yes', { type: 'prompt' }, [{ json: { ok: true } }]],
    ['chats', { type: 'prompt' }, [{ text: 'I would rather not say.' }]],
    ['fails', { type: 'prompt' }, [{ failure: { kind: 'rate-limited', message: 'try again in 9 s' } }]],
    [
      'looks around',
      { type: 'agent' },
      [
        { tool_calls: [{ name: 'list', input: { path: '.' } }], input_tokens: 900, output_tokens: 30 },
        { tool_calls: [{ name: 'verdict', input: { ok: false, reason: 'no test' } }], input_tokens: 950 },
      ],
    ],
  ])('a model that %s', async (_title, entry, replies) => {
    expect(await shown({ prompt: 'Is it safe?', ...entry }, recorded(...replies))).toMatchSnapshot();
  });
});

describe('run', () => {
  it('shows who ran, why the others did not, and what came of it', async () => {
    guards();
    expect(await stage.play(bash)).toMatchSnapshot();
  });

  it('exits 1 for a deny when asked to, never 2', async () => {
    guards();
    expect((await stage.play([...bash, '--exit-code'])).code).toBe(1);
    expect((await stage.play(['run', 'PreToolUse', '--tool', 'Bash', '--exit-code'])).code).toBe(0);
  });

  it('gives the answer of a host', async () => {
    guards();
    const amplifier = await stage.play([...bash, '--as', 'amplifier']);
    expect(amplifier.stdout).toContain('"action": "deny"');
    const claude = await stage.play([...bash, '--as', 'claude']);
    expect(claude.stdout).toContain('\\"permissionDecision\\":\\"deny\\"');
  });

  it('gives one object to programs', async () => {
    guards();
    const { stdout, code } = await stage.play([...bash, '--json', '--session', 's']);
    const { decision, hookResult, claudeOutput, ...rest } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(rest).toMatchSnapshot();
    expect(decision).toMatchObject({ permission: 'deny', reason: 'Not that.\n' });
    expect(hookResult).toMatchObject({ action: 'deny' });
    expect(claudeOutput).toMatchObject({ exitCode: 0 });
  });

  it('takes a whole event from stdin', async () => {
    guards();
    const text = JSON.stringify({
      hookEventName: 'PreToolUse',
      toolName: 'Bash',
      toolInput: { command: 'rm -rf /' },
    });
    expect((await stage.play(['run'], { stdin: { text } })).stdout).toContain('DENIED');
  });

  it('waits for background hooks and shows what they say', async () => {
    stage.hooks({ PostToolUse: [{ command: `printf '{"systemMessage":"formatted"}'`, async: true }] });
    const { stdout } = await stage.play(['run', 'PostToolUse', '--tool', 'Write']);
    expect(stdout).toContain('later: formatted');
  });

  it('records what happened, unless told not to', async () => {
    guards();
    const journal = join(stage.home, '.local', 'state', 'amplifier-hooks', 'journal');
    await stage.play([...bash, '--no-journal']);
    expect(existsSync(journal)).toBe(false);
    await stage.play(bash, {
      env: { PATH: process.env['PATH'], HOME: stage.home, AMPLIFIER_HOOKS_JOURNAL: 'off' },
    });
    expect(existsSync(journal)).toBe(false);
    await stage.play(bash);
    expect(existsSync(journal)).toBe(true);
  });

  it('with nothing configured says so', async () => {
    expect(await stage.play(bash)).toMatchSnapshot();
  });

  it('hints at a configuration that is not well', async () => {
    stage.write('project/.amplifier/hooks/hooks.json', '{"hooks": {"PreTolUse": []}}');
    expect((await stage.play(bash)).stderr).toContain('amplifier-hooks validate');
  });

  it.each([
    ['an unknown event', ['run', 'PreTolUse']],
    ['no event', ['run']],
    ['a missing tool', ['run', 'PreToolUse']],
    ['a project that is not there', [...bash, '--project', 'gone']],
    ['an unknown host', [...bash, '--as', 'codex']],
  ])('refuses %s', async (_, argv) => {
    expect(await stage.play(argv, { stdin: 'terminal' })).toMatchSnapshot();
  });

  it('refuses input that is not a JSON', async () => {
    const { code, stdout, stderr } = await stage.play([
      'run',
      'PreToolUse',
      '--tool',
      'Bash',
      '--input',
      '{',
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('amplifier-hooks: --input is not valid JSON: ');
  });

  it.each([
    ['--input', '[]', '--input is not a valid tool input: it must be a JSON object, but is an array'],
    ['--input', 'null', '--input is not a valid tool input: it must be a JSON object, but is null'],
    [
      '--field',
      'tool_input=5',
      '--field tool_input is not a valid tool input: it must be a JSON object, but is the number 5',
    ],
    ['--field', 'x', '--field x is not a valid field; write --field name=value'],
    ['--field', '=3', '--field =3 is not a valid field; write --field name=value'],
  ])('refuses %s %s in one line, as explain does', async (option, value, says) => {
    for (const command of ['run', 'explain'])
      expect(await stage.play([command, 'PreToolUse', '--tool', 'Bash', option, value])).toEqual({
        code: 1,
        stdout: '',
        stderr: `amplifier-hooks: ${says}\n`,
      });
  });

  it('refuses a broken event on stdin', async () => {
    expect(await stage.play(['run'], { stdin: { text: '[1]' } })).toMatchObject({ code: 1, stdout: '' });
    expect(await stage.play(['run'], { stdin: { text: '{' } })).toMatchObject({ code: 1, stdout: '' });
  });
});

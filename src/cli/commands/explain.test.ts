// `explain`.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutColours } from '../../text/index.js';
import { type Played, Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

/** Paths of shells and ids of events differ from machine to machine. */
const replace = [
  [/\S*\/bash -c/g, '<bash> -c'],
  [/^( {4}PATH=).*$/gm, '$1<path>'],
  [/\b(event )[0-9A-Za-z-]{10,}$/gm, '$1<id>'],
] as const;
const play = (...argv: readonly string[]): Promise<Played> => stage.play(argv, { replace });

const command = (text: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'command',
  command: text,
  ...more,
});

function fill(): void {
  stage.write('project/.amplifier/hooks/hooks.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [command('exact'), command('if', { if: 'Bash(git *)' })] },
        { matcher: '^Ba.h$', hooks: [command('regex', { timeout: 5, once: true })] },
        { matcher: 'bash', hooks: [command('case')] },
        { matcher: 'Write|Edit', hooks: [command('other')] },
        { matcher: 'B[', hooks: [command('invalid')] },
        { hooks: [command('off', { enabled: false }), command('exact')] },
        { matcher: '*', hooks: [{ type: 'http', url: 'http://localhost:1/' }] },
        { hooks: [command('node', { args: ['x y.js'], async: true, onFailure: 'block' })] },
      ],
      Stop: [{ hooks: [command('stop'), command('stop if', { if: 'Bash(git *)' })] }],
    },
  });
  stage.write('home/.amplifier/hooks/linter/hooks.json', {
    hooks: { PreToolUse: [{ hooks: [command('"$CLAUDE_PLUGIN_ROOT/lint.sh"')] }] },
  });
}

describe('an event', () => {
  it('says for every hook why it would run or not, with what, and what comes of it', async () => {
    fill();
    expect(
      await play('explain', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'),
    ).toMatchSnapshot();
  });

  it('shows what hooks read and their whole environment', async () => {
    stage.hooks({ SessionStart: ['a'] });
    expect(
      await play('explain', 'SessionStart', '--field', 'source=startup', '--stdin', '--env'),
    ).toMatchSnapshot();
  });

  it('lists hooks of other events when asked', async () => {
    fill();
    const { stdout } = await play('explain', 'Notification', '--all');
    expect(stdout).toContain('it is a PreToolUse hook, and this is Notification');
    expect((await play('explain', 'Notification')).stdout).toContain(
      '12 hooks wait for other events (PreToolUse 10, Stop 2)',
    );
  });

  it('has nothing to say about hooks where there are none', async () => {
    expect((await play('explain', 'Stop')).stdout).toMatchInlineSnapshot(`
      "Stop, where matchers are ignored, in the profile amplifier

      Would run (0)

      Would not run (0)

      What a hook of Stop can do
        exit code 2                the agent goes on instead of stopping; stderr is
                                   the reason
        any other exit code but 0  a failure, which stops nothing
        plain text on stdout       goes nowhere
        "decision": "block"        the agent goes on instead of stopping; "reason" is
                                   the reason
        "continue": false          the turn ends
        "systemMessage"            is shown to the user
        "hookSpecificOutput"       additionalContext

      How it is put together
        order                      hooks run side by side; what they say is applied in
                                   the order they are listed
        block                      one block is enough; all reasons are given
        "continue": false          beats every block: the agent stops
        context                    all texts are kept, in order
        async hooks                cannot decide anything; what they say comes with a
                                   later event
      "
    `);
  });

  it('says when a hook cannot start', async () => {
    stage.hooks({ Stop: ['"$CLAUDE_PLUGIN_ROOT/x.sh"'] });
    expect((await play('explain', 'Stop')).stdout).toContain('cannot start: the command refers to');
  });

  it('runs nothing', async () => {
    stage.hooks({ Stop: [`touch ${stage.root}/ran`] });
    await play('explain', 'Stop');
    const { existsSync } = await import('node:fs');
    expect(existsSync(`${stage.root}/ran`)).toBe(false);
  });

  it('has an object for programs', async () => {
    fill();
    const { stdout, code } = await play(
      'explain',
      'PreToolUse',
      '--tool',
      'Bash',
      '--input',
      '{"command":"ls"}',
      '--json',
    );
    const { hooks, version, event, target } = JSON.parse(stdout);
    expect([code, version, event, target]).toEqual([
      0,
      1,
      'PreToolUse',
      { field: 'tool_name', value: 'Bash' },
    ]);
    expect(hooks.map((hook: { rule: string }) => hook.rule)).toEqual([
      'duplicate',
      'if-rule',
      'regex',
      'alias',
      'matcher',
      'matcher-invalid',
      'disabled',
      'all',
      'all',
      'all',
      'event',
      'event',
      'all',
    ]);
  });

  it('is readable at 80 columns', async () => {
    fill();
    const { stdout } = await stage.play(['explain', 'PreToolUse', '--tool', 'Bash'], {
      replace: [[/^ {4}.*$/gm, '']],
    });
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('handlers beyond commands', () => {
  const bash = 'explain PreToolUse --tool Bash --input {"command":"push"} --field cwd=/w'.split(' ');
  const hooks = (...entries: readonly Readonly<Record<string, unknown>>[]): void =>
    void stage.write('project/.amplifier/hooks/hooks.json', {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: entries }] },
    });
  /** What is said about the hooks that would run. */
  const running = async (argv: readonly string[] = bash, env: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await stage.play(argv, { env: { PATH: '/bin', HOME: stage.home, ...env } });
    return stdout.slice(stdout.indexOf('Would run'), stdout.indexOf('\nWould not run'));
  };

  it('http: address, list, guard, headers', async () => {
    hooks(
      {
        type: 'http',
        url: 'https://ann:secret@hooks.example.com/run?key=secret',
        headers: {
          Authorization: `Bearer $TOKEN \${OTHER} $UNSET`,
          'X-Api-Key': 'secret',
          'X-Team': 'blue',
          Host: 'elsewhere',
        },
        allowedEnvVars: ['TOKEN', 'UNSET'],
        timeout: 7,
      },
      { type: 'http', url: 'http://127.0.0.1:8787/' },
      { type: 'http', url: 'http://169.254.169.254/latest' },
      { type: 'http', url: 'http://10.1.2.3/' },
    );
    const shown = await running(bash, { TOKEN: 'secret', OTHER: 'secret' });
    expect(shown).toMatchSnapshot();
    expect(shown).not.toContain('secret');
    const { stdout } = await stage.play([...bash, '--json'], {
      env: { PATH: '/bin', HOME: stage.home, TOKEN: 'secret' },
    });
    expect(stdout.replace('"stdin"', '')).not.toContain('secret');
  });

  it('http: the list of the settings', async () => {
    stage.write('home/.claude/settings.json', {
      allowedHttpHookUrls: ['http://10.1.2.3/*', 'https://*'],
      httpHookAllowedEnvVars: ['USER'],
    });
    stage.write('project/.claude/settings.json', {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              {
                type: 'http',
                url: 'http://10.1.2.3/x',
                headers: { 'X-Who': '$USER', 'X-Home': '$HOME' },
                allowedEnvVars: ['USER', 'HOME'],
              },
              { type: 'http', url: 'https://example.com/' },
              { type: 'http', url: 'http://example.com/' },
            ],
          },
        ],
      },
    });
    expect(await running([...bash, '--claude-settings'], { USER: 'ann' })).toMatchSnapshot();
    expect(
      await running([...bash, '--claude-settings', '--profile', 'claude-code'], { USER: 'ann' }),
    ).toContain('private addresses are not refused in this profile');
  });

  it('mcp_tool: the server and the input', async () => {
    stage.write('home/.amplifier/mcp.json', {
      mcpServers: {
        guard: {
          command: 'node',
          args: [`\${CLAUDE_PROJECT_DIR}/guard.mjs`, `--token=\${TOKEN}`, 'two words'],
          env: { GUARD_KEY: 'secret', OTHER_KEY: `\${TOKEN}`, MODE: 'strict' },
        },
        web: { type: 'http', url: `https://ann:secret@example.com/mcp?k=\${TOKEN}` },
        broken: { command: `\${NOT_SET}` },
        inside: { type: 'sse', url: 'http://10.0.0.1/mcp' },
      },
    });
    stage.write('project/.mcp.json', {
      mcpServers: { theirs: { type: 'http', url: `https://example.com/?k=\${TOKEN}` } },
    });
    const input = { command: `run \${tool_input.command}`, all: `\${tool_input}`, none: `\${gone}` };
    hooks(
      { type: 'mcp_tool', server: 'guard', tool: 'check', input },
      { type: 'mcp_tool', server: 'web', tool: 'check' },
      { type: 'mcp_tool', server: 'broken', tool: 'check' },
      { type: 'mcp_tool', server: 'gaurd', tool: 'check' },
      { type: 'mcp_tool', server: 'inside', tool: 'check' },
      { type: 'mcp_tool', server: 'theirs', tool: 'check' },
    );
    const shown = await running(bash, { TOKEN: 'secret' });
    expect(shown).toMatchSnapshot();
    expect(shown).not.toContain('secret');
  });

  const questions = (): void =>
    hooks(
      { type: 'prompt', prompt: 'No force push. $ARGUMENTS Be strict.', model: 'opus' },
      { type: 'prompt', prompt: 'Nothing of production.', continueOnBlock: true, onFailure: 'block' },
      { type: 'agent', prompt: 'The tests pass.' },
    );

  it('prompt and agent: model, cost, verdict and request', async () => {
    questions();
    expect(await running(bash, { ANTHROPIC_API_KEY: 'secret' })).toMatchSnapshot();
  });

  it.each([
    ['no model', {}, 'would fail: no model is configured: set ANTHROPIC_API_KEY'],
    ['a local server', { OPENAI_BASE_URL: 'http://localhost:1' }, 'nobody says which model of'],
    [
      'a model without price, in place of another',
      { OPENAI_BASE_URL: 'http://localhost:1', AMPLIFIER_HOOKS_MODEL: 'qwen' },
      'qwen, in place of opus, at http://localhost:1/v1 without a key',
    ],
    ['a recording', { AMPLIFIER_HOOKS_MODEL_RECORDING: '/r.json' }, 'recorded replies in /r.json'],
  ])('prompt: %s', async (_title, env, says) => {
    questions();
    expect((await running(bash, env)).replace(/\s+/g, ' ')).toContain(says);
  });

  it('the user’s settings for models count', async () => {
    questions();
    stage.write('home/.amplifier/hooks-model.json', { agent_commands: true });
    expect(await running(bash, { ANTHROPIC_API_KEY: 'k' })).toContain('and run commands');
    stage.write('home/.amplifier/hooks-model.json', { provder: 'x' });
    expect(await running(bash, { ANTHROPIC_API_KEY: 'k' })).toContain('would fail: the settings for models');
  });

  it('the profile decides how event data is set apart', async () => {
    questions();
    expect(await running([...bash, '--profile', 'claude-code'])).not.toContain('event-data');
  });

  it('has all of it for programs, and is readable at 80 columns', async () => {
    questions();
    const { stdout } = await stage.play([...bash, '--json'], {
      env: { ANTHROPIC_API_KEY: 'secret', HOME: stage.home },
    });
    const [first] = JSON.parse(stdout).hooks;
    expect(first.start.launch).toMatchObject({
      kind: 'asks',
      model: { provider: 'anthropic', model: 'claude-opus-5-5', keyFrom: 'ANTHROPIC_API_KEY' },
      request: { text: expect.stringContaining('<event-data mark="drawn-at-random">') },
      commands: null,
    });
    expect(stdout).not.toContain('secret');
    const seen = await stage.play(bash, { terminal: { columns: 80 } });
    const lines = withoutColours(seen.stdout).split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('what happened', () => {
  const dispatch = (event: unknown) =>
    stage.play(['dispatch'], { stdin: { text: JSON.stringify({ session_id: 's', ...Object(event) }) } });

  it('is told step by step', async () => {
    stage.hooks({
      PreToolUse: [
        'echo "no rm here" >&2; exit 2',
        'exit 1',
        `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
        { command: 'never', if: 'Bash(git *)' },
      ],
      Stop: ['true'],
    });
    await dispatch({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm x' } });
    expect(await play('explain', '--last')).toMatchSnapshot();
    const { stdout } = await play('explain', '--last', '--json');
    const { event, plan, version } = JSON.parse(stdout);
    expect([version, event.verdict, plan.entries.length]).toEqual([1, 'deny', 4]);
    expect(await play('explain', '--event', event.id)).toEqual(await play('explain', '--last'));
  });

  it('can be asked of one session', async () => {
    stage.hooks({ Stop: ['true'] });
    await dispatch({ hook_event_name: 'Stop', session_id: 'one' });
    await dispatch({ hook_event_name: 'Stop', session_id: 'two' });
    expect((await play('explain', '--last', '--session', 'one')).stdout).toContain('session one');
    expect((await play('explain', '--last')).stdout).toContain('session two');
  });

  it('says that no hook ran where events are recorded all the same', async () => {
    await play('run', 'Stop');
    expect(await play('explain', '--last')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no hook ran for an event that is recorded'),
    });
  });

  it.each([
    ['nothing', ['--last']],
    ['an unknown id', ['--event', 'nonsense']],
    ['both', ['--last', '--event', 'x']],
    ['an event too', ['Stop', '--last']],
  ])('%s is refused', async (_title, argv) => {
    expect(await play('explain', ...argv)).toMatchSnapshot();
  });
});

describe('another agent', () => {
  it('is told in words, whole or for one event', async () => {
    const { code, stdout } = await play('explain', '--host', 'codex');
    expect(code).toBe(0);
    expect(stdout).toContain('Codex CLI. As measured in version');
    expect(stdout).toContain('Stop: as in Claude Code');
    expect(stdout).toContain('apply_patch is Edit for hooks');
    const one = await play('explain', '--host', 'codex', 'PreToolUse');
    expect(one.stdout).toMatch(/PreToolUse\n {2}A question to the user: the call is denied/);
    expect(one.stdout).not.toContain('SessionStart');
  });

  it.each([
    ['nobody', ['--host', 'nobody']],
    ['an event that it has not', ['--host', 'codex', 'Notification']],
    ['what is for hooks', ['--host', 'codex', '--env']],
  ])('%s is refused', async (_title, argv) => {
    expect((await play('explain', ...argv)).code).toBe(1);
  });

  it('Claude Code itself has its limits told, too', async () => {
    const { code, stdout } = await play('explain', '--host', 'claude');
    expect(code).toBe(0);
    expect(stdout).toContain('One entry speaks for all hooks behind it');
  });
});

describe('is refused', () => {
  it.each([
    ['an unknown event', ['PreTolUse']],
    ['nothing', []],
    ['input that is not a JSON', ['PreToolUse', '--tool', 'Bash', '--input', '{']],
    ['an event without what it needs', ['PreToolUse']],
  ])('%s', async (_title, argv) => {
    const { code, stdout } = await play('explain', ...argv);
    expect([code, stdout]).toEqual([1, '']);
  });
});

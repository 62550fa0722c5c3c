// `migrate`, `restore`.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

const ID: readonly (readonly [RegExp, string])[] = [[/\b\d{8}T\d{6}-[0-9a-f]{6}\b/g, '<backup>']];
const play = (...argv: string[]) => stage.play(argv, { replace: ID });
const read = (path: string): string => readFileSync(join(stage.root, path), 'utf8');
const OURS = 'project/.amplifier/hooks/hooks.json';

const CLAUDE = `{
  // guards
  "env": { "PAI_DIR": "/opt/pai" },
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh", "timeout": 10 },
          { "type": "command", "command": "\${PAI_DIR}/hooks/x.ts", "timeout": 5000 },
          { "type": "PostToolUse", "command": "echo" }
        ]
      },
      { "matcher": { "type": "always" }, "hooks": [] }
    ],
    "TaskCompleted": [{ "hooks": [{ "type": "prompt", "prompt": "Is it done? $ARGUMENTS" }] }],
    "Start": [{ "hooks": [{ "type": "command", "command": "echo" }] }]
  }
}
`;

describe('from Claude Code', () => {
  it('says what would become of every hook', async () => {
    stage.write('project/.claude/settings.json', CLAUDE);
    expect(await play('migrate', '--from', 'claude', '--dry-run')).toMatchSnapshot();
    expect(existsSync(join(stage.root, OURS))).toBe(false);
  });

  it('writes when it is told to, and nothing twice', async () => {
    stage.write('project/.claude/settings.json', CLAUDE);
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchObject({ code: 1 });
    expect(read(OURS)).toMatchSnapshot();
    const before = read(OURS);
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchSnapshot();
    expect(read(OURS)).toBe(before);
  });
});

const GUARD =
  '#!/bin/sh\njq -e \'.tool_input.command | test("rm -rf")\' >/dev/null && { echo no >&2; exit 2; }\nexit 0\n';

describe('from Gemini CLI', () => {
  it('translates events, tools, units, paths and variables, and says what it cannot', async () => {
    stage.write('project/.gemini/hooks/guard.sh', `${GUARD}# $GEMINI_PROJECT_DIR\n`, 0o755);
    stage.write(
      'project/.gemini/hooks/route.js',
      'JSON.stringify({hookSpecificOutput: {tailToolCallRequest: x}})',
    );
    stage.write(
      'project/.gemini/hooks/names.py',
      'if json.load(sys.stdin)["tool_name"] == "run_shell_command": deny()',
    );
    const command = (name: string, more = {}) => ({ type: 'command', command: name, ...more });
    stage.write('project/.gemini/settings.json', {
      hooksConfig: { disabled: ['old'] },
      hooks: {
        enabled: true,
        BeforeTool: [
          {
            matcher: 'run_shell_command|write_file|mcp_github_create_issue',
            hooks: [command('$GEMINI_PROJECT_DIR/.gemini/hooks/guard.sh', { timeout: 5000, name: 'guard' })],
          },
          { matcher: 'write_.*', sequential: true, hooks: [command('echo ok')] },
          { hooks: [command('python3 .gemini/hooks/names.py'), command('echo old', { name: 'old' })] },
          { hooks: [command('echo $GEMINI_PLANS_DIR')] },
        ],
        AfterTool: [{ hooks: [command('node .gemini/hooks/route.js')] }],
        BeforeAgent: [{ matcher: '*', hooks: [command('my-context-tool', { env: { MODE: 'fast "$X"' } })] }],
        SessionEnd: [{ matcher: 'exit', hooks: [command('echo bye', { timeout: 900000 })] }],
        BeforeModel: [{ hooks: [command('echo')] }],
        Befortool: [{ hooks: [command('echo')] }],
      },
    });
    expect(await play('migrate', '--from', 'gemini', '--yes')).toMatchSnapshot();
    expect(read(OURS)).toMatchSnapshot();
  });
});

describe('what brings hooks otherwise', () => {
  it('is named', async () => {
    stage.write('home/.gemini/extensions/guard/hooks/hooks.json', {});
    stage.write('home/.codex/config.toml', 'notify = ["say", "done"]\n');
    const left = async (from: string) =>
      JSON.parse((await play('migrate', '--from', from, '--scope', 'user', '--dry-run', '--json')).stdout)
        .left;
    expect(await left('gemini')).toMatchObject([{ what: 'extension guard' }]);
    expect(await left('codex')).toMatchObject([{ what: expect.stringContaining('notify in ') }]);
  });
});

describe('from Codex', () => {
  it('reads hooks.json and config.toml', async () => {
    stage.write('project/patch.py', 'if event["tool_name"] == "apply_patch": sys.exit(2)');
    stage.write(
      'home/.codex/config.toml',
      `[hooks.state."${stage.dir}/.codex/hooks.json:pre_tool_use:1:0"]\nenabled = false\n`,
    );
    stage.write('project/.codex/hooks.json', {
      hooks: {
        PreToolUse: [
          {
            matcher: '^Bash$',
            hooks: [{ type: 'command', command: 'echo a', timeout: 10, statusMessage: 'checking' }],
          },
          { hooks: [{ type: 'command', command: 'echo off' }] },
          {
            matcher: 'apply_patch',
            hooks: [{ type: 'command', command: 'echo b', commandWindows: 'b.cmd' }],
          },
          {
            matcher: 'code-review',
            hooks: [{ type: 'command', command: 'echo c', additionalContextLimit: 4096 }],
          },
          { matcher: '(?i)bash', hooks: [{ type: 'command', command: 'echo d' }] },
          { hooks: [{ type: 'command', command: 'python3 patch.py' }, { type: 'prompt' }] },
        ],
      },
    });
    stage.write(
      'project/.codex/config.toml',
      [
        'model = "gpt-5"',
        '[[hooks.PostToolUse]]',
        'matcher = "Edit|Write"',
        '[[hooks.PostToolUse.hooks]]',
        'type = "command"',
        "command = '''npx prettier --write .'''",
        'timeout = 600',
        'async = true',
        '',
        '[[hooks.PostToolUse.hooks]]',
        'type = "mcp_tool"',
        'server = "security"',
        'tool = "scan"',
        `input = { file_path = "\${tool_input.file_path}" }`,
      ].join('\n'),
    );
    expect(await play('migrate', '--from', 'codex', '--yes')).toMatchSnapshot();
    expect(read(OURS)).toMatchSnapshot();
  });

  it('says where TOML is wrong, and moves the rest', async () => {
    stage.write('project/.codex/config.toml', '[hooks]\nx = = 1\n');
    stage.write('project/.codex/hooks.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    expect(await play('migrate', '--from', 'codex', '--dry-run')).toMatchSnapshot();
  });
});

describe('from Cursor', () => {
  it('translates what exit codes can say, and refuses guards that would let everything pass', async () => {
    stage.write('project/.cursor/hooks/exit.sh', GUARD, 0o755);
    stage.write(
      'project/.cursor/hooks/json.sh',
      'echo \'{"permission": "deny", "user_message": "no"}\'',
      0o755,
    );
    stage.write('project/.cursor/hooks/input.sh', 'cmd=$(jq -r .command); [ "$cmd" = rm ] && exit 2', 0o755);
    stage.write('project/.cursor/hooks/format.sh', 'npx prettier --write "$CURSOR_PROJECT_DIR"', 0o755);
    stage.write('project/.cursor/hooks.json', {
      version: 1,
      hooks: {
        beforeShellExecution: [
          { command: '.cursor/hooks/exit.sh', failClosed: true, timeout: 10 },
          { command: '.cursor/hooks/json.sh' },
          { command: '.cursor/hooks/input.sh' },
          { command: '.cursor/hooks/exit.sh', matcher: 'rm -rf' },
        ],
        preToolUse: [
          { command: 'echo', matcher: 'Shell|Write|MCP:search' },
          { command: 'echo', matcher: 'Delete' },
        ],
        afterFileEdit: [{ command: '.cursor/hooks/format.sh' }],
        stop: [{ type: 'prompt', prompt: 'Is it done?', loop_limit: 3, timeout: 30 }],
        subagentStart: [{ command: 'notify-team', matcher: 'generalPurpose' }],
        afterAgentThought: [{ command: 'echo' }],
        beforeSubmitPrompts: [{ command: 'echo' }],
      },
    });
    expect(await play('migrate', '--from', 'cursor', '--yes')).toMatchSnapshot();
    expect(read(OURS)).toMatchSnapshot();
  });

  it('lets hooks of the user run where Cursor runs them', async () => {
    stage.write('home/.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: './done.sh' }] } });
    stage.write('home/.cursor/done.sh', 'true');
    expect(await play('migrate', '--from', 'cursor', '--scope', 'user', '--yes')).toMatchSnapshot();
    expect(JSON.parse(read('home/.amplifier/hooks/hooks.json'))).toEqual({
      hooks: {
        Stop: [{ hooks: [{ type: 'command', command: `cd "\${HOME}/.cursor" || exit 1; ./done.sh` }] }],
      },
    });
  });
});

describe('from GitHub Copilot', () => {
  it('translates both of its ways to write hooks', async () => {
    stage.write('project/scripts/guard.sh', 'tool=$(jq -r .toolName); exit 1', 0o755);
    stage.write('project/.github/hooks/a.json', {
      version: 1,
      hooks: {
        preToolUse: [
          { type: 'command', bash: './guard.sh', cwd: 'scripts', timeoutSec: 15 },
          { bash: 'exit 1', powershell: 'exit 1', matcher: 'bash|edit' },
          { exec: 'node', args: ['check it.js', '--strict'], env: { LEVEL: '$L' } },
        ],
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'echo {}' }] }],
        userPromptSubmitted: [{ bash: 'date >> log' }],
        postToolUse: [{ type: 'http', url: 'https://hooks.example.com/copilot', headers: { A: 'b' } }],
        sessionStart: [{ type: 'prompt', prompt: '/init' }, { powershell: 'Get-Date' }],
        errorOccurred: [{ bash: 'echo' }],
      },
    });
    stage.write('project/.github/hooks/b.json', {
      version: 1,
      disableAllHooks: true,
      hooks: { agentStop: [{ bash: 'echo' }] },
    });
    stage.write('project/.github/copilot/settings.local.json', {
      hooks: { agentStop: [{ bash: 'echo mine' }] },
    });
    expect(await play('migrate', '--from', 'copilot', '--yes')).toMatchSnapshot();
    expect(read(OURS)).toMatchSnapshot();
  });
});

describe('to Claude Code', () => {
  it('takes variables, tool names and plugins of Amplifier along', async () => {
    stage.write('project/.amplifier/hooks/fmt/hooks/hooks.json', { hooks: {} });
    stage.write('project/.amplifier/hooks/inject.sh', 'echo \'{"contextInjection": "x"}\'');
    const command = (line: string, more = {}) => ({ type: 'command', command: line, ...more });
    stage.write(OURS, {
      hooks: {
        PreToolUse: [
          {
            matcher: 'bash|Write',
            hooks: [command('$AMPLIFIER_HOOKS_DIR/guard.sh --in "$AMPLIFIER_PROJECT_DIR"')],
          },
          {
            matcher: 'Bash',
            hooks: [command(`\${AMPLIFIER_HOOKS_DIR}/run`, { args: [`\${AMPLIFIER_PROJECT_DIR}/x`] })],
          },
        ],
        UserPromptSubmit: [
          { hooks: [command('sh .amplifier/hooks/inject.sh', { once: true, timeout: 2000 })] },
        ],
      },
    });
    expect(await play('migrate', '--from', 'amplifier', '--yes')).toMatchSnapshot();
    expect(read('project/.claude/settings.json')).toMatchSnapshot();
  });

  it('a hook that only observes stays: it would decide there', async () => {
    stage.hooks({ Stop: [{ command: 'a', mode: 'observe' }, 'b'] });
    const { stdout } = await play('migrate', '--from', 'amplifier', '--yes');
    expect(stdout).toContain('it only observes');
    expect(stage.read('project/.claude/settings.json')).toContain('"b"');
    expect(stage.read('project/.claude/settings.json')).not.toContain('"a"');
  });

  it('goes there from other tools too, where a deny has another name', async () => {
    stage.write('project/.gemini/settings.json', {
      hooks: {
        BeforeTool: [
          { hooks: [{ type: 'command', command: `echo '{"decision": "deny"}'`, timeout: 600000 }] },
        ],
        AfterAgent: [{ hooks: [{ type: 'command', command: 'echo {}', timeout: 600000 }] }],
      },
    });
    expect(await play('migrate', '--from', 'gemini', '--to', 'claude', '--yes')).toMatchSnapshot();
    expect(await play('migrate', '--from', 'gemini', '--dry-run')).toMatchObject({ code: 0 });
  });
});

describe('what Claude Code has installed', () => {
  it('is named with the commands that install it here', async () => {
    stage.write('home/.claude/plugins/cache/m/guard/1/hooks/hooks.json', { hooks: {} });
    stage.write('home/.claude/plugins/cache/m/skills/1/.claude-plugin/plugin.json', { name: 'skills' });
    const installed = (name: string) => join(stage.home, '.claude/plugins/cache/m', name, '1');
    stage.write('home/.claude/plugins/installed_plugins.json', {
      version: 2,
      plugins: {
        'guard@m': [{ scope: 'user', installPath: installed('guard') }],
        'skills@m': [{ scope: 'user', installPath: installed('skills') }],
        'elsewhere@m': [{ scope: 'project', installPath: installed('guard'), projectPath: '/elsewhere' }],
        'local@lost': [{ scope: 'user', installPath: installed('guard') }],
      },
    });
    stage.write('home/.claude/plugins/known_marketplaces.json', {
      m: { source: { source: 'github', repo: 'owner/market' } },
    });
    stage.write('home/.claude/hooks/hooks.json', { hooks: {} });
    expect(await play('migrate', '--from', 'claude', '--scope', 'user', '--dry-run')).toMatchSnapshot();
  });
});

describe('the target', () => {
  const source = () =>
    stage.write('project/.claude/settings.json', {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'guard' }] }],
        Stop: [{ hooks: [{ type: 'command', command: 'done' }] }],
      },
    });

  it.each([
    [
      'spaces',
      '{\n    // mine\n    "hooks": {\n        "PreToolUse": [\n            // the first\n            { "hooks": [] } // the last\n        ]\n    },\n    "description": "x" /* y */\n}\n',
    ],
    ['tabs', '{\n\t"hooks": {\n\t\t"Stop": [],\n\t},\n}\n'],
    ['CRLF and a byte order mark', '\uFEFF{\r\n  "hooks": {}\r\n}\r\n'],
    ['one line', '{"description": "x"}'],
    ['nothing', ' \n'],
  ])('keeps comments, order and layout: %s', async (_what, text) => {
    source();
    stage.write(OURS, text);
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchObject({ code: 0 });
    expect(read(OURS)).toMatchSnapshot();
  });

  it('keeps what is there when it runs the same with other options', async () => {
    source();
    stage.write(OURS, {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'guard', timeout: 3 }] }],
      },
    });
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchSnapshot();
    expect(JSON.parse(read(OURS)).hooks.PreToolUse).toHaveLength(1);
  });

  it.each([
    ['broken JSON', '{ "hooks": '],
    ['no object', '[]'],
    ['hooks that are no object', '{ "hooks": [] }'],
    ['an event that is no array', '{\n "hooks": {\n  "Stop": {} } }'],
    ['a key that stands twice', '{ "hooks": {}, "hooks": {} }'],
  ])('is not touched where it cannot be added to: %s', async (_what, text) => {
    source();
    stage.write(OURS, text);
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchSnapshot();
    expect(read(OURS)).toBe(text);
  });

  it('stays a link where it is one', async () => {
    source();
    stage.write('project/shared.json', '{}');
    mkdirSync(join(stage.dir, '.amplifier/hooks'), { recursive: true });
    symlinkSync(join(stage.dir, 'shared.json'), join(stage.root, OURS));
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchObject({ code: 0 });
    expect(lstatSync(join(stage.root, OURS)).isSymbolicLink()).toBe(true);
    expect(read('project/shared.json')).toContain('guard');
  });

  it('is not touched where no backup can be made', async () => {
    source();
    stage.write('home/.amplifier/hooks-backups', 'in the way');
    expect(await play('migrate', '--from', 'claude', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was not changed, because no backup can be made'),
    });
    expect(existsSync(join(stage.root, OURS))).toBe(false);
  });

  it('is asked for', async () => {
    source();
    const answer = (text: string) => ({ replace: ID, stdin: { text } });
    expect(await stage.play(['migrate', '--from', 'claude'], answer('y\n'))).toMatchSnapshot();
    expect(await stage.play(['migrate', '--from', 'claude'], { stdin: 'terminal' })).toMatchObject({
      code: 1,
      stderr: 'Write .amplifier/hooks/hooks.json? [y/N] ',
      stdout: expect.stringMatching(/\nNothing was written\.\n$/),
    });
    expect(existsSync(join(stage.root, OURS))).toBe(false);
  });

  it('is told of in JSON', async () => {
    source();
    stage.write('project/.claude/settings.local.json', '{ "hooks": { "Stop": "x" } }');
    const dry = await play('migrate', '--from', 'claude', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchSnapshot();
    expect(dry.code).toBe(1);
    const real = await play('migrate', '--from', 'claude', '--yes', '--json');
    expect(JSON.parse(real.stdout)).toMatchObject({ version: 1, written: true, backup: '<backup>' });
  });

  it.each([
    [['migrate']],
    [['migrate', '--from', 'vim']],
    [['migrate', '--from', 'claude', '--to', 'claude']],
    [['migrate', '--from', 'amplifier', '--to', 'amplifier']],
    [['migrate', '--from', 'codex', '--dry-run']],
    [['migrate', '--help']],
    [['restore', '--help']],
  ])('%j', async (argv) => {
    expect(await play(...argv)).toMatchSnapshot();
  });
});

describe('restore', () => {
  const migrated = async (text: string | null): Promise<void> => {
    stage.write('project/.claude/settings.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'done' }] }] },
    });
    if (text !== null) stage.write(OURS, text, 0o640);
    await play('migrate', '--from', 'claude', '--yes');
  };

  it('has nothing to list at first', async () => {
    expect(await play('restore')).toMatchSnapshot();
    expect(await play('restore', 'latest')).toMatchSnapshot();
  });

  it('lists, shows, and puts back', async () => {
    const text = '{\n  "hooks": {\n    "Stop": [] // none yet\n  }\n}\n';
    await migrated(text);
    expect(await play('restore')).toMatchSnapshot();
    expect(await play('restore', 'latest', '--dry-run')).toMatchSnapshot();
    expect(await play('restore', 'latest')).toMatchSnapshot();
    expect(read(OURS)).toBe(text);
    expect(statSync(join(stage.root, OURS)).mode & 0o777).toBe(0o640);
    // The restore itself can be undone.
    await play('restore', 'latest');
    expect(read(OURS)).toContain('done');
  });

  it('removes a file that did not exist', async () => {
    await migrated(null);
    expect(await play('restore', 'latest')).toMatchSnapshot();
    expect(existsSync(join(stage.root, OURS))).toBe(false);
    expect(await play('restore', 'latest', '--json')).toMatchObject({ code: 0 });
    expect(read(OURS)).toContain('done');
  });

  it('does not overwrite what was edited since, unless it is forced to', async () => {
    await migrated('{ "hooks": {} }');
    stage.write(OURS, '{ "hooks": {}, "description": "edited" }');
    expect(await play('restore', 'latest')).toMatchSnapshot();
    expect(read(OURS)).toContain('edited');
    expect(await play('restore', 'latest', '--force')).toMatchObject({ code: 0 });
    expect(read(OURS)).toBe('{ "hooks": {} }');
  });

  it('keeps backups from the eyes of others, and notices a damaged one', async () => {
    await migrated('{ "hooks": {} }');
    const folder = join(stage.home, '.amplifier/hooks-backups');
    const [id = ''] = readdirSync(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(['content', 'manifest.json'].map((name) => statSync(join(folder, id, name)).mode & 0o777)).toEqual(
      [0o600, 0o600],
    );
    writeFileSync(join(folder, id, 'content'), 'x');
    expect(await play('restore', 'latest')).toMatchSnapshot();
    writeFileSync(join(folder, id, 'manifest.json'), '{');
    expect(await play('restore')).toMatchObject({
      code: 0,
      stdout: 'There are no backups. They are made when migrate, connect or promote changes a file.\n',
    });
  });
});

describe('what was moved works', () => {
  const deny = async (): Promise<unknown> => {
    const engine = stage.engine();
    const input = stage.input('PreToolUse', { tool_input: { command: 'rm -rf /' } });
    return (await engine.dispatch(input)).permission;
  };
  const GUARDS = '#!/bin/sh\ngrep -q \'"tool_input".*rm -rf\' && { echo no >&2; exit 2; }\nexit 0\n';

  it.each([
    [
      'gemini',
      '.gemini/settings.json',
      {
        BeforeTool: [
          {
            matcher: 'run_shell_command',
            hooks: [{ type: 'command', command: '$GEMINI_PROJECT_DIR/guard.sh' }],
          },
        ],
      },
    ],
    [
      'codex',
      '.codex/hooks.json',
      { PreToolUse: [{ matcher: '^Bash$', hooks: [{ type: 'command', command: './guard.sh' }] }] },
    ],
    ['cursor', '.cursor/hooks.json', { beforeShellExecution: [{ command: './guard.sh' }] }],
    [
      'copilot',
      '.github/hooks/a.json',
      { PreToolUse: [{ matcher: 'bash', command: './guard.sh', cwd: '.' }] },
    ],
  ])('a guard of %s', async (from, file, hooks) => {
    stage.write('project/guard.sh', GUARDS, 0o755);
    stage.write(`project/${file}`, { version: 1, hooks });
    expect(await deny()).toBe(null);
    expect(await play('migrate', '--from', from, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(await deny()).toBe('deny');
    expect(await play('validate')).toMatchObject({ code: 0 });
    await play('restore', 'latest');
    expect(await deny()).toBe(null);
  });
});

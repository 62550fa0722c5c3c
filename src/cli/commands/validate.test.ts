import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutColours } from '../../text/index.js';
import { type Played, type PlayOptions, Stage } from '../testing/play.js';

/** Whether a machine has jq must not change what is said here. */
class WithJq extends Stage {
  override play(argv: readonly string[], options: Partial<PlayOptions> = {}): Promise<Played> {
    this.write('bin/jq', '#!/bin/sh\n', 0o755);
    const env = { PATH: `${join(this.root, 'bin')}:${process.env['PATH']}`, HOME: this.home };
    return super.play(argv, { env, ...options });
  }
}

let stage: Stage;
beforeEach(() => {
  stage = new WithJq();
});
afterEach(() => stage.remove());

const HOOKS = 'project/.amplifier/hooks/hooks.json';
const GUARD = `#!/bin/sh
# Keeps dangerous commands from running.
command=$(jq -r '.tool_output.command')
if [ "$command" = danger ]; then
  echo "Blocked: dangerous command"
  exit 1
fi
`;

function badProject(): void {
  stage.write('project/.claude/hooks/guard.sh', GUARD, 0o644);
  stage.write(
    HOOKS,
    `{
  "hooks": {
    "preToolUse": [
      {
        "matcher": "Bash(git *)",
        "hooks": [
          {
            "type": "command",
            "command": "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH",
            "timeout": 5000
          }
        ]
      }
    ]
  }
}
`,
  );
}

function goodProject(): void {
  stage.write(
    'project/.claude/hooks/hello.sh',
    '#!/bin/sh\n# Says hello when a session starts.\necho hello\nexit 0\n',
    0o755,
  );
  stage.write(HOOKS, {
    hooks: {
      SessionStart: [
        { hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR/.claude/hooks/hello.sh"' }] },
      ],
    },
  });
}

const warnProject = () =>
  stage.write(HOOKS, { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'bash -lc true' }] }] } });

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly rules: readonly {
        readonly id: string;
        readonly shortDescription?: { readonly text: string };
      }[];
    };
  };
  readonly results: readonly {
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly level: string;
    readonly message: { readonly text: string };
    readonly locations?: readonly {
      readonly physicalLocation: {
        readonly artifactLocation: unknown;
        readonly region?: { readonly startLine: number };
      };
    }[];
  }[];
}

describe('validate', () => {
  it('the good case', async () => {
    goodProject();
    expect(await stage.play(['validate'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "1 hook in 1 file: nothing to say
      ",
      }
    `);
  });

  it('the empty case', async () => {
    expect(await stage.play(['validate'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "No hooks are configured.
      \`amplifier-hooks config\` shows where they are looked for;
      \`amplifier-hooks init\` makes one.
      ",
      }
    `);
  });

  it('nothing at a path', async () => {
    stage.write('project/empty/readme.txt', 'x');
    expect(await stage.play(['validate', 'empty'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "There are no hooks in there.
      ",
      }
    `);
  });

  it('problems, by file', async () => {
    badProject();
    expect(await stage.play(['validate'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": ".amplifier/hooks/hooks.json:3:5: warning: "preToolUse" was read as the event PreToolUse [event-case]
          → Write "PreToolUse". (--fix)
      .amplifier/hooks/hooks.json:7:11: error: the matcher "Bash(git *)" is a permission rule; as a matcher it does not select what it says [matcher-permission-rule]
          → Write "matcher": "Bash" and, in the hook, "if": "Bash(git *)".
      .amplifier/hooks/hooks.json:7:11: warning: \${CLAUDE_PROJECT_DIR} stands without double quotes: where that path has a blank in it, the hook does not start [root-unquoted]
          → Put double quotes around the whole word. (--fix)
      .amplifier/hooks/hooks.json:7:11: error: The script .claude/hooks/guard.sh is not executable [script-not-executable]
          → Run chmod +x on it, or name its interpreter in the command. (--fix)
      .amplifier/hooks/hooks.json:7:11: warning: $CLAUDE_TOOL_FILE_PATH is never set, so it is always empty [variable-never-set]
          → Read it from stdin: jq -r '.tool_input.file_path // empty'.
      .amplifier/hooks/hooks.json:10:24: warning: The timeout 5000 was read as 5000 milliseconds, 5 seconds [timeout-milliseconds]
          → Write 5 if 5 seconds are meant. (--fix)
      .claude/hooks/guard.sh:3:18: warning: The input has no field "tool_output" [field-never-sent]
          → PreToolUse has nothing of the kind; other events send it as "tool_response".
      .claude/hooks/guard.sh:6:3: warning: It says that something is blocked and ends with 1, but only exit code 2 blocks a PreToolUse [exit-1-blocks-nothing]
          → End with exit code 2 to block, with the reason on stderr.

      2 errors, 6 warnings, 0 notes; 1 hook in 1 file looked at
      ",
      }
    `);
  });

  it('no line is wider than the terminal', async () => {
    badProject();
    for (const words of [
      ['validate'],
      ['validate', '--contract', '--all'],
      ['validate', '--fix', '--dry-run'],
      ['validate', '--help'],
    ]) {
      const { stdout } = await stage.play(words, { terminal: { columns: 80 } });
      expect(
        withoutColours(stdout)
          .split('\n')
          .filter((line) => line.length > 80),
      ).toEqual([]);
    }
  });

  it('warnings fail only with --strict', async () => {
    warnProject();
    expect((await stage.play(['validate'])).code).toBe(0);
    expect((await stage.play(['validate', '--strict'])).code).toBe(1);
  });

  it('one object for programs', async () => {
    warnProject();
    const { stdout, stderr, code } = await stage.play(['validate', '--json']);
    expect([stderr, code]).toEqual(['', 0]);
    expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
      {
        "files": [
          "<root>/project/.amplifier/hooks/hooks.json",
        ],
        "findings": [
          {
            "code": "login-shell",
            "column": 29,
            "excerpt": "bash -lc true",
            "file": "<root>/project/.amplifier/hooks/hooks.json",
            "hint": "Leave -l and -i out; set what is needed in the command itself.",
            "hook": "a421ad5a0c",
            "line": 1,
            "message": "The command starts a login or interactive shell, which runs start-up files first",
            "severity": "warning",
          },
        ],
        "hooks": 1,
        "version": 1,
      }
    `);
  });

  it('each finding on a line of its own that begins with its place, whole where a program reads', async () => {
    badProject();
    const { stdout } = await stage.play(['validate']);
    const heads = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(heads.slice(0, -1)).toHaveLength(8);
    for (const line of heads.slice(0, -1))
      expect(line).toMatch(/^[\w./-]+:\d+:\d+: (?:error|warning|note): .+ \[[a-z0-9-]+\]$/);
    const elsewhere = await stage.play(['validate', '--project', stage.dir], { cwd: stage.root });
    expect(elsewhere.stdout).toContain(`project/${HOOKS.replace(/^project\//, '')}:7:11: error:`);
  });

  it('annotations for workflows of GitHub, with what has a meaning there escaped', async () => {
    stage.write(HOOKS, {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR/100%,a:b.sh"' }] }] },
    });
    expect(await stage.play(['validate', '--format', 'github'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "::error file=.amplifier/hooks/hooks.json,line=1,col=29,title=script-missing::The script <root>/project/100%25,a:b.sh does not exist%0ACorrect the path or add the script.
      ",
      }
    `);
    goodProject();
    expect((await stage.play(['validate', '--format', 'github'])).stdout).toBe('');
  });

  it('a log in SARIF', async () => {
    badProject();
    const { stdout, code } = await stage.play(['validate', '--format', 'sarif', '--contract']);
    expect(code).toBe(1);
    const log: unknown = JSON.parse(stdout);
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'amplifier-hooks' } }, columnKind: 'utf16CodeUnits' }],
    });
    const [run] = (log as { runs: SarifRun[] }).runs;
    const rules = run?.tool.driver.rules ?? [];
    for (const result of run?.results ?? []) {
      expect(rules[result.ruleIndex]?.id).toBe(result.ruleId);
      expect(result.level).toMatch(/^(?:error|warning|note)$/);
      expect(result.message.text).not.toBe('');
      for (const { physicalLocation: place } of result.locations ?? []) {
        expect(place.artifactLocation).toEqual({ uri: expect.stringMatching(/^\.\w+\//), uriBaseId: 'HERE' });
        expect(place.region?.startLine ?? 1).toBeGreaterThan(0);
      }
    }
    const ids = new Set((run?.results ?? []).map(({ ruleId }) => ruleId));
    expect([...ids]).toEqual(
      expect.arrayContaining(['script-not-executable', 'matcher-permission-rule', 'H2.2.3']),
    );
    expect(rules.every(({ shortDescription }) => (shortDescription?.text ?? '') !== '')).toBe(true);
  });

  it('two forms at once are refused', async () => {
    const { code, stderr } = await stage.play(['validate', '--json', '--format', 'sarif']);
    expect([code, stderr]).toEqual([
      1,
      'amplifier-hooks: --json and --format sarif are two forms\nLeave one of them out.\n',
    ]);
    expect((await stage.play(['validate', '--json', '--format', 'json'])).code).toBe(0);
  });

  it('colours only on a terminal', async () => {
    warnProject();
    const terminal = { columns: 80 };
    expect((await stage.play(['validate'], { terminal })).stdout).toContain('\u001b[33m');
    const env = { PATH: process.env['PATH'], HOME: stage.home, NO_COLOR: '1' };
    expect((await stage.play(['validate'], { terminal, env })).stdout).not.toContain('\u001b');
  });

  it('text of a hook moves no cursor', async () => {
    stage.write(HOOKS, {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'bash -lc "\u001b[2J"' }] }] },
    });
    const { stdout } = await stage.play(['validate'], { terminal: { columns: 80 } });
    expect(stdout).not.toContain('\u001b[2J');
  });

  it('a path that does not exist', async () => {
    expect(await stage.play(['validate', 'gone'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: <root>/project/gone does not exist
      Name a hooks.json, settings file, plugin, SKILL.md, agent file or project.
      ",
        "stdout": "",
      }
    `);
  });

  it('--dry-run alone', async () => {
    expect(await stage.play(['validate', '--dry-run'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: --dry-run says what --fix would do
      Write --fix --dry-run.
      ",
        "stdout": "",
      }
    `);
  });

  it('explains itself', async () => {
    expect(await stage.play(['validate', '--help'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "Usage: amplifier-hooks validate [options] [path...]

      what is wrong with hooks, where, why, and what to do

      Arguments:
        path                   a hooks.json, settings file, plugin, skill, agent or
                               project; without one, all that is loaded

      Options:
        --contract             hold each hook against the whole contract for hooks
        --all                  with --contract: also what is met or does not apply
        --strict               warnings fail too
        --fix                  put right what can safely be put right; the file as it
                               was is kept beside it
        --dry-run              with --fix: show what would change
        --format <form>        how findings are printed (choices: "text", "json",
                               "github", "sarif", default: "text")
        --json                 one object for programs; the same as --format json
        --project <dir>        the project whose hooks are loaded (default: the one
                               around)
        --home <dir>           the home directory whose hooks are loaded (default:
                               yours)
        --profile <name>       which reading wins where documents differ (choices:
                               "amplifier", "claude-code")
        --matcher-mode <mode>  full: a pattern must match a whole name (choices:
                               "search", "full")
        --plugin <dir>         load a plugin directory too (repeatable)
        --skill <file>         load the hooks of a SKILL.md too (repeatable)
        --agent <file>         load the hooks of an agent’s file too (repeatable)
        --claude-settings      load Claude Code’s settings files too
        -h, --help             display help for command

      Exit code: 0 fine, 1 there are errors (with --strict: or warnings).

      Examples:
        amplifier-hooks validate
        amplifier-hooks validate .claude/settings.json --profile claude-code
        amplifier-hooks validate plugins/* --strict
        amplifier-hooks validate --contract my-plugin
        amplifier-hooks validate --format github
        amplifier-hooks validate --fix --dry-run
      ",
      }
    `);
  });
});

describe('validate --fix', () => {
  it('shows first', async () => {
    badProject();
    const { stdout } = await stage.play(['validate', '--fix', '--dry-run']);
    expect(stdout.slice(0, stdout.indexOf('\n\n'))).toMatchInlineSnapshot(`
      ".amplifier/hooks/hooks.json (event-case, root-unquoted, timeout-milliseconds)
      @@ -1 +1 @@
       {
         "hooks": {
      -    "preToolUse": [
      +    "PreToolUse": [
             {
               "matcher": "Bash(git *)",
      @@ -7 +7 @@
                 {
                   "type": "command",
      -            "command": "$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH",
      -            "timeout": 5000
      +            "command": "\\"$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh\\" $CLAUDE_TOOL_FILE_PATH",
      +            "timeout": 5
                 }
               ]
      chmod +x .claude/hooks/guard.sh"
    `);
    expect(readFileSync(join(stage.root, HOOKS), 'utf8')).toContain('"timeout": 5000');
    expect(existsSync(join(stage.root, `${HOOKS}.bak`))).toBe(false);
  });

  it('then does it, and says what is left', async () => {
    badProject();
    expect(await stage.play(['validate', '--fix'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": ".amplifier/hooks/hooks.json was put right; what it was is in
        .amplifier/hooks/hooks.json.bak
      .claude/hooks/guard.sh was put right

      .amplifier/hooks/hooks.json:7:11: error: the matcher "Bash(git *)" is a permission rule; as a matcher it does not select what it says [matcher-permission-rule]
          → Write "matcher": "Bash" and, in the hook, "if": "Bash(git *)".
      .amplifier/hooks/hooks.json:7:11: warning: $CLAUDE_TOOL_FILE_PATH is never set, so it is always empty [variable-never-set]
          → Read it from stdin: jq -r '.tool_input.file_path // empty'.
      .claude/hooks/guard.sh:3:18: warning: The input has no field "tool_output" [field-never-sent]
          → PreToolUse has nothing of the kind; other events send it as "tool_response".
      .claude/hooks/guard.sh:6:3: warning: It says that something is blocked and ends with 1, but only exit code 2 blocks a PreToolUse [exit-1-blocks-nothing]
          → End with exit code 2 to block, with the reason on stderr.

      1 error, 3 warnings, 0 notes; 1 hook in 1 file looked at
      ",
      }
    `);
    expect(readFileSync(join(stage.root, HOOKS), 'utf8')).toMatchInlineSnapshot(`
      "{
        "hooks": {
          "PreToolUse": [
            {
              "matcher": "Bash(git *)",
              "hooks": [
                {
                  "type": "command",
                  "command": "\\"$CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh\\" $CLAUDE_TOOL_FILE_PATH",
                  "timeout": 5
                }
              ]
            }
          ]
        }
      }
      "
    `);
  });

  it('has nothing to do', async () => {
    goodProject();
    expect((await stage.play(['validate', '--fix'])).stdout).toMatchInlineSnapshot(`
      "Nothing that can safely be put right by itself.

      1 hook in 1 file: nothing to say
      "
    `);
  });
});

describe('validate --contract', () => {
  it('a hook that breaks it', async () => {
    badProject();
    const { stdout, code } = await stage.play(['validate', '--contract']);
    expect(code).toBe(1);
    expect(stdout.slice(0, stdout.indexOf('\n\n'))).toMatchInlineSnapshot(`
      "PreToolUse $CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH
        .amplifier/hooks/hooks.json:7
        28 met, 19 not met, 6 cannot be seen, 17 do not apply
        ✗ H1.2.3 A timeout is a positive number in the right unit.
        ✗ H7.1   The definition follows the schema (all of H1).
                 The timeout 5000 was read as 5000 milliseconds, 5 seconds
                 .amplifier/hooks/hooks.json:10:24  The timeout 5000 was read as 5000 milliseconds, 5 seconds
                 .amplifier/hooks/hooks.json:7:11  the matcher "Bash(git *)" is a permission rule; as a matcher it does not select what it says
        ✗ H1.3.2 Its matcher is a name, a list of names or a valid regular expression
                 that can match.
                 the matcher "Bash(git *)" is a permission rule; as a matcher it does
                 not select what it says
                 .amplifier/hooks/hooks.json:7:11  the matcher "Bash(git *)" is a permission rule; as a matcher it does not select what it says
        ? H2.2.1 It ends with 0 when all is well.
                 it ends with the exit code of its last command
        ✗ H2.2.3 It ends with another code only when it failed itself, never to block.
        ✗ P9.5   Its exit codes mean what they should (all of H2.2).
                 It says that something is blocked and ends with 1, but only exit code
                 2 blocks a PreToolUse
                 .claude/hooks/guard.sh:6:3  exit 1
        ✗ H3.1.1 It reads only input fields that its event has.
                 The input has no field "tool_output"
                 .claude/hooks/guard.sh:3:18  command=$(jq -r '.tool_output.command')
        ✗ H3.1.2 It takes the event from stdin, not from variables or placeholders.
                 $CLAUDE_TOOL_FILE_PATH is never set, so it is always empty
                 .amplifier/hooks/hooks.json:7:11  $CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH
        ? H4.1   Whoever installs it knows what it does, and tried it in a safe place.
                 it stands in nobody’s file; read the script, and try it with "doctor
                 --probe"
        ✗ H4.2.1 All input is checked before it is used.
        ✗ H4.3.1 Input that is not JSON is noticed.
        ✗ H5.2.1 A broken event is handled, not crashed on.
        ✗ H6.5   No input is trusted as it comes.
        ✗ H7.2   All security practices are there (all of H4.2).
        ✗ H7.3   Errors are handled (all of H5.2).
                 a failure to parse JSON is not caught here
                 .claude/hooks/guard.sh:3:11  command=$(jq -r '.tool_output.command')
                 .amplifier/hooks/hooks.json:7:11  $CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH
                 .claude/hooks/guard.sh:6:3  exit 1
        ✗ H4.2.2 Shell variables are quoted.
        ✗ H6.4   No shell variable stands unquoted.
                 a shell splits it at blanks
                 .amplifier/hooks/hooks.json:7:11  $CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH
        ? H4.3.2 Fields that may be missing are looked for before they are used.
                 whether a missing field is noticed cannot be told from the text
        ✗ H5.2.4 It says on stderr what went wrong.
                 it fails without a word on stderr
                 .claude/hooks/guard.sh:6:3  exit 1
        ✗ H5.4.1 There is a test with sample input.
        ✗ H7.5   There are tests for it.
                 no file beside it or in a folder for tests names it
                 .claude/hooks/guard.sh  looked for *.test.*, *_test.*, test_*, *.bats
        ? H5.4.2 Its exit codes are tested.
                 there is no test
        ? H5.4.3 Empty, broken and incomplete input is tested.
                 no test was seen that speaks of such input
        ? H5.4.4 It changes no file that it should not.
                 it shows only in a run; "doctor --probe" runs it on copies
        ✗ P9.1   The script is executable.
                 The script .claude/hooks/guard.sh is not executable
                 .amplifier/hooks/hooks.json:7:11  $CLAUDE_PROJECT_DIR/.claude/hooks/guard.sh $CLAUDE_TOOL_FILE_PATH"
    `);
  });

  it('a hook that keeps it; what should be fails with --strict', async () => {
    goodProject();
    expect(await stage.play(['validate', '--contract'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "SessionStart "$CLAUDE_PROJECT_DIR/.claude/hooks/hello.sh"
        .amplifier/hooks/hooks.json:1
        39 met, 2 not met, 4 cannot be seen, 25 do not apply
        ? H4.1   Whoever installs it knows what it does, and tried it in a safe place.
                 it stands in nobody’s file; read the script, and try it with "doctor
                 --probe"
        ✗ H5.4.1 There is a test with sample input.
        ✗ H7.5   There are tests for it.
                 no file beside it or in a folder for tests names it
                 .claude/hooks/hello.sh  looked for *.test.*, *_test.*, test_*, *.bats
        ? H5.4.2 Its exit codes are tested.
                 there is no test
        ? H5.4.3 Empty, broken and incomplete input is tested.
                 no test was seen that speaks of such input
        ? H5.4.4 It changes no file that it should not.
                 it shows only in a run; "doctor --probe" runs it on copies

      1 hook in 1 file: nothing to say
      ",
      }
    `);
    expect((await stage.play(['validate', '--contract', '--strict'])).code).toBe(1);
  });

  it('--json has every row', async () => {
    goodProject();
    const { contract } = JSON.parse((await stage.play(['validate', '--contract', '--json'])).stdout);
    expect(contract).toHaveLength(1);
    expect(contract[0].rows[0]).toMatchObject({ section: 'H1.1', result: 'met', level: 'must' });
  });
});

it('what hooks call: servers, tools, models', async () => {
  stage.write(
    'project/.mcp.json',
    '{\n  "mcpServers": { "guard": { "command": "node" }, "old": { "cmd": "x" } }\n}\n',
  );
  stage.write('home/.amplifier/hooks-model.json', '{\n  "provider": "antropic"\n}\n');
  stage.write(
    HOOKS,
    `{
  "hooks": {
    "PreToolUse": [
      {
        "hooks": [
          { "type": "http", "url": "http://192.168.0.7/hook" },
          { "type": "http", "url": "https://example.com/", "headers": { "X-Token": "$TOKEN" } },
          { "type": "mcp_tool", "server": "gaurd", "tool": "check" },
          { "type": "prompt", "prompt": "Without a placeholder." }
        ]
      }
    ],
    "PermissionRequest": [{ "hooks": [{ "type": "prompt", "prompt": "Is it fine?" }] }],
    "SessionStart": [{ "hooks": [{ "type": "agent", "prompt": "Look around." }] }]
  }
}
`,
  );
  expect(await stage.play(['validate'])).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "",
      "stdout": "<root>/home/.amplifier/hooks-model.json:2:3: error: "provider" must be one of: host, anthropic, openai, recorded [model-settings]
        → docs/models.md lists the fields. Until it is right, hooks of type prompt and agent fail.
    .amplifier/hooks/hooks.json:6:11: error: 192.168.0.7 is a private address [http-private-address]
        → If the hook may call it, name its address in "allowedHttpHookUrls" of your user settings.
    .amplifier/hooks/hooks.json:7:11: warning: $TOKEN in the header X-Token stays empty: it is not in "allowedEnvVars" of the hook [header-variable-empty]
        → Add "allowedEnvVars": ["TOKEN"], or write the header without it.
    .amplifier/hooks/hooks.json:8:11: error: There is no MCP server "gaurd"; configured are "guard" [mcp-server-unknown]
        → Did you mean "guard"?
    .amplifier/hooks/hooks.json:13:39: note: A "no" of a hook of type prompt changes nothing on PermissionRequest [verdict-has-no-effect]
        → Use an event that can be blocked, or a command that answers in JSON.
    .amplifier/hooks/hooks.json:14:34: error: SessionStart cannot be served by a hook of type "agent"; it never runs [handler-not-allowed]
        → Use one of "command", "mcp_tool".
    .mcp.json:2:58: error: It needs a "command"; the MCP server "old" cannot be used [mcp-server-invalid]
        → Give a "command" with "args" and "env", or a "type" (http or sse) with a "url" and "headers".
    .mcp.json:2:60: warning: "cmd" of the MCP server "old" is ignored [mcp-field-ignored]
        → Remove the field, or correct its name.

    5 errors, 2 warnings, 1 note; 6 hooks in 1 file looked at
    ",
    }
  `);
});

// `amplihack install|uninstall|status`, and what `doctor` says about it.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../../version.js';
import { type PlayOptions, Stage } from '../testing/play.js';

let stage: Stage;
let executable: string;
beforeEach(() => {
  stage = new Stage();
  executable = stage.write('opt/amplihack-hooks', `#!/bin/sh\necho amplihack-hooks ${VERSION}\n`, 0o755);
});
afterEach(() => stage.remove());

const STAMPS: NonNullable<PlayOptions['replace']> = [
  [/\.backup\.\d{10}/g, '.backup.<time>'],
  [new RegExp(VERSION.replaceAll('.', '\\.'), 'g'), '<version>'],
];

const play = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  more: Partial<PlayOptions> = {},
) =>
  stage.play(['amplihack', ...argv], {
    ...more,
    replace: STAMPS,
    env: {
      PATH: process.env['PATH'],
      HOME: stage.home,
      AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH: executable,
      ...env,
    },
  });

const SETTINGS = 'home/.claude/settings.json';
const read = (path = SETTINGS): string => readFileSync(join(stage.root, path), 'utf8');
const mine = { hooks: [{ type: 'command', command: 'mine.sh' }] };

describe('install', () => {
  it('registers seven, and then says that it has', async () => {
    expect(await play(['install'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "7 hooks registered in <root>/home/.claude/settings.json
        SessionStart      session-start                     10 s
        Stop              stop                              120 s
        PreToolUse        pre-tool-use                      no timeout
        PostToolUse       post-tool-use                     no timeout
        UserPromptSubmit  workflow-classification-reminder  5 s
        UserPromptSubmit  user-prompt-submit                10 s
        PreCompact        pre-compact                       30 s
      executable: <root>/opt/amplihack-hooks, found there and left as it is
      Undo: amplifier-hooks amplihack uninstall
      ",
      }
    `);
    const after = read();
    expect(await play(['install'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "7 hooks already registered in <root>/home/.claude/settings.json
        SessionStart      session-start                     10 s
        Stop              stop                              120 s
        PreToolUse        pre-tool-use                      no timeout
        PostToolUse       post-tool-use                     no timeout
        UserPromptSubmit  workflow-classification-reminder  5 s
        UserPromptSubmit  user-prompt-submit                10 s
        PreCompact        pre-compact                       30 s
      executable: <root>/opt/amplihack-hooks, found there and left as it is
      ",
      }
    `);
    expect(read()).toBe(after);
  });

  it('puts right what is wrong, and keeps what was there', async () => {
    const old = (name: string) => ({ hooks: [{ type: 'command', command: `/old/amplihack-hooks ${name}` }] });
    stage.write(SETTINGS, {
      hooks: {
        Stop: [mine, old('stop')],
        UserPromptSubmit: [old('user-prompt'), old('workflow-classification-reminder')],
      },
    });
    expect(await play(['install', '--dry-run'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "7 hooks would be registered in <root>/home/.claude/settings.json
        SessionStart      session-start                     10 s
        Stop              stop                              120 s
        PreToolUse        pre-tool-use                      no timeout
        PostToolUse       post-tool-use                     no timeout
        UserPromptSubmit  workflow-classification-reminder  5 s
        UserPromptSubmit  user-prompt-submit                10 s
        PreCompact        pre-compact                       30 s
      Would be put right:
        SessionStart session-start is not registered
        Stop stop: timeout is none, it should be 120
        Stop: hooks of others stand before ours, which should be first
        PreToolUse pre-tool-use is not registered
        PostToolUse post-tool-use is not registered
        UserPromptSubmit workflow-classification-reminder: timeout is none, it should be 5
        UserPromptSubmit user-prompt-submit: timeout is none, it should be 10
        UserPromptSubmit user-prompt-submit is written otherwise than install writes it
        UserPromptSubmit: wrong order, it should be workflow-classification-reminder, user-prompt-submit
        PreCompact pre-compact is not registered
        the path was /old/amplihack-hooks
      executable: <root>/opt/amplihack-hooks, found there and left as it is
      Nothing was written.
      ",
      }
    `);
    expect(await play(['install'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'what was there before: <root>/home/.claude/settings.json.backup.<time>',
      ),
    });
    expect(JSON.parse(read()).hooks.Stop[1]).toEqual(mine);
  });

  it('has an object for programs', async () => {
    const { stdout, code } = await play(['install', '--with-session-stop', '--json']);
    expect([code, JSON.parse(stdout)]).toMatchInlineSnapshot(`
      [
        0,
        {
          "action": "install",
          "backup": null,
          "changed": true,
          "dryRun": false,
          "executable": {
            "backup": null,
            "path": "<root>/opt/amplihack-hooks",
            "state": "used",
            "target": null,
          },
          "repaired": [],
          "sessionEnd": true,
          "settings": "<root>/home/.claude/settings.json",
          "version": 1,
        },
      ]
    `);
  });

  it('into the settings of a project, if it is a repository', async () => {
    expect(await play(['install', '--scope', 'project'])).toMatchObject({
      code: 0,
      stderr: '<root>/project is not a git repository; the settings of the user are taken instead.\n',
      stdout: expect.stringMatching(/^7 hooks registered in <root>\/home\/\.claude\/settings\.json\n/),
    });
    mkdirSync(join(stage.dir, '.git'));
    expect(await play(['install', '--scope', 'project'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^7 hooks registered in <root>\/project\/\.claude\/settings\.json\n[\s\S]*\nUndo: amplifier-hooks amplihack uninstall --scope project\n$/,
      ),
    });
  });

  it('into hooks of Amplifier, which the engine then has', async () => {
    expect((await play(['install', '--to', 'amplifier'])).code).toBe(0);
    const { hooks, quarantined, diagnostics } = stage.engine().generation;
    expect([hooks.map(({ event }) => event), quarantined, diagnostics]).toEqual([
      [
        'SessionStart',
        'Stop',
        'PreToolUse',
        'PostToolUse',
        'UserPromptSubmit',
        'UserPromptSubmit',
        'PreCompact',
      ],
      [],
      [],
    ]);
  });

  it('into any file', async () => {
    expect((await play(['install', '--settings', 'x/y.json'])).stdout).toMatch(
      /Undo: .* --settings <root>\/project\/x\/y\.json\n$/,
    );
    expect(existsSync(join(stage.root, 'project/x/y.json'))).toBe(true);
  });
});

describe('what cannot be done is said, and nothing is changed', () => {
  it('a broken file', async () => {
    stage.write(SETTINGS, '{\n  "hooks": oops\n}\n');
    expect(await play(['install'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: <root>/home/.claude/settings.json:2:12 is not valid JSON: this is not a JSON value
      Correct it and try again; nothing was changed.
      ",
        "stdout": "",
      }
    `);
    expect(await play(['uninstall'])).toMatchObject({ code: 1, stdout: '' });
    expect(read()).toBe('{\n  "hooks": oops\n}\n');
  });

  it('an event of another type', async () => {
    stage.write(SETTINGS, '{"hooks": {"Stop": {"hooks": []}}}');
    expect(await play(['install'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: <root>/home/.claude/settings.json:1:20 "Stop" must be a list, but is an object
      Correct it and try again; nothing was changed.
      ",
        "stdout": "",
      }
    `);
  });

  it('a read-only file', async () => {
    chmodSync(stage.write(SETTINGS, '{}'), 0o444);
    expect(await play(['install'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: <root>/home/.claude/settings.json cannot be changed: it is read-only
      Make it writable, or name another file with --settings; nothing was changed.
      ",
        "stdout": "",
      }
    `);
  });

  it('no executable', async () => {
    rmSync(executable);
    expect(await play(['install'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "amplifier-hooks: AMPLIHACK_AMPLIHACK_HOOKS_BINARY_PATH is <root>/opt/amplihack-hooks, which is not an existing file
      Correct the variable, or unset it.
      ",
        "stdout": "",
      }
    `);
    expect(existsSync(join(stage.root, SETTINGS))).toBe(false);
  });

  it('no home', async () => {
    expect(await play(['install'], { HOME: '' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('HOME is not set'),
    });
  });

  it('another word', async () => {
    expect(await play(['instal'])).toMatchObject({ code: 1, stdout: '' });
    expect(await play(['install', '--scope', 'managed'])).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('uninstall', () => {
  it('removes ours and nothing else', async () => {
    const text = '{\n  // mine\n  "hooks": {\n    "Stop": [{ "hooks": [] }]\n  }\n}\n';
    stage.write(SETTINGS, text);
    await play(['install']);
    expect(await play(['uninstall', '--dry-run'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "7 hooks would be removed from <root>/home/.claude/settings.json
      Nothing was written.
      ",
      }
    `);
    expect(await play(['uninstall'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "7 hooks removed from <root>/home/.claude/settings.json
        what was there before: <root>/home/.claude/settings.json.backup.<time>
      ",
      }
    `);
    expect(read()).toBe(text);
    expect(await play(['uninstall'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "nothing of amplihack is registered in <root>/home/.claude/settings.json
      ",
      }
    `);
  });

  it('has an object for programs', async () => {
    await play(['install']);
    const { stdout, code } = await play(['uninstall', '--executable', '--json']);
    expect([code, JSON.parse(stdout)]).toMatchInlineSnapshot(`
      [
        0,
        {
          "action": "uninstall",
          "backup": "<root>/home/.claude/settings.json.backup.<time>",
          "changed": true,
          "dryRun": false,
          "executable": {
            "path": "<root>/home/.local/bin/amplihack-hooks",
            "state": "absent",
          },
          "removed": 7,
          "settings": "<root>/home/.claude/settings.json",
          "version": 1,
        },
      ]
    `);
  });

  it('from the project only', async () => {
    mkdirSync(join(stage.dir, '.git'));
    for (const scope of ['user', 'project']) await play(['install', '--scope', scope]);
    const user = read();
    expect((await play(['uninstall', '--scope', 'project'])).code).toBe(0);
    expect([read(), read('project/.claude/settings.json')]).toEqual([user, '{}\n']);
  });
});

describe('status', () => {
  it('nothing is installed', async () => {
    expect(await play(['status'])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": "✗ hooks are not installed; \`amplifier-hooks amplihack install\` does that
      ✗ <root>/home/.claude/settings.json does not exist
      ✓ version <version>
      2 check(s) failed.
      ",
      }
    `);
  });

  it('all is well', async () => {
    await play(['install']);
    expect(await play(['status'])).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "✓ hooks are installed: 7 entries in <root>/home/.claude/settings.json
      ✓ <root>/home/.claude/settings.json is valid JSON
      ✓ version <version>
        executable: <root>/opt/amplihack-hooks, <version>
      All checks passed.
      ",
      }
    `);
  });

  it('differences are warnings', async () => {
    await play(['install']);
    stage.write(SETTINGS, read().replace('"timeout": 120', '"timeout": 12'));
    rmSync(executable);
    // What is to be installed is gone, so it cannot be.
    expect(await play(['status'], {}, { hints: 'not tried' })).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": "✓ hooks are installed: 7 entries in <root>/home/.claude/settings.json
      ✓ <root>/home/.claude/settings.json is valid JSON
      ✓ version <version>
        executable: <root>/opt/amplihack-hooks, missing
      ! <root>/home/.claude/settings.json:17:11 Stop stop: timeout is 12, it should be 120
      ! <root>/home/.claude/settings.json:6:11 <root>/opt/amplihack-hooks does not exist, so these 7 hooks cannot run
      \`amplifier-hooks amplihack install\` puts registrations right.
      All checks passed.
      ",
      }
    `);
  });

  it('has an object for programs', async () => {
    await play(['install']);
    const { stdout, code } = await play(['status', '--json']);
    const { files, ...rest } = JSON.parse(stdout);
    expect([code, rest, files[0].registered[2], files.length]).toMatchInlineSnapshot(`
      [
        0,
        {
          "action": "status",
          "checks": [
            {
              "message": "hooks are installed: 7 entries in <root>/home/.claude/settings.json",
              "ok": true,
            },
            {
              "message": "<root>/home/.claude/settings.json is valid JSON",
              "ok": true,
            },
            {
              "message": "version <version>",
              "ok": true,
            },
          ],
          "executables": [
            {
              "path": "<root>/opt/amplihack-hooks",
              "state": "fine",
              "version": "<version>",
            },
          ],
          "installed": true,
          "packageVersion": "<version>",
          "version": 1,
          "warnings": [],
        },
        {
          "column": 11,
          "command": "<root>/opt/amplihack-hooks pre-tool-use",
          "event": "PreToolUse",
          "line": 29,
          "matcher": "*",
          "timeout": null,
        },
        4,
      ]
    `);
  });
});

describe('doctor', () => {
  const findings = async () => {
    const { stdout } = await stage.play(['doctor', '--json'], { replace: STAMPS });
    const all: { area: string; state: string; message: string; fix: string | null }[] =
      JSON.parse(stdout).findings;
    return all
      .filter(({ area }) => area === 'amplihack')
      .map(({ state, message, fix }) => `${state} ${message}${fix === null ? '' : ` (${fix})`}`);
  };

  it('says nothing where it is not installed', async () => {
    stage.write(SETTINGS, { hooks: { Stop: [mine] } });
    expect(await findings()).toEqual([]);
  });

  it('all is well', async () => {
    await play(['install']);
    expect(await findings()).toMatchInlineSnapshot(`
      [
        "pass 7 hooks of amplihack-hooks in <root>/home/.claude/settings.json",
        "pass executable: <root>/opt/amplihack-hooks, version <version>",
      ]
    `);
  });

  it('executable, version, order, duplicates', async () => {
    await play(['install']);
    const { hooks } = JSON.parse(read());
    hooks.UserPromptSubmit.reverse();
    hooks.Stop.push(hooks.Stop[0]);
    stage.write(SETTINGS, { hooks });
    stage.write('opt/amplihack-hooks', '#!/bin/sh\necho amplihack-hooks 0.0.0-old\n', 0o755);
    expect(await findings()).toMatchInlineSnapshot(`
      [
        "pass 8 hooks of amplihack-hooks in <root>/home/.claude/settings.json",
        "warn Stop stop is registered 2 times and runs each time (\`amplifier-hooks amplihack install --settings <root>/home/.claude/settings.json\`)",
        "warn UserPromptSubmit: wrong order, it should be workflow-classification-reminder, user-prompt-submit (\`amplifier-hooks amplihack install --settings <root>/home/.claude/settings.json\`)",
        "warn <root>/opt/amplihack-hooks is version 0.0.0-old, this is <version> (\`amplifier-hooks amplihack install --settings <root>/home/.claude/settings.json\`)",
      ]
    `);
    rmSync(executable);
    expect(await findings()).toContainEqual(
      expect.stringContaining('warn <root>/opt/amplihack-hooks does not exist'),
    );
  });
});

it('has help with examples', async () => {
  expect(await play(['--help'])).toMatchSnapshot();
});

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../engine/index.js';
import { TestProject } from '../engine/testing/project.js';
import type { ProfileName } from '../profiles.js';
import { RULES } from './rules.js';
import { BadPath } from './targets.js';
import { REAL } from './testing/real-cases.js';
import { type Case, S, TABLE } from './testing/rule-cases.js';
import { validate } from './validate.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** Whether a machine has jq must not change what is said here. */
const look = (paths: readonly string[] = [], profile: ProfileName = 'amplifier') => {
  project.write('bin/jq', '#!/bin/sh\n', 0o755);
  const env = { PATH: `${join(project.root, 'bin')}:${process.env['PATH']}`, HOME: project.home };
  const claudeSettings = { managedFile: null };
  return validate(
    settle({ trust: 'off', projectDir: project.dir, home: project.home, profile, claudeSettings, env }),
    paths,
  );
};

async function codesOf({
  event = 'PreToolUse',
  hook = 'S',
  script,
  mode = 0o755,
  profile = 'amplifier',
  files = {},
  matcher,
}: Case) {
  for (const [path, content] of Object.entries(files)) project.write(path, content);
  if (script !== undefined) project.write('project/.claude/hooks/s', script, mode);
  const entry = typeof hook === 'string' ? { command: hook.replace(/\bS\b/, S) } : hook;
  if (matcher === undefined) project.hooks({ [event]: [entry] });
  else
    project.write('project/.claude/settings.json', {
      hooks: { [event]: [{ matcher, hooks: [{ type: 'command', ...entry }] }] },
    });
  return (await look([], profile)).findings.map(({ code }) => code);
}

describe.each([...Object.entries(TABLE), ...Object.entries(REAL)])('%s', (code, { bad, good }) => {
  it.each(bad)('finds it in %j', async (one) => {
    expect(await codesOf(one)).toContain(code);
  });

  it.each(good)('says nothing about %j', async (one) => {
    expect(await codesOf(one)).not.toContain(code);
  });
});

describe('several definitions', () => {
  const hook = (command: string) => ({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
  });
  const codes = async () => (await look()).findings.map(({ code }) => code);

  it('the same in user and project runs once', async () => {
    project.write('home/.claude/settings.json', hook('true'));
    project.write('project/.claude/settings.json', hook('true'));
    expect(await codes()).toEqual(['duplicate-runs-once']);
  });

  it('the same script in settings and in a plugin runs twice', async () => {
    project.write('project/.amplifier/hooks/p/s.sh', '#!/bin/sh\n', 0o755);
    project.write('project/.amplifier/hooks/p/hooks.json', hook('"$CLAUDE_PLUGIN_ROOT/s.sh"'));
    project.write('project/.claude/settings.json', hook('"$CLAUDE_PROJECT_DIR/.amplifier/hooks/p/s.sh"'));
    expect(await codes()).toEqual(['duplicate-runs-twice']);
  });

  it('different ones are no duplicates', async () => {
    project.write('home/.claude/settings.json', hook('true'));
    project.write('project/.claude/settings.json', hook('false'));
    expect(await codes()).toEqual([]);
  });

  it('hooks in a file that nobody reads', async () => {
    project.write('home/.claude.json', hook('true'));
    expect(await codes()).toEqual(['hooks-in-unread-file']);
  });

  it('hooks in settings that are not loaded', async () => {
    project.write('project/.claude/settings.json', hook('true'));
    const { findings } = await validate(
      settle({ trust: 'off', projectDir: project.dir, home: project.home }),
    );
    expect(findings.map(({ code }) => code)).toEqual(['settings-not-loaded']);
  });

  it('a list with commas, and a byte order mark', async () => {
    const text = JSON.stringify(hook('true')).replace('"Bash"', '"Bash,Edit"');
    project.write('project/.claude/settings.json', `\uFEFF${text}`);
    expect(await codes()).toEqual(['byte-order-mark', 'matcher-comma']);
  });
});

describe('a file by its path', () => {
  const front = (script: string) =>
    `---\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: '"$CLAUDE_PROJECT_DIR/${script}"'\n---\n`;

  it.each([
    ['commands/make.md', 'Stop', 'make'],
    ['commands/sub/make.md', 'Stop', 'make'],
    ['agents/make.md', 'SubagentStop', 'make'],
    ['skills/make/SKILL.md', 'Stop', 'make'],
  ])('.claude/%s belongs to its project, whose session or agent it serves', async (name, event, owner) => {
    project.write('other/.claude/hooks/s.sh', '#!/bin/sh\n', 0o755);
    const file = project.write(`other/.claude/${name}`, front('.claude/hooks/s.sh'));
    const { subjects, findings } = await look([file]);
    expect(subjects.map(({ hook }) => [hook.event, hook.source.owner])).toEqual([[event, owner]]);
    expect(findings.map(({ code }) => code)).not.toContain('script-missing');
  });

  it('a hooks file of a plugin that nobody reads', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: '"$CLAUDE_PLUGIN_ROOT/s.sh"' }] }] };
    project.write('plugin/.claude-plugin/plugin.json', { name: 'p' });
    const file = project.write('plugin/skills/x/hooks/hooks.json', { hooks });
    expect((await look([file])).findings.map(({ code }) => code)).toEqual(['hooks-in-unread-file']);
    project.write('plugin/.claude-plugin/plugin.json', { name: 'p', hooks: './skills/x/hooks/hooks.json' });
    project.write('plugin/s.sh', '#!/bin/sh\n', 0o755);
    expect((await look([file])).findings).toEqual([]);
  });
});

describe('findings', () => {
  it('every rule has a case here', () => {
    const elsewhere = [
      'duplicate-runs-once',
      'duplicate-runs-twice',
      'hooks-in-unread-file',
      'settings-not-loaded',
      'byte-order-mark',
      'matcher-comma',
    ];
    const real = ['reads-secrets', 'waits-for-ever'];
    expect([...Object.keys(TABLE), ...real, ...elsewhere].sort()).toEqual(Object.keys(RULES).sort());
  });

  it('point at file, line and column, with the line and what to do', async () => {
    project.write('project/.claude/hooks/s', '#!/bin/sh\n\n  jq -r .tool_output\n', 0o755);
    project.hooks({ PostToolUse: [{ command: S }] });
    const { findings } = await look();
    expect(findings).toEqual([
      {
        code: 'field-never-sent',
        severity: 'warning',
        message: 'The input has no field "tool_output"; what is meant is "tool_response"',
        file: join(project.dir, '.claude/hooks/s'),
        line: 3,
        column: 9,
        hint: 'Read "tool_response".',
        excerpt: 'jq -r .tool_output',
        hook: expect.any(String),
      },
    ]);
  });

  it('a script that two hooks run is complained about once', async () => {
    project.write('project/.claude/hooks/s', '#!/bin/sh\njq -r .tool_output\n', 0o755);
    project.hooks({ PostToolUse: [{ command: S }, { command: `${S} again` }] });
    expect((await look()).findings).toHaveLength(1);
  });

  it('a variable of the settings is set', async () => {
    project.write('project/.claude/settings.json', {
      env: { TOOL_NAME: 'x' },
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo "$TOOL_NAME"' }] }] },
    });
    expect((await look()).findings).toEqual([]);
  });
});

describe('what hooks call', () => {
  const mcp = (server: string) => ({
    hooks: { PreToolUse: [{ hooks: [{ type: 'mcp_tool', server, tool: 'check' }] }] },
  });
  const told = (report: Awaited<ReturnType<typeof look>>) =>
    report.findings.map(({ code, severity, message, hint, file, line, column }) => [
      code,
      severity,
      message.replaceAll(project.root, ''),
      hint,
      `${file?.slice(project.root.length)}:${line}:${column}`,
    ]);

  it('a server with a similar name is proposed', async () => {
    project.write('project/.mcp.json', { mcpServers: { guard: { command: 'node' } } });
    const file = project.write('project/.amplifier/hooks/hooks.json', mcp('gaurd'));
    expect(told(await look())).toEqual([
      [
        'mcp-server-unknown',
        'error',
        'There is no MCP server "gaurd"; configured are "guard"',
        'Did you mean "guard"?',
        `${file.slice(project.root.length)}:1:35`,
      ],
    ]);
  });

  it('what is wrong with servers is told where they are defined, if a hook calls any', async () => {
    project.write('project/.mcp.json', '{"mcpServers": {\n  "guard": {"command": 7}}}');
    expect((await look()).findings).toEqual([]);
    project.write('project/.amplifier/hooks/hooks.json', mcp('guard'));
    expect(told(await look())).toEqual([
      ['mcp-server-unknown', 'error', expect.any(String), expect.any(String), expect.any(String)],
      [
        'mcp-server-invalid',
        'error',
        expect.stringContaining('"command" must be a string'),
        expect.any(String),
        '/project/.mcp.json:2:24',
      ],
    ]);
  });

  it('a plugin alone may call servers of others, so that is only a warning', async () => {
    project.write('plugin/hooks/hooks.json', mcp('guard'));
    const path = [join(project.root, 'plugin')];
    expect((await look(path)).findings.map(({ severity }) => severity)).toEqual(['warning']);
    project.write('home/.amplifier/mcp.json', { mcpServers: { guard: { command: 'node' } } });
    expect((await look(path)).findings).toEqual([]);
  });

  it('a plugin calls its own server', async () => {
    project.write('plugin/hooks/hooks.json', mcp('own'));
    project.write('plugin/.mcp.json', { mcpServers: { own: { command: 'node' } } });
    expect((await look([join(project.root, 'plugin')])).findings).toEqual([]);
  });

  it('what is wrong with the settings for models', async () => {
    project.write('home/.amplifier/hooks-model.json', '{\n  "provder": "openai"\n}');
    project.hooks({ Stop: ['true'] });
    expect(told(await look())).toEqual([
      [
        'model-settings',
        'error',
        expect.stringContaining('"provder"'),
        expect.any(String),
        '/home/.amplifier/hooks-model.json:2:3',
      ],
    ]);
    expect((await look([project.dir])).findings).toEqual([]);
  });

  it('an address that is none, and a type that the event does not serve', async () => {
    project.hooks({
      PreToolUse: [{ type: 'http', url: 'ftp://example.com/' }],
      SessionStart: [{ type: 'agent', prompt: 'x' }],
    });
    expect((await look()).findings.map(({ code }) => code).sort()).toEqual([
      'handler-not-allowed',
      'url-invalid',
    ]);
  });
});

describe('paths', () => {
  const bad = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '/no/such.sh' }] }] } };
  const markdown = (name: string) =>
    `---\nname: ${name}\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: /no/such.sh\n---\n`;

  it.each([
    ['a hooks.json of a project', 'project/.amplifier/hooks/hooks.json', bad],
    ['a hooks.json of a folder in there', 'project/.amplifier/hooks/p/hooks.json', bad],
    ['a settings file', 'project/.claude/settings.json', bad],
    ['local settings', 'project/.claude/settings.local.json', bad],
    ['a settings file anywhere', 'elsewhere/my-settings.json', bad],
    ['a hooks.json of a plugin', 'plugin/hooks/hooks.json', bad],
    ['a plain hooks.json', 'plugin/hooks.json', bad],
    ['a skill', 'skills/s/SKILL.md', markdown('s')],
    ['an agent', 'agents/a.md', markdown('a')],
  ])('%s', async (_, path, content) => {
    const file = project.write(path, content);
    const report = await look([file]);
    expect(report.findings.map(({ code, file: at }) => [code, at])).toEqual([['script-missing', file]]);
  });

  it('a plugin folder, and only that', async () => {
    project.write('project/.amplifier/hooks/hooks.json', bad);
    const file = project.write('plugin/hooks/hooks.json', bad);
    const report = await look([join(project.root, 'plugin')]);
    expect(report.findings.map(({ file: at }) => at)).toEqual([file]);
  });

  it('a project folder, without what is the user’s own', async () => {
    project.write('home/.claude/settings.json', bad);
    const file = project.write('project/.claude/settings.json', bad);
    expect((await look([project.dir])).findings.map(({ file: at }) => at)).toEqual([file]);
  });

  it('one file of several that are loaded together', async () => {
    project.write('project/.claude/settings.json', bad);
    const file = project.write('project/.claude/settings.local.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: '/no/other.sh' }] }] },
    });
    expect((await look([file])).findings.map(({ file: at }) => at)).toEqual([file]);
  });

  it('a plugin whose hooks.json the profile does not read', async () => {
    project.write('plugin/hooks.json', bad);
    const report = await look([join(project.root, 'plugin')], 'claude-code');
    expect(report.findings.map(({ code }) => code)).toEqual(['hooks-in-unread-file']);
  });

  it('a path that is not there is refused', async () => {
    await expect(look([join(project.root, 'gone')])).rejects.toThrow(BadPath);
  });
});

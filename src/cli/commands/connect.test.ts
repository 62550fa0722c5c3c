// `connect`, `disconnect` and `connections`, as people call them.
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.makeFolder('project', '.git');
});
afterEach(() => stage.remove());

const env = (more: Readonly<Record<string, string>> = {}) => ({
  HOME: stage.path('home'),
  PATH: `${stage.path('bin')}:/usr/bin:/bin`,
  ...more,
});
const play = (words: string, more: Readonly<Record<string, unknown>> = {}) =>
  stage.play(words.split(' '), { env: env(), ...more });

it('connects, says where and how to undo it, and is then as it should be', async () => {
  stage.write('home/.claude/settings.json', '{\n  "theme": "dark" // mine\n}\n');
  const first = await play('connect claude');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toBe(
    'Claude Code is connected: ~/.claude/settings.json, 31 events.\nUndo: `amplifier-hooks disconnect claude`\n',
  );
  expect(stage.read('home/.claude/settings.json')).toContain('"theme": "dark", // mine');
  expect((await play('connect claude')).stdout).toBe(
    'Claude Code is connected already: ~/.claude/settings.json is as it should be.\n',
  );
  expect((await play('disconnect claude')).stdout).toBe(
    'Claude Code is disconnected: ~/.claude/settings.json is as it was before.\n',
  );
  expect(stage.read('home/.claude/settings.json')).toBe('{\n  "theme": "dark" // mine\n}\n');
  expect((await play('disconnect claude')).stdout).toContain('was not connected');
});

it('where somebody edited the file meanwhile, only ours go', async () => {
  await play('connect gemini');
  const file = 'home/.gemini/settings.json';
  const mine = { matcher: 'x', hooks: [{ type: 'command', command: 'mine' }] };
  const edited = JSON.parse(stage.read(file));
  edited.hooks.BeforeTool.unshift(mine);
  stage.write(file, `${JSON.stringify(edited, null, 2)}\n`);
  expect((await play('disconnect gemini')).stdout).toContain(
    'without our entries; everything else in it stays',
  );
  expect(JSON.parse(stage.read(file))).toEqual({ hooks: { BeforeTool: [mine] } });
});

it('a file that was made goes with its folders, also where it was edited back and forth', async () => {
  await play('connect droid');
  const file = 'home/.factory/settings.json';
  stage.write(file, `${stage.read(file)}\n\n`);
  await play('disconnect droid');
  expect(existsSync(stage.path('home/.factory'))).toBe(false);
});

it('writes nothing with --dry-run, and shows every line', async () => {
  const { stdout } = await play('connect kimi-code --dry-run');
  expect(stdout).toContain('+[[hooks]]');
  expect(stdout).toContain('Nothing was written.');
  expect(existsSync(stage.path('home/.kimi-code'))).toBe(false);
  expect(existsSync(stage.path('home/.amplifier'))).toBe(false);
});

it('says what is wrong with the words', async () => {
  expect((await play('connect codx')).stderr).toContain('Did you mean codex?');
  expect((await play('connect kimi-code --scope project')).stderr).toContain('reads no hooks of a project');
  expect((await play('connect claude --claude-settings')).stderr).toContain('would run twice');
  const atHome = await stage.play(
    ['connect', 'claude', '--scope', 'project', '--project', stage.path('home')],
    {
      env: env(),
    },
  );
  expect(atHome.stderr).toContain('this is your home directory, not a project');
});

it('refuses a file that it cannot change, with the place, and touches nothing', async () => {
  stage.write('home/.qwen/settings.json', '{\n  "a": 1,\n  b\n}\n');
  const { code, stderr } = await play('connect qwen');
  expect(code).toBe(1);
  expect(stderr).toContain('/.qwen/settings.json:3:3: it is not valid JSON');
  expect(existsSync(stage.path('home/.amplifier/bin'))).toBe(false);
});

it('a link that leads out of the project is not followed', async () => {
  stage.write('elsewhere/settings.json', '{}');
  stage.makeFolder('project', '.qwen');
  symlinkSync(stage.path('elsewhere/settings.json'), stage.path('project/.qwen/settings.json'));
  const { code, stderr } = await play('connect qwen --scope project');
  expect(code).toBe(1);
  expect(stderr).toContain('leads out of');
  expect(stage.read('elsewhere/settings.json')).toBe('{}');
});

it('prints one object for programs', async () => {
  const { stdout } = await play('connect copilot --scope project --json');
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    host: 'copilot',
    scope: 'project',
    changed: true,
    place: '<root>/project/.github/hooks/amplifier-hooks.json',
    trust: 'person',
    steps: [expect.stringContaining('<root>/project')],
  });
  const after = JSON.parse((await play('disconnect copilot --scope project --json')).stdout);
  expect(after).toMatchObject({ removed: 12, exact: true, changed: true });
});

describe('the trust of Codex', () => {
  const config = () =>
    existsSync(stage.path('home/.codex/config.toml')) && stage.read('home/.codex/config.toml');

  it('is prepared for a person at a terminal', async () => {
    const { stdout } = await play('connect codex', { stdin: 'terminal' });
    expect(stdout).toContain('Its hooks are trusted');
    expect(config()).toContain('trusted_hash = "sha256:');
    expect(JSON.parse((await play('connections --json')).stdout).hosts[1].connections[0].trust).toBe(
      'prepared',
    );
    await play('disconnect codex');
    expect(existsSync(stage.path('home/.codex'))).toBe(false);
  });

  it('is not where nobody sits there, unless it is said', async () => {
    expect((await play('connect codex')).stdout).toContain('Before its hooks run:');
    expect(config()).toBe(false);
    expect((await play('connect codex --trust')).stdout).toContain('Its hooks are trusted');
  });

  it('is never for an agent', async () => {
    const asAgent = { env: env({ CLAUDECODE: '1' }), stdin: 'terminal' };
    expect((await play('connect codex', asAgent)).stdout).toContain('Before its hooks run:');
    expect((await play('connect codex --trust', asAgent)).stderr).toContain('CLAUDECODE is set');
    expect(config()).toBe(false);
  });

  it('of one scope stays when the other is disconnected', async () => {
    stage.write('home/.codex/config.toml', 'model = "x"\n');
    await play('connect codex --trust');
    await play('connect codex --scope project --trust');
    await play('disconnect codex');
    expect(config()).toContain(`${stage.path('project')}/.codex/hooks.json:stop:0:0`);
    expect(config()).not.toContain(`${stage.path('home')}/.codex/hooks.json`);
    await play('disconnect codex --scope project');
    expect(config()).toBe('model = "x"\n');
  });

  it('is checked by Codex itself where it is here', async () => {
    const says = (hash: string) => `#!/bin/sh
read one; echo '{"id":1,"result":{}}'; read two; read three
echo '{"id":2,"result":{"data":[{"hooks":[{"key":"k","currentHash":"${hash}","trustStatus":"untrusted"}]}]}}'
read four
`;
    stage.write('bin/codex', says('sha256:other'), 0o755);
    const { code, stderr } = await play('connect codex --trust');
    expect(code).toBe(1);
    expect(stderr.replace(/\s+/g, ' ')).toContain('it has other hashes for 11 of 11 hooks');
    stage.write('bin/codex', '#!/bin/sh\nexit 3\n', 0o755);
    const unasked = await play('connect codex --trust');
    expect(unasked.code).toBe(0);
    expect(unasked.stderr).toMatch(/it ended with exit\s+code 3/);
  });
});

describe('what would run twice, or not at all', () => {
  const findings = async (): Promise<
    readonly { kind: string; message: string; file: string; line: number }[]
  > =>
    JSON.parse((await play('connections --json')).stdout).hosts.flatMap(
      ({ findings: all }: { findings: readonly unknown[] }) => all,
    );
  beforeEach(() => {
    stage.write('bin/amplifier-hooks', '#!/bin/sh\nexit 0\n', 0o755);
  });

  it('two scopes', async () => {
    await play('connect qwen');
    const { stderr } = await play('connect qwen --scope project');
    expect(stderr).toMatch(
      /\.qwen\/settings\.json:\d+: Qwen Code is connected in ~\/\.qwen\/settings\.json:\d+ too/,
    );
    expect(stderr).toContain('`amplifier-hooks disconnect qwen --scope project`');
  });

  it('an entry that somebody wrote by hand', async () => {
    stage.write('home/.claude/settings.json', {
      hooks: {
        Stop: [
          { hooks: [{ type: 'command', command: 'npx amplifier-hooks dispatch --profile claude-code' }] },
        ],
      },
    });
    await play('connect claude');
    expect(await findings()).toMatchObject([
      { kind: 'twice', message: expect.stringContaining('a hook of Stop calls amplifier-hooks') },
    ]);
    await play('disconnect claude');
    expect(stage.read('home/.claude/settings.json')).toContain('--profile claude-code');
  });

  it('a host that reads the files of Claude Code itself', async () => {
    await play('connect copilot');
    await play('connect claude --scope project');
    const [found] = await findings();
    expect(found).toMatchObject({
      kind: 'twice',
      file: '<root>/project/.claude/settings.json',
      line: expect.any(Number),
    });
    expect(found?.message).toContain(
      'GitHub Copilot CLI reads this file too, in which Claude Code is connected',
    );
  });

  it('hooks that the host and we run, with --claude-settings', async () => {
    stage.write('project/.claude/settings.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
    });
    const { stderr } = await play('connect copilot --claude-settings');
    expect(stderr).toContain('runs the 1 hook of this file itself');
    // In one that does not read them they are offered.
    expect((await play('connect codex')).stderr).toContain('--claude-settings');
    expect((await play('connect codex --claude-settings')).stderr).toBe('');
  });

  it('hooks.json of droid, which takes the place of settings', async () => {
    stage.write('home/.factory/hooks.json', '{\n  "PreToolUse": []\n}\n');
    expect((await play('connect droid')).stderr).toContain(
      '.factory/hooks.json:2: Factory droid takes the hooks of PreToolUse from here',
    );
  });

  it('hooks that are switched off', async () => {
    stage.write('home/.gemini/settings.json', '{\n  "hooksConfig": {\n    "enabled": false\n  }\n}\n');
    expect((await play('connect gemini')).stderr).toContain(
      'settings.json:3: "hooksConfig.enabled" is false',
    );
  });

  it.each([
    [
      'codex',
      'home/.codex/hooks.json',
      '{\n  "version": 1\n}\n',
      'drops the whole file because of the key "version"',
    ],
    ['codex', 'home/.codex/hooks.json', '{\n  // why\n}\n', 'drops the whole file because of a comment'],
    [
      'kimi-code',
      'home/.kimi-code/config.toml',
      '[[hooks]]\nevent = "Stop"\ncommand = "x"\nname = "y"\n',
      'config.toml:4: Kimi Code drops all hooks of the file because of the key "name"',
    ],
  ])('a file that %s drops', async (host, file, text, words) => {
    stage.write(file, text);
    expect((await play(`connect ${host}`)).stderr.replace(/\s+/g, ' ')).toContain(words);
  });

  it('a launcher, or a program on PATH, that is gone', async () => {
    await play('connect claude');
    rmSync(stage.path('home/.amplifier/bin'), { recursive: true });
    expect(await findings()).toMatchObject([{ kind: 'off', message: expect.stringContaining('is gone') }]);
    await play('disconnect claude');
    await play('connect claude --scope project');
    rmSync(stage.path('bin/amplifier-hooks'));
    expect(await findings()).toMatchObject([
      { kind: 'off', message: expect.stringContaining('is not on PATH') },
    ]);
  });
});

describe('two hosts that read the same file', () => {
  it('are told apart by what they send, and disconnected together', async () => {
    const file = 'home/.copilot/hooks/amplifier-hooks.json';
    await play('connect copilot');
    expect(stage.read(file)).toContain('--host copilot ');
    const { stdout } = await play('connect vscode');
    expect(stdout).toContain('VS Code (not measured) is connected');
    expect(stdout).toContain('GitHub Copilot CLI reads the same file, and is connected by it too.');
    expect(stage.read(file)).not.toContain('--host copilot ');
    expect(stage.read(file)).toContain('--host auto ');
    expect((await play('disconnect copilot')).stdout).toContain(
      'VS Code reads the same file, and is disconnected with it.',
    );
    expect(existsSync(stage.path('home/.copilot'))).toBe(false);
  });
});

describe('Cline', () => {
  it('gets a program an event, beside those of others', async () => {
    stage.write('home/.cline/hooks/PreToolUse', '#!/bin/sh\necho mine\n', 0o755);
    await play('connect cline');
    expect(stage.read('home/.cline/hooks/PreToolUse')).toContain('echo mine');
    expect(stage.read('home/.cline/hooks/PreToolUse.sh')).toContain('--event PreToolUse --host-timeout 120');
    expect((await play('connections')).stdout).toContain('Cline CLI');
    await play('disconnect cline');
    expect(existsSync(stage.path('home/.cline/hooks/PreToolUse.sh'))).toBe(false);
    expect(stage.read('home/.cline/hooks/PreToolUse')).toContain('echo mine');
  });

  it('is refused where both names are taken', async () => {
    stage.write('home/.cline/hooks/PreToolUse', 'mine', 0o755);
    stage.write('home/.cline/hooks/PreToolUse.sh', 'mine', 0o755);
    expect((await play('connect cline')).stderr).toContain('is there already, and is not ours');
    expect(existsSync(stage.path('home/.cline/hooks/TaskStart'))).toBe(false);
  });
});

it('a program of somebody else in the place of the launcher stays', async () => {
  stage.write('home/.amplifier/bin/amplifier-hooks', '#!/bin/sh\necho mine\n', 0o755);
  expect((await play('connect qwen')).stderr).toContain('is there already, and is not ours');
  expect(stage.read('home/.amplifier/bin/amplifier-hooks')).toContain('echo mine');
  expect(existsSync(stage.path('home/.qwen'))).toBe(false);
});

it('Codex trusts hooks by their place: who removes ours is told where others move', async () => {
  await play('connect codex');
  const file = 'home/.codex/hooks.json';
  const edited = JSON.parse(stage.read(file));
  edited.hooks.Stop.push({ hooks: [{ type: 'command', command: 'mine' }] });
  edited.hooks.PreToolUse.unshift({ hooks: [{ type: 'command', command: 'mine' }] });
  stage.write(file, edited);
  expect((await play('disconnect codex')).stdout).toContain('since 1 hook of others moved up');
});

it('a worktree hook, or the files that one waits for, count where the hook does', async () => {
  const hook = [{ matcher: '.env|.envrc', hooks: [{ type: 'command', command: 'true' }] }];
  stage.write('project/.amplifier/hooks/hooks.json', { hooks: { WorktreeCreate: hook, FileChanged: hook } });
  const written = async (scope: string) => {
    const { events } = JSON.parse((await play(`connect claude --scope ${scope} --json`)).stdout);
    const file = `${scope === 'user' ? 'home' : 'project'}/.claude/settings.json`;
    return {
      made: events.includes('WorktreeCreate'),
      watched: JSON.parse(stage.read(file)).hooks.FileChanged?.[0].matcher,
    };
  };
  // Of a project they would break what other projects do.
  expect(await written('user')).toEqual({ made: false, watched: undefined });
  expect(await written('project')).toEqual({ made: true, watched: '.env|.envrc' });
  stage.write('home/.amplifier/hooks/hooks.json', {
    hooks: { FileChanged: [{ ...hook[0], matcher: '.npmrc' }] },
  });
  expect((await written('user')).watched).toBe('.npmrc');
});

it.skipIf(!existsSync('/proc/self'))(
  'where a file cannot be written, those that were are taken back',
  async () => {
    // The launcher is written before the file of the host. There nobody can make a folder, not even an administrator.
    const { code, stderr } = await play('connect codex', { env: env({ CODEX_HOME: '/proc/none' }) });
    expect(code).toBe(1);
    expect(stderr).toContain('/proc/none/hooks.json cannot be written');
    expect(existsSync(stage.path('home/.amplifier/bin'))).toBe(false);
  },
);

describe('connections', () => {
  it('without any says what is installed', async () => {
    stage.write('bin/gemini', '#!/bin/sh\n', 0o755);
    const { code, stdout } = await play('connections');
    expect(code).toBe(0);
    expect(stdout).toContain('No agent is connected.');
    expect(stdout).toContain('Gemini CLI: `amplifier-hooks connect gemini`');
  });

  it('says where, what is out of date and what is missing', async () => {
    stage.write('bin/amplifier-hooks', '#!/bin/sh\nexit 0\n', 0o755);
    await play('connect qwen --scope project');
    const file = 'project/.qwen/settings.json';
    const text = stage.read(file);
    expect((await play('connections')).stdout).toMatch(
      /project {2}\.qwen\/settings\.json:6 {2}up to date {2}19 hooks/,
    );
    stage.write(file, text.replaceAll('3600000', '60000'));
    const old = await play('connections');
    expect(old.code).toBe(1);
    expect(old.stdout).toContain('out of date');
    const { hooks } = JSON.parse(text);
    delete hooks.Stop;
    stage.write(file, { hooks });
    expect((await play('connections')).stdout).toContain('missing: Stop');
    await play('connect qwen --scope project');
    expect((await play('connections')).code).toBe(0);
  });

  it('a probe of what is not connected says so', async () => {
    expect((await play('connections --probe qwen')).stderr).toContain('qwen is not connected');
  });
});

import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configRequest } from '../config/index.js';
import { Folder } from '../testing/index.js';
import {
  approvalsFile,
  approve,
  approvePinned,
  follow,
  forget,
  readTrustFile,
  refuse,
  repositoryOf,
  survey,
  trustFileOf,
} from './index.js';

let root: Folder;
beforeEach(() => {
  root = new Folder();
  for (const name of ['home', 'project', 'state']) root.makeFolder(name);
});
afterEach(() => root.remove());

const NOW = new Date(0);
const look = (project = 'project') =>
  survey(
    configRequest({
      projectDir: root.path(project),
      home: root.path('home'),
      claudeSettings: { sources: ['user', 'project', 'local'], flagFile: null, managedFile: null },
    }),
    root.path('state'),
  );
const states = (project?: string) => look(project).entries.map(({ state }) => state);
const digests = (project?: string) => look(project).entries.map(({ identity }) => identity.digest);
const files = () => look().entries.flatMap(({ identity }) => identity.files.map(({ name }) => name));
const approveAll = () => approve(look(), look().entries, NOW);

const hooks = (command: string, more: object = {}, project = 'project') =>
  root.write(`${project}/.amplifier/hooks/hooks.json`, {
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, ...more }] }] },
  });

describe('what belongs to a hook', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      '"$CLAUDE_PROJECT_DIR/a.sh"',
      { 'a.sh': '. "$(dirname "$0")/lib/b.sh"\n', 'lib/b.sh': '' },
      ['a.sh', 'lib/b.sh'],
    ],
    ['bash -c "cd /tmp; $CLAUDE_PROJECT_DIR/a.sh"', { 'a.sh': '' }, ['a.sh']],
    ['source ./a.sh', { 'a.sh': '' }, ['a.sh']],
    [
      'node tools/a.js',
      { 'tools/a.js': "require('./b')", 'tools/b.js': '' },
      ['tools/a.js', 'tools/b', 'tools/b.js'],
    ],
    [
      'python3 a.py',
      { 'a.py': 'import json\nfrom pack import b\n', 'pack/__init__.py': '', 'pack/b.py': '' },
      ['a.py', 'json.py', 'json/__init__.py', 'pack/__init__.py', 'pack/b.py', 'pack/b/__init__.py'],
    ],
    ['npm run lint', { 'package.json': '{}' }, ['package.json']],
    [
      'npm run lint',
      { 'package.json': '{"scripts":{"lint":"node a.js src/b.ts"}}', 'a.js': '', 'src/b.ts': '' },
      ['a.js', 'package.json'],
    ],
    [
      'make lint',
      { Makefile: 'lint: src/a.ts\n\tbin/tool src/a.ts', 'src/a.ts': '', 'bin/tool': '' },
      ['GNUmakefile', 'Makefile', 'makefile'],
    ],
    ['/usr/bin/env true', {}, []],
    ['env X=1 timeout 5 sh -x a.sh', { 'a.sh': '' }, ['a.sh']],
  ])('%s', (command, texts, expected) => {
    for (const [name, text] of Object.entries(texts)) root.write(`project/${name}`, text, 0o755);
    hooks(command);
    expect(files()).toEqual(expected);
  });

  it('is the same wherever the clone lies and wherever the hook stands', () => {
    hooks('./a.sh');
    root.write('project/a.sh', 'true');
    const [before] = digests();
    root.write('project/.amplifier/hooks/hooks.json', {
      hooks: {
        Stop: [{ hooks: [{ type: 'command', command: 'echo' }] }],
        PreToolUse: [{ matcher: 'Bash', hooks: [{ command: './a.sh', type: 'command' }] }],
      },
    });
    expect(digests()).toContain(before);
    renameSync(root.path('project'), root.path('elsewhere'));
    expect(digests('elsewhere')).toContain(before);
  });

  it.each<[string, () => void]>([
    ['its script', () => root.write('project/a.sh', 'false')],
    ['what its script sources', () => root.write('project/b.sh', 'false')],
    ['its time limit', () => hooks('./a.sh', { timeout: 1 })],
    ['whether anybody waits for it', () => hooks('./a.sh', { async: true })],
    ['a script that is gone', () => rmSync(root.path('project/b.sh'))],
  ])('changes with %s', (_what, change) => {
    hooks('./a.sh');
    root.write('project/a.sh', '. ./b.sh');
    root.write('project/b.sh', 'true');
    approveAll();
    expect(states()).toEqual(['trusted']);
    change();
    expect(states()).toEqual(['changed']);
  });

  it('notices a module that comes to lie before the one of the language', () => {
    hooks('python3 a.py');
    root.write('project/a.py', 'import json');
    approveAll();
    root.write('project/json.py', '');
    expect(states()).toEqual(['changed']);
  });

  it('may not lead out of the project', () => {
    root.write('outside.sh', 'true');
    hooks('./a.sh');
    symlinkSync(root.path('outside.sh'), root.path('project/a.sh'));
    const [unfit] = approveAll();
    expect(unfit?.why).toContain('leads out of');
    expect(states()).toEqual(['new']);
  });
});

describe('settings and servers', () => {
  it('need approval, too', () => {
    root.write('project/.claude/settings.json', { env: { A: '1' } });
    root.write('project/.mcp.json', { mcpServers: { s: { command: './server.js' } } });
    root.write('project/server.js', '');
    expect(look().entries.map(({ kind, state }) => [kind, state])).toEqual([
      ['server', 'new'],
      ['settings', 'new'],
    ]);
    approveAll();
    expect(states()).toEqual(['trusted', 'trusted']);
    root.write('project/server.js', 'evil()');
    root.write('project/.claude/settings.local.json', { env: { PATH: '/evil' } });
    expect(states()).toEqual(['changed', 'changed']);
  });
});

describe('answers', () => {
  it('a refused hook stays refused, also where changes are followed, until it changes', () => {
    hooks('echo a');
    refuse(look(), look().entries);
    expect(states()).toEqual(['refused']);
    follow(look(), true);
    expect(states()).toEqual(['refused']);
    hooks('echo a', { timeout: 5 });
    expect(states()).toEqual(['trusted']);
    forget(look());
    expect(states()).toEqual(['new']);
  });

  it('versions that were approved stay so, whichever was last', () => {
    hooks('./a.sh');
    root.write('project/a.sh', 'one');
    approveAll();
    root.write('project/a.sh', 'two');
    approveAll();
    root.write('project/a.sh', 'one');
    expect(states()).toEqual(['trusted']);
  });

  it('are a file of the user alone, and no other counts', () => {
    hooks('echo a');
    approveAll();
    const { file } = look();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(states()).toEqual(['new']);
    expect(look().broken).toContain('not a file of this user alone');
  });

  it('do not count in a state directory that the project brings', () => {
    hooks('echo a');
    const inside = root.path('project/state');
    const request = configRequest({ projectDir: root.path('project'), home: root.path('home') });
    approve(survey(request, inside), survey(request, inside).entries, NOW);
    const found = survey(request, inside);
    expect([found.entries[0]?.state, found.broken, found.remedy]).toEqual([
      'new',
      expect.stringContaining('in the project itself'),
      expect.stringContaining('XDG_STATE_HOME'),
    ]);
  });

  it('travel as digests', () => {
    hooks('echo a');
    const file = root.write(
      'trusted.json',
      trustFileOf(look().entries, () => 'a hook'),
    );
    const request = configRequest({ projectDir: root.path('project'), home: root.path('home') });
    expect(survey(request, root.path('other'), readTrustFile(file)).entries[0]?.state).toBe('trusted');
    expect(() => readTrustFile(root.write('bad.json', '{}'))).toThrow('"version" must be 1');
  });

  it('are not lost when many are written at once', () => {
    hooks('echo a');
    const found = look();
    for (let round = 0; round < 20; round++) approve(found, found.entries, NOW);
    expect(
      readdirSync(join(approvalsFile(root.path('state'), found.key), '..')).filter((name) =>
        name.includes('.lock'),
      ),
    ).toEqual([]);
    expect(states()).toEqual(['trusted']);
  });
});

describe('a pinned hook', () => {
  const pinned = (script: string, command = `sh "\${CLAUDE_PLUGIN_ROOT}/a.sh"`) => {
    root.write('project/.amplifier/hooks/tool/a.sh', script);
    root.write('project/.amplifier/hooks/tool/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] },
    });
    return approvePinned(look(), look().entries, NOW).map(({ why }) => why);
  };

  it('may use its own folder', () => {
    root.write('project/.amplifier/hooks/tool/lib.sh', '');
    expect(pinned('. "$(dirname "$0")/lib.sh"')).toEqual([]);
  });

  it('may not run or source what lies in the project', () => {
    root.write('project/lib.sh', '');
    const why = 'it runs lib.sh, which lies in the project and not in its folder';
    expect(pinned('. "$CLAUDE_PROJECT_DIR/lib.sh"')).toEqual([why]);
    expect(pinned('', 'sh ./lib.sh')).toEqual([why]);
  });
});

describe('a repository', () => {
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: root.path(folder),
      stdio: 'ignore',
    });

  it('shares answers among its work trees, and with nobody who merely points at it', () => {
    hooks('./a.sh');
    root.write('project/a.sh', 'true');
    git('project', 'init', '-q');
    git('project', 'add', '-A');
    git('project', 'commit', '-qm', 'x');
    git('project', 'worktree', 'add', '-q', root.path('tree'));
    approveAll();
    expect(states('tree')).toEqual(['trusted']);
    follow(look(), true);
    hooks('echo other', {}, 'tree');
    expect(states('tree')).toEqual(['trusted']);
    hooks('evil', {}, 'archive');
    root.write('archive/.git', root.read('tree/.git'));
    expect(states('archive')).toEqual(['new']);
    expect(repositoryOf(root.path('archive')).key).not.toBe(repositoryOf(root.path('project')).key);
    rmSync(root.path('archive/.git'));
    symlinkSync(root.path('project/.git'), root.path('archive/.git'));
    expect(states('archive')).toEqual(['new']);
  });

  it('keeps folders apart that have hooks of their own', () => {
    git('project', 'init', '-q');
    hooks('./a.sh');
    hooks('./a.sh', {}, 'project/sub');
    approveAll();
    expect([states(), states('project/sub')]).toEqual([['trusted'], ['new']]);
  });
});

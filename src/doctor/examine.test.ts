import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../engine/index.js';
import { TestProject } from '../engine/testing/project.js';
import { openJournal } from '../journal/index.js';
import { examine } from './index.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const look = async (changes: object = {}) =>
  examine(
    settle({
      trust: 'off',
      projectDir: project.dir,
      home: project.home,
      stateDir: `${project.root}/state`,
      env: { PATH: process.env['PATH'], HOME: project.home },
      ...changes,
    }),
  );

/** `state message` of the findings whose message contains a text. */
const about = async (text: string, changes: object = {}): Promise<readonly string[]> =>
  (await look(changes))
    .filter(({ message }) => message.includes(text))
    .map(({ state, message }) => `${state} ${message}`);

describe('sources', () => {
  it('nothing configured is a warning, and nothing fails', async () => {
    const findings = await look();
    expect(findings.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(findings.filter(({ state }) => state === 'warn').map(({ message }) => message)).toEqual([
      'no hook is configured',
    ]);
  });

  it('a broken file, an entry that was set aside, a switch', async () => {
    project.write('home/.amplifier/hooks/hooks.json', '{"hooks": ');
    project.hooks({ Stop: ['true'], Nope: ['true'] });
    expect(await about('is not used')).toEqual([expect.stringContaining('fail user: ')]);
    expect(await about('set aside')).toEqual([expect.stringContaining('There is no event "Nope"')]);
    expect(await about('never runs', { enabled: false })).toEqual([
      expect.stringMatching(/^warn true \(\w+\), Stop: never runs: the option enabled is false/),
    ]);
  });

  it('hooks of the same repository that a folder with hooks of its own hides are told', async () => {
    project.write('project/.amplifier/hooks/hooks.json', { hooks: {} });
    project.write('project/sub/.amplifier/hooks/hooks.json', { hooks: {} });
    const found = () => about('is not read', { projectDir: `${project.dir}/sub` });
    expect(await found()).toEqual([]);
    project.write('project/.git/HEAD', '');
    expect(await found()).toEqual([
      `warn ${project.dir}/.amplifier/hooks is not read: the project is ${project.dir}/sub, which has hooks of its own`,
    ]);
    project.write('project/sub/.git/HEAD', '');
    expect(await found()).toEqual([]);
  });

  it('hooks above the folder that was named are not read', async () => {
    project.write('project/.amplifier/hooks/hooks.json', { hooks: {} });
    project.write('project/sub/x', '');
    expect(await about('is not read', { projectDir: `${project.dir}/sub` })).toEqual([
      `warn ${project.dir}/.amplifier/hooks is not read: the project is ${project.dir}/sub`,
    ]);
  });
});

it('a missing home is told once', async () => {
  const env = { PATH: process.env['PATH'], HOME: `${project.home}/gone` };
  expect(await about('home directory', { home: undefined, env })).toHaveLength(1);
});

describe('hooks', () => {
  it('one that can start is fine', async () => {
    project.hooks({ Stop: ['cat >/dev/null; grep -q stop_hook_active; exit 0'] });
    expect(await about(', Stop')).toEqual([
      expect.stringMatching(/^pass cat at hooks\.json:1 \(\w+\), Stop/),
    ]);
  });

  it.each([
    ['a script that is not there', `"$CLAUDE_PROJECT_DIR/gone.sh"`, 'fail', 'does not exist'],
    ['a program that is not there', 'no-such-program --x', 'fail', 'no-such-program is not on'],
    ['a plugin folder outside of a plugin', `"\${CLAUDE_PLUGIN_ROOT}/x.sh"`, 'warn', 'CLAUDE_PLUGIN_ROOT'],
  ])('%s', async (_, command, state, message) => {
    project.hooks({ PreToolUse: [command] });
    const found = await look();
    expect(found).toContainEqual(
      expect.objectContaining({ area: 'hooks', state, message: expect.stringContaining(message), line: 1 }),
    );
  });

  it('the interpreter, the permission and the matcher', async () => {
    project.write('project/a.sh', '#!/no/such/interpreter\n', 0o755);
    project.write('project/b.sh', '#!/bin/sh\n', 0o644);
    project.write('project/.amplifier/hooks/hooks.json', {
      hooks: {
        PreToolUse: [
          { matcher: 'bash(', hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR/a.sh"' }] },
          { matcher: 'Bash', hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR/b.sh"' }] },
        ],
      },
    });
    const messages = (await look()).filter(({ state }) => state === 'fail').map(({ message }) => message);
    expect(messages).toEqual([
      expect.stringContaining('is not a valid regular expression'),
      expect.stringContaining('/no/such/interpreter'),
      expect.stringContaining('not executable'),
    ]);
  });

  it('two hooks that run one broken script both fail', async () => {
    project.write('project/a.sh', '#!/no/such/interpreter\n', 0o755);
    project.hooks({
      PreToolUse: ['"$CLAUDE_PROJECT_DIR/a.sh" 1'],
      PostToolUse: ['"$CLAUDE_PROJECT_DIR/a.sh" 2'],
    });
    const found = (await look()).filter(({ area }) => area === 'hooks');
    expect(found.map(({ state }) => state)).toEqual(['fail', 'fail']);
  });

  it('a hook of another type is fine where nothing speaks against it', async () => {
    project.hooks({ Stop: [{ type: 'http', url: 'http://x.example/' }] });
    expect(await about('x.example/ (')).toEqual([expect.stringMatching(/^pass /)]);
  });

  it('an address that is refused fails', async () => {
    project.hooks({ Stop: [{ type: 'http', url: 'http://10.0.0.1/' }] });
    expect(await about('10.0.0.1 is a private address')).toEqual([expect.stringMatching(/^fail /)]);
  });
});

describe('other engines', () => {
  const amplifierHere = () =>
    project.write('home/.amplifier/settings.yaml', 'bundle: { active: foundation }\n');

  it('none is fine', async () => {
    project.hooks({ Stop: ['true'] });
    expect(await about('hook-shell')).toEqual(['pass Amplifier’s own module hook-shell was not found']);
  });

  it('Amplifier’s own module would run each hook twice', async () => {
    project.hooks({ Stop: ['true'] });
    amplifierHere();
    expect(await about('run twice')).toEqual([expect.stringMatching(/^warn Amplifier is here/)]);
  });

  it.each(['home', 'project'])('unless it is switched off in the settings of the %s', async (where) => {
    project.hooks({ Stop: ['true'] });
    amplifierHere();
    project.write(
      `${where}/.amplifier/settings.yaml`,
      'overrides:\n  hook-shell:\n    config: { enabled: false }\n',
    );
    expect(await about('hook-shell')).toEqual([expect.stringMatching(/^pass .*is switched off in/)]);
  });

  it('the settings of the project count more', async () => {
    project.hooks({ Stop: ['true'] });
    project.write(
      'home/.amplifier/settings.yaml',
      'overrides: { hook-shell: { config: { enabled: false } } }\n',
    );
    project.write(
      'project/.amplifier/settings.yaml',
      'overrides: { hook-shell: { config: { enabled: true } } }\n',
    );
    expect(await about('run twice')).toHaveLength(1);
  });

  it('a hook that calls this engine again is named', async () => {
    project.hooks({ Stop: ['amplifier-hooks dispatch'] });
    expect(await about('calls this engine again')).toEqual([expect.stringMatching(/^warn the Stop hook/)]);
  });
});

describe('journal', () => {
  it('names a hook that has never run though its event came', async () => {
    project.hooks({ PreToolUse: ['true', { command: 'true # never', if: 'Write' }], SessionEnd: ['true'] });
    const journal = openJournal({ stateDir: `${project.root}/state`, projectDir: project.dir });
    const engine = project.engine({ journal });
    await engine.dispatch(project.input('PreToolUse'));
    await engine.close();
    await journal.close();
    expect(await about('recorded since')).toEqual([
      expect.stringMatching(/^pass 1 event of 1 session is recorded/),
    ]);
    expect(await about('has never run')).toEqual([
      expect.stringMatching(
        /^warn true # never \(\w+\), PreToolUse: has never run, though there was 1 PreToolUse since/,
      ),
    ]);
    expect(await about('has not run')).toEqual([
      expect.stringMatching(/^pass true \(\w+\), SessionEnd: has not run, there was no SessionEnd since/),
    ]);
  });

  it('events from before a hook was written prove nothing', async () => {
    project.hooks({ PreToolUse: ['true', { command: 'true # late', if: 'Write' }] });
    const journal = openJournal({ stateDir: `${project.root}/state`, projectDir: project.dir });
    const engine = project.engine({ journal });
    await engine.dispatch(project.input('PreToolUse'));
    await engine.close();
    await journal.close();
    const later = new Date(Date.now() + 60_000);
    utimesSync(project.path('project/.amplifier/hooks/hooks.json'), later, later);
    expect(await about('has never run')).toEqual([]);
    expect(await about('has not run')).toEqual([expect.stringContaining('true # late')]);
  });

  it('nothing recorded is no problem', async () => {
    expect(await about('nothing is recorded')).toHaveLength(1);
  });
});

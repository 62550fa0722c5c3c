// A repository whose settings or links aim at the settings of the user.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Place } from '../../src/amplihack/testing/place.js';
import { withExecutables } from '../../src/testing/executables.js';
import { ended } from '../../src/testing/index.js';

const { amplihack: executable, command } = withExecutables('amplihack', 'command');

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.remove());

const amplihack = (...argv: readonly string[]) =>
  ended(spawn(process.execPath, [command, 'amplihack', ...argv], { cwd: place.root, env: place.env }));
const SETTINGS = 'home/.claude/settings.json';
const home = () => Object.entries(place.files()).filter(([name]) => name.startsWith('home/.claude'));

const ours = (subcommand: string) => ({
  hooks: [{ type: 'command', command: `x/amplihack-hooks ${subcommand}` }],
});

it.each([
  ['one hook', { hooks: { Stop: [ours('stop')] } }],
  ['a hook that is no hook', { hooks: { Nothing: [ours('--version')] } }],
  ['all seven events', { hooks: { PreToolUse: [ours('pre-tool-use')], Stop: [ours('stop')] } }],
  [
    'an old script',
    {
      hooks: {
        PreToolUse: [{ hooks: [{ type: 'command', command: 'python3 tools/amplihack/hooks/a.py' }] }],
      },
    },
  ],
])('a project that registers %s does not disarm the user', async (_, settings) => {
  expect((await amplihack('install')).code).toBe(0);
  const before = home();
  expect(place.files()[SETTINGS]).toContain('pre-tool-use');
  place.write('.claude/settings.json', JSON.stringify(settings));
  const { stdout } = await place.spawn(executable, ['session-start'], '{"session_id":"s"}');
  expect(home()).toEqual(before);
  expect(stdout).toContain('run twice');
  expect(stdout).toContain("user's stay");
});

describe('links of a repository', () => {
  beforeEach(() => {
    execFileSync('git', ['init', '-q', place.root]);
    place.writeHome('.claude/settings.json', '{"model":"x"}\n');
    place.writeHome('elsewhere/settings.json', '{"model":"y"}\n');
  });

  it.each([
    ['.claude/settings.json', '.claude/settings.json'],
    ['.claude/settings.json', 'elsewhere/settings.json'],
    ['.claude', '.claude'],
    ['.claude', 'elsewhere'],
    ['.claude', 'nowhere'],
    ['.claude/settings.json', 'nowhere'],
  ])('install --scope project does not write through %s → ~/%s', async (path, target) => {
    mkdirSync(dirname(join(place.root, path)), { recursive: true });
    symlinkSync(join(place.home, target), join(place.root, path));
    const before = Object.entries(place.files()).filter(([name]) => !name.startsWith('project/.git/'));
    for (const action of ['install', 'uninstall'])
      for (const more of [[], ['--dry-run']]) {
        const { code, stderr } = await amplihack(action, '--scope', 'project', ...more);
        expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/link/) });
      }
    const after = Object.entries(place.files()).filter(([name]) => !name.startsWith('project/.git/'));
    expect(after).toEqual(before);
  });

  it('inside the project are written through, and a file that is named is the user’s word', async () => {
    place.write('config/settings.json', '{}');
    symlinkSync('config', join(place.root, '.claude'));
    expect((await amplihack('install', '--scope', 'project')).code).toBe(0);
    expect(place.read('config/settings.json')).toContain('pre-tool-use');
    symlinkSync(join(place.home, 'elsewhere/settings.json'), join(place.root, 'named.json'));
    expect((await amplihack('install', '--settings', 'named.json')).code).toBe(0);
    expect(place.files()['home/elsewhere/settings.json']).toContain('pre-tool-use');
  });
});

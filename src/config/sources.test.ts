// Where hooks come from, in which order, and what they may refer to.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findOwnProgram } from '../machine/index.js';
import type { Generation } from '../nouns.js';
import { configRequest, defaultManagedFile, loadGeneration } from './index.js';
import { ALL, everything, everywhere, stop } from './testing/everywhere.js';
import { codesOf, commandsOf, hook, Place, REGISTRY } from './testing/place.js';

const only = (generation: Generation) => {
  const [first, ...more] = generation.hooks;
  if (first === undefined || more.length > 0) throw new Error(`${generation.hooks.length} hooks`);
  return first;
};

describe('order', () => {
  test('project, user, settings from managed to flag, plugins, skills, agents', () => {
    const generation = everywhere().load(everything);
    expect(commandsOf(generation)).toEqual([
      'project',
      'project-a',
      'project-b',
      'user',
      'user-a',
      'managed',
      'claude-user',
      'claude-project',
      'claude-local',
      'flag',
      'plugin',
      'skill',
      'agent',
    ]);
    expect(generation.diagnostics).toEqual([]);
    expect(generation.sources.every(({ state }) => state === 'read')).toBe(true);
  });

  test('within a file as written, event after event', () => {
    const place = new Place();
    place.write(REGISTRY, {
      hooks: {
        Stop: [{ hooks: [hook('1'), hook('2')] }, { hooks: [hook('3')] }],
        PreToolUse: [{ matcher: 'Bash', hooks: [hook('4')] }],
      },
    });
    expect(commandsOf(place.load())).toEqual(['1', '2', '3', '4']);
  });

  test('nothing is there: every usual place is reported as absent', () => {
    const place = new Place();
    const generation = place.load({ claudeSettings: ALL });
    expect(generation.hooks).toEqual([]);
    expect(generation.diagnostics).toEqual([]);
    expect(generation.sources.map(({ file, state }) => [file, state])).toEqual([
      [place.path(REGISTRY), 'absent'],
      [place.path('home/.amplifier/hooks/hooks.json'), 'absent'],
      [place.path('home/.claude/settings.json'), 'absent'],
      [place.path('project/.claude/settings.json'), 'absent'],
      [place.path('project/.claude/settings.local.json'), 'absent'],
    ]);
  });

  test('the home directory as project is read once, as the user’s', () => {
    const place = new Place();
    place.write('home/.amplifier/hooks/hooks.json', stop('a'));
    place.write('home/.claude/settings.json', stop('b'));
    symlinkSync('home', place.path('same'));
    for (const projectDir of ['home', 'same']) {
      const request = configRequest({
        projectDir: place.path(projectDir),
        home: place.path('home'),
        claudeSettings: ALL,
      });
      const generation = loadGeneration(request);
      expect(generation.hooks.map(({ source }) => source.scope)).toEqual(['user', 'user']);
      expect(generation.diagnostics).toEqual([]);
    }
  });

  test('only the asked-for settings files are read', () => {
    const place = everywhere();
    const claudeSettings = { sources: [], flagFile: null, managedFile: null };
    expect(commandsOf(place.load({ claudeSettings }))).not.toContain('claude-user');
    expect(commandsOf(place.load({ claudeSettings: { ...claudeSettings, sources: ['local'] } }))).toContain(
      'claude-local',
    );
    expect(commandsOf(place.load())).not.toContain('claude-user');
  });

  test('drop-ins follow the managed settings in name order', () => {
    const place = new Place();
    place.write('managed.json', stop('m'));
    place.write('managed-settings.d/20.json', stop('20'));
    place.write('managed-settings.d/10.json', stop('10'));
    place.write('managed-settings.d/readme.txt', 'x');
    const generation = place.load({ claudeSettings: { ...ALL, managedFile: '../managed.json' } });
    expect(commandsOf(generation)).toEqual(['m', '10', '20']);
    expect(generation.hooks.every(({ source }) => source.scope === 'managed')).toBe(true);
  });

  test('each platform has its place for managed settings', () => {
    expect(defaultManagedFile('linux')).toBe('/etc/claude-code/managed-settings.json');
    expect(defaultManagedFile('darwin')).toBe(
      '/Library/Application Support/ClaudeCode/managed-settings.json',
    );
    expect(defaultManagedFile('win32')).toBe('C:\\Program Files\\ClaudeCode\\managed-settings.json');
  });
});

describe('what a hook may refer to', () => {
  test('a registry', () => {
    const place = new Place();
    const file = place.write(REGISTRY, stop('a'));
    expect(only(place.load()).source).toEqual({
      scope: 'project',
      kind: 'hooks-dir',
      file,
      owner: null,
      skill: null,
      hooksDir: place.path('project/.amplifier/hooks'),
      pluginRoot: null,
      pluginData: null,
      rulesRoot: place.path('project'),
    });
  });

  test('a folder in the hooks directory', () => {
    const place = new Place();
    const file = place.write('home/.amplifier/hooks/my fmt/hooks.json', stop('a'));
    expect(only(place.load()).source).toEqual({
      scope: 'user',
      kind: 'plugin',
      file,
      owner: 'my fmt',
      skill: null,
      hooksDir: place.path('home/.amplifier/hooks'),
      pluginRoot: place.path('home/.amplifier/hooks/my fmt'),
      pluginData: place.path('home/.amplifier/hooks-data/my-fmt'),
      rulesRoot: place.path('home'),
    });
  });

  test('a plugin with a name of its own', () => {
    const place = new Place();
    place.write('plug/.claude-plugin/plugin.json', { name: '../evil', hooks: stop('a').hooks });
    expect(only(place.load({ plugins: ['../plug'] })).source).toMatchObject({
      scope: 'plugin',
      owner: '../evil',
      hooksDir: place.root,
      pluginRoot: place.path('plug'),
      pluginData: place.path('home/.amplifier/hooks-data/---evil'),
    });
  });

  test('a skill and an agent', () => {
    const place = new Place();
    const front = (name: string) =>
      `---\n${name}hooks:\n  Stop:\n    - hooks: [{type: command, command: a, once: true}]\n---\n`;
    place.write('skills/tidy/SKILL.md', `\uFEFF${front('').replaceAll('\n', '\r\n')}`);
    place.write('agents/fixer.md', front('name: mender\n'));
    const generation = place.load({ skills: ['../skills/tidy/SKILL.md'], agents: ['../agents/fixer.md'] });
    expect(
      generation.hooks.map(({ event, once, source, line }) => [
        event,
        once,
        source.kind,
        source.owner,
        source.pluginRoot,
        line,
      ]),
    ).toEqual([
      ['Stop', true, 'skill', 'tidy', place.path('skills/tidy'), 4],
      ['SubagentStop', true, 'agent', 'mender', null, 5],
    ]);
  });

  test('settings files', () => {
    const place = everywhere();
    const roots = Object.fromEntries(
      place.load(everything).hooks.map(({ source }) => [source.file, [source.rulesRoot, source.hooksDir]]),
    );
    const project = [place.path('project'), place.path('project/.amplifier/hooks')];
    expect(roots[place.path('project/.claude/settings.json')]).toEqual(project);
    expect(roots[place.path('flag.json')]).toEqual(project);
    expect(roots[place.path('home/.claude/settings.json')]).toEqual([
      place.path('home/.claude'),
      place.path('home/.amplifier/hooks'),
    ]);
  });
});

describe('plugin folders', () => {
  test('all layouts at once, each file once', () => {
    const place = new Place();
    const folder = 'project/.amplifier/hooks/p';
    place.write(`${folder}/hooks.json`, stop('plain'));
    place.write(`${folder}/hooks/hooks.json`, stop('standard'));
    place.write(`${folder}/more.json`, stop('more'));
    place.write(`${folder}/plugin.json`, {
      name: 'p',
      hooks: ['./hooks/hooks.json', './more.json', stop('inline').hooks, './hooks.json'],
    });
    const generation = place.load();
    expect(commandsOf(generation)).toEqual(['plain', 'standard', 'inline', 'more']);
    expect(generation.diagnostics).toEqual([]);
  });

  test('the manifest in .claude-plugin counts, the other one then not', () => {
    const place = new Place();
    place.write('project/.amplifier/hooks/p/.claude-plugin/plugin.json', { name: 'one' });
    place.write('project/.amplifier/hooks/p/plugin.json', { name: 'two', hooks: stop('two').hooks });
    place.write('project/.amplifier/hooks/p/hooks.json', stop('a'));
    expect(only(place.load()).source.owner).toBe('one');
  });

  test('a plain layout is no plugin to Claude Code when it is named as one', () => {
    const place = new Place();
    place.write('plug/hooks.json', stop('a'));
    expect(commandsOf(place.load({ plugins: ['../plug'] }))).toEqual(['a']);
    expect(commandsOf(place.load({ plugins: ['../plug'], profile: 'claude-code' }))).toEqual([]);
  });

  test('hidden folders and folders without hooks say nothing', () => {
    const place = new Place();
    place.write('project/.amplifier/hooks/.git/hooks.json', stop('a'));
    place.write('project/.amplifier/hooks/lib/x.sh', 'exit 0');
    const generation = place.load();
    expect(generation.hooks).toEqual([]);
    expect(generation.diagnostics).toEqual([]);
  });

  test('linked folders are followed, and one that goes round in a circle costs no other', () => {
    const place = new Place();
    place.write('elsewhere/hooks.json', stop('linked'));
    place.write('project/.amplifier/hooks/z/hooks.json', stop('z'));
    symlinkSync(place.path('elsewhere'), place.path('project/.amplifier/hooks/a'));
    symlinkSync('circle', place.path('project/.amplifier/hooks/circle'));
    const generation = place.load();
    expect(commandsOf(generation)).toEqual(['linked', 'z']);
    expect(codesOf(generation)).toEqual(['link-dangling']);
  });

  test.skipIf(findOwnProgram('mkfifo') === null)('a named pipe is not waited for', () => {
    const place = new Place();
    place.write('project/.amplifier/hooks/p/keep', '');
    execFileSync('mkfifo', [place.path(REGISTRY)]);
    expect(codesOf(place.load())).toEqual(['not-a-file']);
  });
});

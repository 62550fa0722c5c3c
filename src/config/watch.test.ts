// Changes are noticed, and a broken edit does not cost the hooks that were fine.
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reloadGeneration } from './index.js';
import {
  codesOf,
  commandsOf,
  hook,
  type Options,
  on,
  Place,
  REGISTRY,
  withoutRights,
} from './testing/place.js';
import { watchSources } from './watch.js';

const stop = (command: string) => on('Stop', hook(command));

describe('reload', () => {
  test('nothing changed', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const current = place.load();
    const { kind, generation } = reloadGeneration(current, place.request());
    expect(kind).toBe('unchanged');
    expect(generation.id).toBe(current.id);
  });

  test('only lines moved: the same hooks, at their new place', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const current = place.load();
    place.write(REGISTRY, `\n\n${JSON.stringify(stop('a'))}`);
    const { kind, generation } = reloadGeneration(current, place.request());
    expect(kind).toBe('unchanged');
    expect(generation.hooks[0]?.line).toBe(3);
  });

  test('a change, a new file and a removed one are adopted', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const current = place.load();
    place.write(REGISTRY, stop('b'));
    place.write('project/.amplifier/hooks/p/hooks.json', stop('c'));
    const next = reloadGeneration(current, place.request());
    expect(next.kind).toBe('adopted');
    expect(commandsOf(next.generation)).toEqual(['b', 'c']);
    rmSync(place.path(REGISTRY));
    const last = reloadGeneration(next.generation, place.request());
    expect(last.kind).toBe('adopted');
    expect(commandsOf(last.generation)).toEqual(['c']);
  });

  test('one bad entry is set aside, the rest is adopted', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const current = place.load();
    place.write(REGISTRY, on('Stop', hook('b'), { type: 'banana' }));
    const { kind, generation, diagnostics } = reloadGeneration(current, place.request());
    expect(kind).toBe('adopted');
    expect(commandsOf(generation)).toEqual(['b']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['type-unknown']);
  });

  test.each([
    ['a registry', REGISTRY, {}],
    [
      'a settings file',
      'project/.claude/settings.json',
      { claudeSettings: { sources: ['project'], flagFile: null, managedFile: null } },
    ],
    ['a manifest', 'project/.amplifier/hooks/p/plugin.json', {}],
  ] as const)('a syntax error in %s keeps everything as it was', (_name, path, options: Options) => {
    const place = new Place();
    place.write('home/.amplifier/hooks/hooks.json', stop('other'));
    const file = place.write(path, stop('a'));
    const current = place.load(options);
    expect(current.hooks).toHaveLength(2);
    place.write('home/.amplifier/hooks/hooks.json', stop('changed'));
    place.write(path, '{"hooks": {');
    const kept = reloadGeneration(current, place.request(options));
    expect(kept.kind).toBe('kept');
    expect(kept.generation).toBe(current);
    expect(kept.diagnostics.map(({ code }) => code)).toEqual(['last-good-kept', 'json-syntax']);
    expect(kept.diagnostics[0]).toMatchObject({ file, line: 1, column: 12 });
    place.write(path, stop('mended'));
    const next = reloadGeneration(kept.generation, place.request(options));
    expect(commandsOf(next.generation).toSorted()).toEqual(['changed', 'mended']);
  });

  const SKILL = 'skill/SKILL.md';
  const MANAGED = {
    claudeSettings: { sources: [], flagFile: null, managedFile: '../managed.json' },
  } as const;
  test.each([
    ['a registry', REGISTRY, {}],
    ['the registry of the user', 'home/.amplifier/hooks/hooks.json', {}],
    ['managed settings', 'managed.json', MANAGED],
    ['a manifest', 'project/.amplifier/hooks/p/plugin.json', {}],
    ['the hooks of a plugin', 'project/.amplifier/hooks/p/hooks/hooks.json', {}],
    ['a skill', SKILL, { skills: [`../${SKILL}`] }],
  ] as const)('%s that is emptied or cut off keeps everything as it was', (_name, path, options: Options) => {
    const place = new Place();
    const whole =
      path === SKILL
        ? '---\nhooks: {Stop: [{hooks: [{type: command, command: a}]}]}\n---\n'
        : JSON.stringify(stop('a'));
    const file = place.write(path, whole);
    for (const profile of ['amplifier', 'claude-code'] as const) {
      place.write(path, whole);
      const current = place.load({ ...options, profile });
      expect(commandsOf(current)).toEqual(['a']);
      for (const text of ['', ' \n', '\uFEFF', whole.slice(0, -6)]) {
        place.write(path, text);
        const kept = reloadGeneration(current, place.request({ ...options, profile }));
        expect({ text, kind: kept.kind, commands: commandsOf(kept.generation) }).toEqual({
          text,
          kind: 'kept',
          commands: ['a'],
        });
        expect(kept.diagnostics[0]).toMatchObject({ code: 'last-good-kept', file });
      }
    }
  });

  test('switches that are emptied or cut off keep everything as it was', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const [id = ''] = place.load().hooks.map((one) => one.id);
    const STATE = 'home/.amplifier/hooks-state.json';
    const whole = JSON.stringify({ version: 1, hooks: { [id]: { state: 'disabled' } } });
    place.write(STATE, whole);
    const current = place.load();
    expect(commandsOf(current)).toEqual([]);
    for (const text of ['', whole.slice(0, -3)]) {
      place.write(STATE, text);
      expect(reloadGeneration(current, place.request())).toMatchObject({ kind: 'kept', generation: current });
    }
  });

  test('what was broken from the start keeps nothing', () => {
    const place = new Place();
    place.write(REGISTRY, '{');
    place.write('project/.amplifier/hooks/p/hooks.json', stop('a'));
    const current = place.load();
    place.write('project/.amplifier/hooks/p/hooks.json', stop('b'));
    expect(reloadGeneration(current, place.request()).kind).toBe('adopted');
  });

  test('a folder that cannot be read any more keeps the hooks of its files', () => {
    const place = new Place();
    chmodSync(place.root, 0o755);
    place.write('project/.amplifier/hooks/p/hooks.json', stop('a'));
    const current = place.load();
    const next = withoutRights(place.path('project/.amplifier/hooks'), () =>
      reloadGeneration(current, place.request()),
    );
    expect(next.kind).toBe('kept');
    expect(next.diagnostics.map(({ code }) => code)).toContain('file-unreadable');
  });

  test('in claude-code an invalid PreToolUse entry breaks the file, so the last good one stays', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const current = place.load({ profile: 'claude-code' });
    place.write(REGISTRY, on('PreToolUse', { type: 'command' }));
    const next = reloadGeneration(current, place.request({ profile: 'claude-code' }));
    expect(next.kind).toBe('kept');
    expect(commandsOf(next.generation)).toEqual(['a']);
  });
});

/** Watches, and waits until the hooks are the expected ones. */
function watching(place: Place, options: Options = {}) {
  let check = () => {};
  const calls: (readonly string[])[] = [];
  const watch = watchSources(
    place.request(options),
    (changed) => {
      calls.push(changed);
      check();
    },
    { delayMs: 5 },
  );
  onTestFinished(() => watch.close());
  const until = (...commands: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      check = () => {
        if (commandsOf(place.load(options)).join() === commands.join()) resolve();
      };
    });
  return { watch, calls, until };
}

describe('watch', () => {
  test('an edit', async () => {
    const place = new Place();
    const file = place.write(REGISTRY, stop('a'));
    const { until, calls } = watching(place);
    const seen = until('b');
    place.write(REGISTRY, stop('b'));
    await seen;
    expect(calls.flat()).toContain(file);
  });

  test('a file replaced by renaming, again and again', async () => {
    const place = new Place();
    place.write(REGISTRY, stop('0'));
    const { until } = watching(place);
    for (const name of ['1', '2', '3']) {
      const seen = until(name);
      renameSync(place.write('project/.amplifier/hooks/hooks.json.tmp', stop(name)), place.path(REGISTRY));
      await seen;
    }
  });

  test('files and folders that come into being, from nothing', async () => {
    const place = new Place();
    const { until } = watching(place);
    const first = until('a');
    place.write(REGISTRY, stop('a'));
    await first;
    const second = until('a', 'b');
    place.write('project/.amplifier/hooks/p/hooks/hooks.json', stop('b'));
    await second;
    const third = until('a', 'b', 'user');
    place.write('home/.amplifier/hooks/hooks.json', stop('user'));
    await third;
  });

  test('a hooks directory that is replaced as a whole', async () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    place.write('project/new/hooks.json', stop('b'));
    const { until } = watching(place);
    const swapped = until('b');
    renameSync(place.path('project/.amplifier/hooks'), place.path('project/old'));
    renameSync(place.path('project/new'), place.path('project/.amplifier/hooks'));
    await swapped;
    const edited = until('c');
    place.write(REGISTRY, stop('c'));
    await edited;
  });

  test('settings, manifests with the files they name, and skills', async () => {
    const place = new Place();
    const options = {
      claudeSettings: { sources: ['local'], flagFile: null, managedFile: null },
      plugins: ['../plug'],
      skills: ['../skill/SKILL.md'],
    } as const;
    place.write('plug/plugin.json', { name: 'p', hooks: './deep/er/hooks.json' });
    place.write('skill/SKILL.md', '# nothing yet\n');
    const { until } = watching(place, options);
    const first = until('local');
    place.write('project/.claude/settings.local.json', stop('local'));
    await first;
    const second = until('local', 'named');
    place.write('plug/deep/er/hooks.json', stop('named'));
    await second;
    const third = until('local', 'named', 'skill');
    place.write('skill/SKILL.md', '---\nhooks: {Stop: [{hooks: [{type: command, command: skill}]}]}\n---\n');
    await third;
  });

  test('the file behind a link', async () => {
    const place = new Place();
    place.write('dotfiles/hooks.json', stop('a'));
    mkdirSync(place.path('project/.amplifier/hooks'), { recursive: true });
    symlinkSync(place.path('dotfiles/hooks.json'), place.path(REGISTRY));
    const { until } = watching(place);
    const seen = until('b');
    place.write('dotfiles/hooks.json', stop('b'));
    await seen;
  });

  test('files that nobody reads are no change', async () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    place.write('project/.amplifier/hooks/state.log', 'x');
    const { until, calls } = watching(place);
    place.write('project/.amplifier/hooks/state.log', 'y');
    place.write('project/notes.txt', 'x');
    place.write('home/.history', 'x');
    const seen = until('b');
    place.write(REGISTRY, stop('b'));
    await seen;
    expect(calls.flat().filter((path) => /notes|history|state/.test(path))).toEqual([]);
  });

  test('keeps no process alive, and says nothing once closed', () => {
    const place = new Place();
    place.write(REGISTRY, stop('a'));
    const before = process.getActiveResourcesInfo().filter((name) => /FSEvent|Timeout/.test(name)).length;
    const { watch, calls } = watching(place);
    expect(process.getActiveResourcesInfo().filter((name) => /FSEvent|Timeout/.test(name)).length).toBe(
      before,
    );
    watch.close();
    watch.close();
    place.write(REGISTRY, stop('b'));
    expect(calls).toEqual([]);
    expect(codesOf(place.load())).toEqual([]);
  });
});

// Switches of hooks and plugins: who may switch what, and which word counts.
import { expect, test } from 'vitest';
import type { Hook } from '../nouns.js';
import { load } from './load.js';
import { everything, everywhere } from './testing/everywhere.js';
import { hook, on, Place, REGISTRY } from './testing/place.js';

const A = 'd11ef1a807';
const B = '8c531ae796';
const LINTER_A = '105ea07a62';
const LINTER_B = '7505bdd436';
const USER = 'home/.amplifier/hooks-state.json';
const PROJECT = 'project/.amplifier/hooks-state.json';

type Switches = Readonly<Record<string, 'enabled' | 'disabled'>>;
const entries = (switches: Switches) =>
  Object.fromEntries(Object.entries(switches).map(([name, state]) => [name, { state }]));

interface Words {
  readonly hooks?: Switches;
  readonly plugins?: Switches;
}
const says = ({ hooks = {}, plugins = {} }: Words) => ({
  hooks: entries(hooks),
  plugins: entries(plugins),
});

interface States {
  readonly local?: Words;
  readonly user?: Words;
  readonly project?: Words;
}

/** Two hooks of the project and two of its plugin `linter`, with switches. */
function placed({ local = {}, user = {}, project = {} }: States): Place {
  const place = new Place();
  place.write(REGISTRY, on('Stop', hook('a'), hook('b')));
  place.write('project/.amplifier/hooks/linter/hooks.json', on('Stop', hook('a'), hook('b')));
  const projects = {
    [place.path('project')]: says(local),
    '/elsewhere': says({ hooks: { [B]: 'disabled' } }),
  };
  place.write(USER, { version: 1, ...says(user), projects });
  place.write(PROJECT, { version: 1, ...says(project) });
  return place;
}

const offOf = (hooks: readonly Hook[]) => hooks.filter((one) => one.inactive !== null).map(({ id }) => id);

const TABLE: readonly (readonly [string, States, readonly string[]])[] = [
  ['nothing', {}, []],
  ['local', { local: { hooks: { [A]: 'disabled' } } }, [A]],
  ['user', { user: { hooks: { [A]: 'disabled' } } }, [A]],
  ['project', { project: { hooks: { [A]: 'disabled' } } }, [A]],
  ['a plugin', { local: { plugins: { linter: 'disabled' } } }, [LINTER_A, LINTER_B]],
  [
    'a hook of a disabled plugin, enabled',
    { local: { plugins: { linter: 'disabled' }, hooks: { [LINTER_B]: 'enabled' } } },
    [LINTER_A],
  ],
  [
    'local beats user',
    { local: { hooks: { [A]: 'enabled' } }, user: { hooks: { [A]: 'disabled', [B]: 'disabled' } } },
    [B],
  ],
  [
    'user beats project',
    { user: { hooks: { [A]: 'enabled' } }, project: { hooks: { [A]: 'disabled' } } },
    [],
  ],
  [
    'the scope beats the kind',
    { local: { plugins: { linter: 'enabled' } }, user: { hooks: { [LINTER_A]: 'disabled' } } },
    [],
  ],
];

test.each(TABLE)('%s', (_title, states, off) => {
  const place = placed(states);
  for (const profile of ['amplifier', 'claude-code'] as const)
    expect(offOf(place.load({ profile }).hooks)).toEqual(off);
});

test('the reason names the file and the command that undoes it', () => {
  const place = placed({
    local: { hooks: { [A]: 'disabled' } },
    user: { plugins: { linter: 'disabled' } },
    project: { hooks: { [B]: 'disabled' } },
  });
  const file = place.path(USER);
  expect(place.load().hooks.map(({ inactive }) => inactive)).toEqual([
    {
      code: 'disabled',
      detail: `disabled for you in this project in ${file}; to undo: \`amplifier-hooks enable ${A}\``,
    },
    {
      code: 'disabled',
      detail: `disabled for everybody in this project in ${place.path(PROJECT)}; to undo: \`amplifier-hooks enable ${B} --scope project\``,
    },
    ...Array.from({ length: 2 }, () => ({
      code: 'disabled',
      detail: `the plugin linter is disabled for you everywhere in ${file}; to undo: \`amplifier-hooks enable linter --scope user\``,
    })),
  ]);
});

test('a switch changes the generation, so that it is noticed', () => {
  const before = placed({}).load();
  const after = placed({ local: { hooks: { [A]: 'disabled' } } }).load();
  expect(after.id).not.toBe(before.id);
});

test('the plain id means all copies of a hook, a numbered one only that copy', () => {
  const copies = (id: string) => {
    const place = placed({ local: { hooks: { [id]: 'disabled' } } });
    place.write('home/.amplifier/hooks/hooks.json', on('Stop', hook('a')));
    return offOf(place.load().hooks);
  };
  // The project's stands first, the user's is numbered first.
  expect(copies(A)).toEqual([`${A}-2`, A]);
  expect(copies(`${A}-2`)).toEqual([`${A}-2`]);
});

test('nobody switches off the administrator’s hooks, and a project only its own', () => {
  const place = everywhere();
  const all = place.load(everything).hooks;
  const off = entries(Object.fromEntries(all.map(({ id }) => [id, 'disabled'])));
  const armed = () => {
    const { hooks } = place.load(everything);
    return hooks
      .filter((one) => one.inactive === null)
      .map(({ handler }) => (handler.type === 'command' ? handler.command : ''));
  };
  place.write(PROJECT, { version: 1, hooks: off });
  expect(armed()).toEqual(['user', 'user-a', 'managed', 'claude-user', 'flag', 'plugin', 'skill', 'agent']);
  place.write(USER, { version: 1, hooks: off });
  expect(armed()).toEqual(['managed']);
});

test('a project that is kept out has no say', () => {
  const place = placed({ project: { hooks: { [A]: 'disabled' } } });
  expect(place.load({ allowProjectHooks: false }).hooks[0]?.inactive?.detail).toBe(
    'the option allow_project_hooks is false',
  );
});

test('what the author switched off stays off', () => {
  const place = new Place();
  place.write(REGISTRY, on('Stop', hook('a', { enabled: false })));
  place.write(USER, { version: 1, ...says({ hooks: { [A]: 'enabled' } }) });
  expect(place.load().hooks[0]?.inactive?.detail).toContain('"enabled": false');
});

test('an id of the user file may belong to another project', () => {
  const place = placed({ user: { hooks: { feedbeef01: 'disabled' } } });
  expect(place.load().diagnostics).toEqual([]);
});

test('its files are looked at, so that a switch is noticed while a session runs', () => {
  const place = new Place();
  const { looked } = load(place.request());
  for (const file of [USER, PROJECT]) expect(looked.files).toContain(place.path(file));
});

// The short cut must never say "nothing" where loading would find something.
import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nothingFor } from './nothing.js';
import { hook, on, Place, REGISTRY } from './testing/place.js';

const project = (place: Place) => [place.path('project')];

test('nothing is configured, or only for other events', () => {
  const place = new Place();
  expect(nothingFor(project(place), 'Stop')).toBe(true);
  place.write(REGISTRY, on('PreToolUse', hook('a')));
  place.write('project/.amplifier/hooks/p/hooks.json', on('PreToolUse', hook('b')));
  place.write('project/.amplifier/hooks/q/hooks/hooks.json', on('Notification', hook('c')));
  place.write('project/.amplifier/hooks/README.md', 'Stop');
  expect(nothingFor(project(place), 'Stop')).toBe(true);
});

test.each<[string, (place: Place) => void]>([
  ['the registry names it', (place) => place.write(REGISTRY, on('Stop', hook('a')))],
  ['in another case', (place) => place.write(REGISTRY, '{"hooks": {"stop": []}}')],
  [
    'by the name Amplifier gives it',
    (place) => place.write(REGISTRY, '{"hooks": {"orchestrator:stop": []}}'),
  ],
  ['a misspelt event must be heard of', (place) => place.write(REGISTRY, '{"hooks": {"Stopp": []}}')],
  ['the wrapper is missing', (place) => place.write(REGISTRY, '{"PreToolUse": []}')],
  ['in escapes', (place) => place.write(REGISTRY, '{"hooks": {"S\\u0074op": []}}')],
  [
    'a plugin names it',
    (place) => place.write('project/.amplifier/hooks/p/hooks.json', on('Stop', hook('a'))),
  ],
  [
    'one of Claude Code does',
    (place) => place.write('project/.amplifier/hooks/p/hooks/hooks.json', on('Stop', hook('a'))),
  ],
  ['a manifest may name any file', (place) => place.write('project/.amplifier/hooks/p/plugin.json', '{}')],
  ['a file is broken', (place) => place.write(REGISTRY, '{')],
  [
    'a link leads elsewhere',
    (place) => {
      place.write('elsewhere.json', on('Stop', hook('a')));
      place.write('project/.amplifier/hooks/README.md', '');
      symlinkSync(place.path('elsewhere.json'), place.path(REGISTRY));
    },
  ],
  ['a folder stands where a file belongs', (place) => mkdirSync(place.path(REGISTRY), { recursive: true })],
])('in doubt it says no: %s', (_name, prepare) => {
  const place = new Place();
  prepare(place);
  expect(nothingFor(project(place), 'Stop')).toBe(false);
});

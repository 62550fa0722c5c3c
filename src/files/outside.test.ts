import { afterEach, beforeEach, expect, it } from 'vitest';
import { outside } from './index.js';
import { Place } from './testing/place.js';

let place: Place;
beforeEach(() => {
  place = new Place();
  place.folder('project/in');
  place.folder('other');
});
afterEach(() => place.remove());

const leads = (path: string): string | null => outside(place.at('project'), place.at(path));

it('what is there, and what is not there yet, lies where it seems to', () => {
  for (const path of ['project', 'project/in', 'project/new', 'project/new/deep', 'project/..x'])
    expect(leads(path)).toBeNull();
  expect(leads('project/../other')).toBe(place.at('other'));
  expect(leads('project-2')).toBe(place.at('project-2'));
});

it('a link is followed, also one to what is not there, one to another, and one above', () => {
  place.link('project/out', '../other');
  place.link('project/gone', '../nothing/deep');
  place.link('project/twice', 'out');
  place.link('project/inner', 'in');
  expect(leads('project/out')).toBe(place.at('other'));
  expect(leads('project/out/new/file')).toBe(place.at('other/new/file'));
  expect(leads('project/gone')).toBe(place.at('nothing/deep'));
  expect(leads('project/gone/file')).toBe(place.at('nothing/deep/file'));
  expect(leads('project/twice/file')).toBe(place.at('other/file'));
  expect(leads('project/inner/file')).toBeNull();
});

it('a link to itself and a file in the way end it', () => {
  place.link('project/loop', 'loop');
  place.file('project/file');
  expect(leads('project/loop/file')).toBeNull();
  expect(leads('project/file/below')).toBeNull();
});

it('a folder that is reached by a link is the folder', () => {
  place.link('by-link', 'project');
  expect(outside(place.at('by-link'), place.at('by-link/in/new'))).toBeNull();
  expect(outside(place.at('by-link'), place.at('project/in'))).toBeNull();
});

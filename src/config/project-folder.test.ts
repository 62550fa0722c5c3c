// Which folder is the project of a session that starts in a subfolder.
import { chownSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder } from '../testing/index.js';
import { type ProjectSearch, projectFrom } from './project-folder.js';

let place: Folder;
beforeEach(() => {
  place = new Folder();
  place.makeFolder('home');
});
afterEach(() => place.remove());

const HOOKS = '.amplifier/hooks';
const repository = (folder: string): string => place.write(`${folder}/.git/HEAD`, 'ref: refs/heads/main\n');

/** As a path below the throw-away folder. */
const found = (start: string, search: Partial<ProjectSearch> = {}): string =>
  projectFrom(place.makeFolder(start), {
    env: { HOME: place.path('home') },
    claudeSettings: false,
    ...search,
  }).slice(place.root.length + 1);

describe('in a repository', () => {
  beforeEach(() => repository('repo'));

  it.each([
    ['the folder itself', ['repo/a/b'], 'repo/a/b'],
    ['the nearest one above', ['repo/a', 'repo'], 'repo/a'],
    ['the root', ['repo'], 'repo'],
    ['nothing above the root', ['.'], 'repo/a/b'],
  ])('hooks are found in %s', (_, with_, expected) => {
    for (const folder of with_) place.makeFolder(folder, HOOKS);
    expect(found('repo/a/b')).toBe(expected);
  });

  it('without hooks anywhere it is the folder with Claude Code’s settings, or where the session starts', () => {
    expect(found('repo/a/b')).toBe('repo/a/b');
    place.makeFolder('repo/.claude');
    expect(found('repo/a/b')).toBe('repo');
  });

  it('settings of Claude Code in between hide no hooks, unless they are read', () => {
    place.makeFolder('repo', HOOKS);
    place.makeFolder('repo/a/.claude');
    expect(found('repo/a/b')).toBe('repo');
    expect(found('repo/a/b', { claudeSettings: true })).toBe('repo/a');
  });

  it('the profile claude-code looks nowhere else', () => {
    place.makeFolder('repo', HOOKS);
    expect(found('repo/a/b', { profile: 'claude-code' })).toBe('repo/a/b');
  });

  it('a repository in it ends at its own root: a submodule, a work tree, a clone', () => {
    place.makeFolder('repo', HOOKS);
    place.write('repo/module/.git', 'gitdir: ../.git/modules/module\n');
    expect(found('repo/module/a')).toBe('repo/module/a');
    repository('repo/clone');
    expect(found('repo/clone/a')).toBe('repo/clone/a');
  });

  it('what only looks like one is none: an empty folder, a link', () => {
    place.makeFolder('repo', HOOKS);
    place.makeFolder('repo/a/.git');
    expect(found('repo/a/b')).toBe('repo');
    place.makeFolder('other/b');
    symlinkSync(place.path('repo/.git'), place.path('other/.git'));
    place.makeFolder('other', HOOKS);
    expect(found('other/b')).toBe('other/b');
  });

  it('a link to a subfolder leads to the project that the folder is in', () => {
    place.makeFolder('repo', HOOKS);
    place.makeFolder('repo/a');
    symlinkSync(place.path('repo/a'), place.path('link'));
    const search = { env: { HOME: place.path('home') }, claudeSettings: false };
    expect(projectFrom(place.path('link'), search)).toBe(place.path('repo'));
  });
});

describe('nothing is looked for', () => {
  it('without a repository', () => {
    place.makeFolder('plain', HOOKS);
    expect(found('plain/a')).toBe('plain/a');
  });

  it('in the home directory, which may be a repository itself', () => {
    repository('home');
    place.makeFolder('home', HOOKS);
    place.makeFolder('home/.claude');
    expect(found('home/work/a')).toBe('home/work/a');
    place.makeFolder('home/work', HOOKS);
    expect(found('home/work/a')).toBe('home/work');
    expect(found('home/work/a', { home: place.path('home/work') })).toBe('home/work/a');
  });

  it('above the home directory', () => {
    repository('.');
    place.makeFolder('.', HOOKS);
    expect(found('home/work')).toBe('home/work');
  });

  it.skipIf(process.getuid?.() !== 0)('in folders and repositories of others', () => {
    const somebody = 4242;
    repository('shared');
    place.makeFolder('shared', HOOKS);
    place.makeFolder('shared/mine');
    expect(found('shared/mine')).toBe('shared');
    chownSync(place.path('shared/.git'), somebody, somebody);
    expect(found('shared/mine')).toBe('shared/mine');
    chownSync(place.path('shared/.git'), 0, 0);
    chownSync(place.path('shared'), somebody, somebody);
    expect(found('shared/mine')).toBe('shared/mine');
    // Everything is theirs: this is their project, as if it had been opened at its root.
    for (const path of ['shared/.git', 'shared/mine']) chownSync(place.path(path), somebody, somebody);
    expect(found('shared/mine')).toBe('shared');
  });

  it('where a home is missing, only that is not known', () => {
    repository('repo');
    place.makeFolder('repo', HOOKS);
    expect(found('repo/a', { env: { HOME: place.path('nowhere') } })).toBe('repo');
  });
});

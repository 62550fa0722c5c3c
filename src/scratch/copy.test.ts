// What a copy holds, and that nothing done in it reaches what it was copied from.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Folder } from '../testing/index.js';
import { Copier } from './copy.js';

let place: Folder;
beforeEach(() => {
  place = new Folder();
});
afterEach(() => place.remove());

function copied(): string {
  const target = place.path('copy');
  new Copier().copy(place.path('project'), target);
  return target;
}

describe('links', () => {
  it('that stay in the folder lead to the copy, by whatever path they are written', () => {
    place.write('project/a/file', 'x');
    symlinkSync('a/file', place.path('project/near'));
    symlinkSync(place.path('project/a'), place.path('project/absolute'));
    const copy = copied();
    expect(readlinkSync(join(copy, 'near'))).toBe('a/file');
    expect(readlinkSync(join(copy, 'absolute'))).toBe('a');
    writeFileSync(join(copy, 'absolute', 'file'), 'changed');
    expect(place.read('project/a/file')).toBe('x');
  });

  it('that lead out of it are followed: what is written there is written into the copy', () => {
    place.write('outside/file', 'x');
    place.makeFolder('project');
    symlinkSync(place.path('outside'), place.path('project/out'));
    const copy = copied();
    expect(lstatSync(join(copy, 'out')).isSymbolicLink()).toBe(false);
    writeFileSync(join(copy, 'out', 'file'), 'changed');
    expect(place.read('outside/file')).toBe('x');
  });
});

describe('a repository', () => {
  const git = (folder: string, ...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();

  beforeEach(() => {
    place.write('project/a', 'x\n');
    git(place.path('project'), 'init', '-q', '-b', 'main');
    git(place.path('project'), 'add', '-A');
    git(place.path('project'), 'commit', '-qm', 'one');
  });

  it('is on the same branch, has the same history and state, and stands alone', () => {
    place.write('project/b', 'staged\n');
    git(place.path('project'), 'add', 'b');
    place.write('project/a', 'y\n');
    const copy = copied();
    expect(git(copy, 'branch', '--show-current')).toBe('main');
    expect(git(copy, 'log', '--format=%s')).toBe('one');
    expect(git(copy, 'status', '--short')).toBe(git(place.path('project'), 'status', '--short'));
    git(copy, 'commit', '-qam', 'two');
    git(copy, 'branch', 'more');
    git(copy, 'gc', '-q', '--prune=now');
    expect(git(place.path('project'), 'log', '--all', '--format=%s')).toBe('one');
    expect(git(place.path('project'), 'status', '--short')).toBe('M a\nA  b'.replace('M', ' M').trim());
    git(place.path('project'), 'fsck', '--strict');
  });

  it('of a second work tree does not lead back to the first', () => {
    git(place.path('project'), 'worktree', 'add', '-q', '-b', 'other', place.path('tree'));
    const target = place.path('copy');
    new Copier().copy(place.path('tree'), target);
    expect(lstatSync(join(target, '.git')).isDirectory()).toBe(true);
    expect(git(target, 'branch', '--show-current')).toBe('other');
    writeFileSync(join(target, 'a'), 'z\n');
    git(target, 'commit', '-qam', 'two');
    expect(git(place.path('tree'), 'log', '--format=%s')).toBe('one');
    expect(git(place.path('tree'), 'status', '--short')).toBe('');
  });

  it('that says where its files lie does not have git change them there', () => {
    git(place.path('project'), 'config', 'core.worktree', place.path('project'));
    const copy = copied();
    writeFileSync(join(copy, 'a'), 'z\n');
    git(copy, 'checkout', '-q', '--', 'a');
    expect(readFileSync(join(copy, 'a'), 'utf8')).toBe('x\n');
    expect(git(copy, 'rev-parse', '--show-toplevel')).toBe(copy);
  });

  it('that is none is left out', () => {
    place.write('project/inner/.git', 'gitdir: ../nowhere\n');
    expect(existsSync(join(copied(), 'inner', '.git'))).toBe(false);
  });
});

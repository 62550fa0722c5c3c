// All or nothing: what fails leaves what was there, and what was killed is put right by the next.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestProject } from '../../engine/testing/project.js';
import { treeOf } from '../sources/testing/place.js';
import { type Locked, readLock, writeLock } from './lock-file.js';
import { placeOf } from './place.js';
import { GUARD, writePluginFiles } from './testing/plugin.js';
import { factsIn } from './tree.js';
import { Workshop } from './workshop.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const here = () => placeOf('project', { projectDir: project.dir, home: project.home });
const NEW = { ...GUARD, 'scripts/guard.sh*': '#!/bin/sh\nexit 1\n' };

function lockedOf(folder: string): Locked {
  const files = factsIn(folder);
  return {
    source: 'x',
    pinned: { kind: 'folder', path: '/x' },
    version: null,
    marketplace: null,
    additions: null,
    files,
  };
}

/** Puts a plugin in its place, as an earlier command did. */
function stand(name: string): string {
  const folder = writePluginFiles(join(here().hooksDir, name), GUARD);
  writeLock(here(), new Map([...readLock(here()), [name, lockedOf(folder)]]));
  return folder;
}

const fresh = (workshop: Workshop, name: string): string =>
  writePluginFiles(join(workshop.staging, 'new', name), NEW);

it('puts everything into its place together', async () => {
  stand('a');
  const workshop = new Workshop(here());
  const [a, b] = [fresh(workshop, 'a'), fresh(workshop, 'b')];
  const plugins = new Map([a, b].map((folder, index) => [['a', 'b'][index] ?? '', lockedOf(folder)]));
  workshop.commit(
    [
      { name: 'a', fresh: a },
      { name: 'b', fresh: b },
    ],
    plugins,
  );
  await workshop.close();
  expect([treeOf(join(here().hooksDir, 'a')), treeOf(join(here().hooksDir, 'b'))]).toEqual([NEW, NEW]);
  expect(readdirSync(here().hooksDir)).toEqual(['a', 'b']);
  expect(readLock(here())).toEqual(plugins);
});

it('leaves no folder behind that it made for nothing', async () => {
  await new Workshop(here()).close();
  expect(readdirSync(project.dir)).toEqual([]);
});

describe('a failure takes everything back', () => {
  it.each([
    ['a plugin that is not there to be moved', (workshop: Workshop) => join(workshop.staging, 'nothing')],
    [
      'a lock file that cannot be written',
      (workshop: Workshop) => {
        rmSync(here().lockFile);
        mkdirSync(join(here().lockFile, 'in the way'), { recursive: true });
        return fresh(workshop, 'b');
      },
    ],
  ])('%s', async (_title, second) => {
    stand('a');
    const workshop = new Workshop(here());
    const a = fresh(workshop, 'a');
    const moves = [
      { name: 'a', fresh: a },
      { name: 'b', fresh: second(workshop) },
    ];
    expect(() => workshop.commit(moves, new Map([['a', lockedOf(a)]]))).toThrow(/could not be changed/);
    await workshop.close();
    expect(treeOf(join(here().hooksDir, 'a'))).toEqual(GUARD);
    expect(readdirSync(here().hooksDir)).toEqual(['a']);
  });
});

describe('what a killed command left', () => {
  const staging = () => join(here().hooksDir, '.staging-dead');
  const aside = (name: string) => join(staging(), 'old', name);
  const next = async () => {
    await new Workshop(here()).close();
    expect(readdirSync(here().hooksDir).filter((name) => name.startsWith('.'))).toEqual([]);
  };

  it('comes back where nothing took its place', async () => {
    const folder = stand('a');
    mkdirSync(dirname(aside('a')), { recursive: true });
    cpSync(folder, aside('a'), { recursive: true });
    rmSync(folder, { recursive: true });
    await next();
    expect(treeOf(folder)).toEqual(GUARD);
  });

  it('comes back where the lock file does not speak of what took its place', async () => {
    const folder = stand('a');
    mkdirSync(join(staging(), 'placing', 'a'), { recursive: true });
    cpSync(folder, aside('a'), { recursive: true });
    writePluginFiles(folder, NEW);
    await next();
    expect(treeOf(folder)).toEqual(GUARD);
  });

  it('is dropped where the lock file speaks of what took its place', async () => {
    const folder = stand('a');
    mkdirSync(join(staging(), 'placing', 'a'), { recursive: true });
    cpSync(folder, aside('a'), { recursive: true });
    writePluginFiles(folder, NEW);
    writeLock(here(), new Map([['a', lockedOf(folder)]]));
    await next();
    expect(treeOf(folder)).toEqual(NEW);
  });

  it('is no plugin yet where the lock file does not know it', async () => {
    stand('a');
    writePluginFiles(join(here().hooksDir, 'b'), NEW);
    mkdirSync(join(staging(), 'placing', 'b'), { recursive: true });
    await next();
    expect(existsSync(join(here().hooksDir, 'b'))).toBe(false);
  });

  it('is not touched where it was all done, whatever happened to it since', async () => {
    const folder = stand('a');
    mkdirSync(join(staging(), 'done', 'a'), { recursive: true });
    writeFileSync(join(folder, 'scripts/guard.sh'), 'mine');
    await next();
    expect(treeOf(folder)['scripts/guard.sh*']).toBe('mine');
  });
});

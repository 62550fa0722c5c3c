// A copy is judged by what its content was approved as in the real place.
import { cpSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../engine/index.js';
import { TestProject } from '../engine/testing/project.js';
import { approve, follow, refuse } from './answers.js';
import { surveyOfCopy } from './copy.js';
import { repositoryOf } from './repository.js';
import { type Survey, survey } from './survey.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('project/guard.sh', 'exit 0');
  project.hooks({ PreToolUse: ['sh ./guard.sh'], Stop: ['true'] });
});
afterEach(() => project.remove());

const stateDir = (): string => project.path('state');
const requestFor = (folder: string) =>
  settle({ projectDir: folder, home: project.home, stateDir: stateDir(), env: {} }).request;
const real = (): Survey => survey(requestFor(project.dir), stateDir());

function states(change: () => void = () => undefined, mode: 'answered' | 'none' = 'answered') {
  cpSync(project.dir, project.path('copy'), { recursive: true });
  change();
  const [copyKey, realKey] = [repositoryOf(project.path('copy')).key, repositoryOf(project.dir).key];
  const keyOf = (key: string): string => (key === copyKey ? realKey : key);
  const found = surveyOfCopy(
    requestFor(project.path('copy')),
    project.path('own-state'),
    { stateDir: stateDir(), keyOf, follow: mode },
    new Set(),
  );
  expect(new Set(found.entries.map(({ key }) => key))).toEqual(new Set([realKey]));
  return found.entries.map(({ state }) => state);
}

describe('content of a copy', () => {
  it('that nobody approved is new', () => expect(states()).toEqual(['new', 'new']));

  it('that was approved in the real place is trusted', () => {
    approve(real(), real().entries, new Date());
    expect(states()).toEqual(['trusted', 'trusted']);
  });

  it('that differs from it has changed', () => {
    approve(real(), real().entries, new Date());
    expect(states(() => project.write('copy/guard.sh', 'exit 1'))).toEqual(['changed', 'trusted']);
  });

  it('that was refused stays so, also where all else is followed', () => {
    refuse(real(), real().entries.slice(0, 1));
    follow({ stateDir: stateDir(), key: real().key }, true);
    expect(states()).toEqual(['refused', 'trusted']);
    // Another version of it is not followed either.
    expect(states(() => project.write('copy/guard.sh', 'exit 1'))).toEqual(['new', 'trusted']);
  });

  it('is not followed where the administrator lets nobody follow', () => {
    follow({ stateDir: stateDir(), key: real().key }, true);
    expect(states(() => undefined, 'none')).toEqual(['new', 'new']);
  });

  it('is approved for the real place', () => {
    const found = surveyOfCopy(
      requestFor(project.dir),
      project.path('own-state'),
      { stateDir: stateDir(), keyOf: (key) => key, follow: 'answered' },
      new Set(),
    );
    approve(found, found.entries, new Date());
    expect(real().entries.map(({ state }) => state)).toEqual(['trusted', 'trusted']);
  });
});

import { existsSync, readFileSync, statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { makePlace, type World } from './place.js';
import type { Vector } from './vector.js';

const VECTOR: Vector = {
  id: 'example',
  group: 'decisions',
  title: 'An example',
  divergence: null,
  needs: [],
  files: {
    'hooks/A.sh': '#!/bin/sh\ncat "@TMP@/x" "@PROJECT@"\n',
    'project/.claude/settings.json': { hooks: { a: ['@HOOKS@/A.sh'] } },
  },
  executable: ['hooks/A.sh'],
  plugins: [],
  settingsFlag: null,
  managed: null,
  settingSources: null,
  cwd: 'project/sub',
  env: { MINE: '@HOME@/mine', VECTOR_TMP: 'not this' },
  http: null,
  model: null,
  steps: [],
};

let place: World;
afterEach(() => place.remove());

describe('makePlace', () => {
  it('writes the files with tokens replaced, and the start directory is there', async () => {
    place = await makePlace(VECTOR);
    const text = readFileSync(place.at('hooks/A.sh'), 'utf8');
    expect(text).toBe(`#!/bin/sh\ncat "${place.root}/tmp/x" "${place.root}/project"\n`);
    const settings: unknown = JSON.parse(readFileSync(place.at('project/.claude/settings.json'), 'utf8'));
    expect(settings).toEqual({ hooks: { a: [`${place.root}/hooks/A.sh`] } });
    expect(statSync(place.at('hooks/A.sh')).mode & 0o777).toBe(0o755);
    expect(statSync(place.start).isDirectory()).toBe(true);
  });

  it('keeps the environment small, and its own variables cannot be replaced', async () => {
    place = await makePlace(VECTOR);
    const { root, env } = place;
    expect(env).toEqual({
      PATH: process.env['PATH'],
      HOME: `${root}/home`,
      MINE: `${root}/home/mine`,
      VECTOR_HOOKS: `${root}/hooks`,
      VECTOR_TMP: `${root}/tmp`,
      VECTOR_RAN: `${root}/ran`,
    });
  });

  it('counts the runs since it was told to forget them', async () => {
    place = await makePlace(VECTOR);
    await place.write({ ran: 'A\nB\nA\n' });
    expect(await place.runs()).toEqual(
      new Map([
        ['A', 2],
        ['B', 1],
      ]),
    );
    await place.forgetRuns();
    expect(await place.runs()).toEqual(new Map());
  });

  it('reads what scripts saved', async () => {
    place = await makePlace(VECTOR);
    await place.write({ 'tmp/A.stdin': '{}\n' });
    expect([place.saved('A.stdin'), place.saved('B.stdin')]).toEqual(['{}\n', null]);
  });

  it('leaves nothing behind', async () => {
    place = await makePlace(VECTOR);
    await place.remove();
    expect(existsSync(place.root)).toBe(false);
  });
});

// Links in a plugin: each is installed as what it leads to, and that is installed too.
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../testing/play.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
  stage.write('guard/hooks.json', { hooks: {} });
  stage.write('guard/lib/run.sh', '#!/bin/sh\n', 0o755);
  stage.write('guard/lib/data', 'data');
});
afterEach(() => stage.remove());

const installed = (): string => join(stage.dir, '.amplifier', 'hooks', 'guard');

it('a link to a file, to a folder, and to another link', async () => {
  symlinkSync('lib/data', stage.path('guard/data'));
  symlinkSync('data', stage.path('guard/again'));
  symlinkSync('lib', stage.path('guard/all'));
  expect(await stage.play(['install', stage.path('guard'), '--yes'])).toMatchObject({ code: 0 });
  const files = ['again', 'all/data', 'all/run.sh', 'data', 'hooks.json', 'lib/data', 'lib/run.sh'];
  const found = readdirSync(installed(), { recursive: true, encoding: 'utf8' });
  expect(found.filter((path) => lstatSync(join(installed(), path)).isFile()).sort()).toEqual(files);
  expect(found.filter((path) => lstatSync(join(installed(), path)).isSymbolicLink())).toEqual([]);
  for (const path of ['again', 'all/data', 'data', 'lib/data'])
    expect(readFileSync(join(installed(), path), 'utf8')).toBe('data');
});

it('whoever may read the place may read the files, whatever the umask is', async () => {
  const before = process.umask(0o077);
  try {
    expect(await stage.play(['install', stage.path('guard'), '--yes'])).toMatchObject({ code: 0 });
  } finally {
    process.umask(before);
  }
  const modeOf = (path: string): number => statSync(join(installed(), path)).mode & 0o777;
  expect([modeOf('lib/data'), modeOf('lib/run.sh')]).toEqual([0o644, 0o755]);
});

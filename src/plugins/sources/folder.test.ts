import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchText, problemOf } from './testing/fetching.js';
import { inside, place, treeOf } from './testing/place.js';

function folderWith(files: Readonly<Record<string, string>>, at = place()): string {
  for (const [name, content] of Object.entries(files)) {
    const file = join(at, name);
    mkdirSync(dirname(file), { recursive: true });
    if (content.startsWith('-> ')) symlinkSync(content.slice(3), file);
    else writeFileSync(file, content);
  }
  return at;
}

describe('a plugin from a folder', () => {
  it('is copied, with its links, without .git', async () => {
    const folder = folderWith({
      'hooks/hooks.json': '{}',
      'bin/run.sh': 'x',
      run: '-> bin/run.sh',
      '.git/config': 'secret',
      'sub/.git': 'gitdir: elsewhere',
    });
    chmodSync(join(folder, 'bin/run.sh'), 0o4777);
    mkdirSync(join(folder, 'empty'));
    const fetched = await fetchText(folder);
    expect(fetched).toMatchObject({ pinned: { kind: 'folder', path: folder }, left: [] });
    expect(treeOf(fetched.folder)).toEqual({
      'bin/run.sh*': 'x',
      empty: '/',
      'hooks/hooks.json': '{}',
      run: '-> bin/run.sh',
      sub: '/',
    });
    const staging = dirname(dirname(fetched.folder));
    fetched.dispose();
    expect(readdirSync(staging)).toEqual([]);
  });

  it('may hold the staging folder, which is not copied into itself', async () => {
    const folder = folderWith({ 'hooks/hooks.json': '{}' });
    const fetched = await fetchText(folder, { staging: join(folder, '.amplifier', 'staging') });
    expect(treeOf(fetched.folder)).toEqual({ '.amplifier': '/', 'hooks/hooks.json': '{}' });
  });

  it('that is part of something larger gets copies of what its links lead to there', async () => {
    const whole = folderWith({
      'plugins/a/hooks.json': '-> ../../shared/hooks.json',
      'plugins/a/lib': '-> ../../shared/lib',
      'plugins/a/own': 'own',
      'shared/hooks.json': '{}',
      'shared/lib/x.py': 'x',
      'shared/lib/y.py': '-> x.py',
      'shared/lib/back': '-> ../../plugins/a/own',
    });
    const fetched = await fetchText(join(whole, 'plugins/a'), { within: whole });
    expect(treeOf(fetched.folder)).toEqual({
      'hooks.json': '{}',
      'lib/back': '-> ../own',
      'lib/x.py': 'x',
      'lib/y.py': 'x',
      own: 'own',
    });
    expect(await problemOf(join(whole, 'plugins/a'))).toMatchObject({ code: 'unsafe' });
  });

  it('must lie in what it is part of', async () => {
    const whole = place();
    symlinkSync(folderWith({ x: 'x' }), join(whole, 'out'));
    expect(await problemOf(join(whole, 'out'), { within: whole })).toMatchObject({ code: 'unsafe' });
  });

  it.each([
    ['out', { x: '-> ../secret' }],
    ['absolute', { x: '-> /etc/passwd' }],
    ['in a circle', { x: '-> y', y: '-> x' }],
    ['to where it lies', { 'a/x': '-> .' }],
  ])('is refused with a link that leads %s', async (_what, files) => {
    expect(await problemOf(folderWith(files))).toMatchObject({ code: 'unsafe' });
  });

  it('is refused with links that copy without end', async () => {
    const whole = folderWith({ 'p/x': '-> ../a', 'a/b': '-> ../b', 'b/a': '-> ../a' });
    expect(await problemOf(join(whole, 'p'), { within: whole })).toMatchObject({ code: 'unsafe' });
  });

  it('is refused with a pipe or a socket in it', async () => {
    const pipe = place();
    execFileSync('mkfifo', [join(pipe, 'pipe')]);
    expect(await problemOf(pipe)).toMatchObject({ code: 'unsafe', message: expect.stringContaining('pipe') });
    const socket = place();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(socket, 'socket'), resolve));
    expect(await problemOf(socket)).toMatchObject({ code: 'unsafe' });
    await new Promise((resolve) => server.close(resolve));
  });

  it('is refused where it is too big or has too many files', async () => {
    const folder = folderWith({ a: '', b: '', c: '' });
    truncateSync(join(folder, 'a'), 2_000_000);
    expect(await problemOf(folder, { limits: { bytes: 1_000_000 } })).toMatchObject({ code: 'too-big' });
    expect(await problemOf(folder, { limits: { files: 2 } })).toMatchObject({ code: 'too-big' });
  });

  it('has to be there, and to be a folder', async () => {
    const folder = folderWith({ file: 'x' });
    expect(await problemOf(join(folder, 'nope'))).toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/nope.*does not exist/),
    });
    expect(await problemOf(join(folder, 'file'))).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('is not a folder'),
    });
  });

  it('is not begun where the work is interrupted already, and gone where it is interrupted later', async () => {
    const folder = folderWith(
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`d${index}/x`, 'x'])),
    );
    const stop = new AbortController();
    const progress = { step: (_what: string, done: number) => (done > 20 ? stop.abort() : undefined) };
    expect(await problemOf(folder, { signal: stop.signal, progress })).toMatchObject({ code: 'interrupted' });
    const home = place();
    inside(home, 'staging');
    expect(await problemOf(folder, { signal: stop.signal }, home)).toMatchObject({ code: 'interrupted' });
  });

  it('needs a staging folder that can be written', async () => {
    const home = folderWith({ staging: 'a file' });
    await expect(fetchText(home, {}, home)).rejects.toMatchObject({ name: 'PluginProblem' });
  });
});

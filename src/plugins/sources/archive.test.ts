import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchPinned } from './fetch.js';
import { fetchText, optionsIn, problemOf } from './testing/fetching.js';
import { PLUGIN_TREE, place, treeOf } from './testing/place.js';
import { cutShort, deadAddress, serve, serveFiles } from './testing/servers.js';
import { pluginEntries, tgz } from './testing/tar-writer.js';
import { zip } from './testing/zip-writer.js';

const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const WRONG = '0'.repeat(64);

describe('an archive by URL', () => {
  it('is downloaded, checked, unpacked and pinned', async () => {
    const folder = place();
    const bytes = await tgz(pluginEntries('guard-1.0/'));
    writeFileSync(join(folder, 'guard.tgz'), bytes);
    const { url } = await serveFiles(folder);
    const steps: (readonly [string, number, number | null])[] = [];
    const progress = { step: (...step: readonly [string, number, number | null]) => void steps.push(step) };
    const fetched = await fetchText(`${url}/guard.tgz#sha256=${sumOf(bytes)}`, { progress });
    expect(treeOf(fetched.folder)).toEqual(PLUGIN_TREE);
    expect(fetched.pinned).toEqual({ kind: 'archive', url: `${url}/guard.tgz`, sha256: sumOf(bytes) });
    expect(steps).toContainEqual([`Downloading ${url}/guard.tgz`, bytes.byteLength, bytes.byteLength]);
    const again = await fetchPinned(fetched.pinned, optionsIn(place()));
    expect(treeOf(again.folder)).toEqual(PLUGIN_TREE);
  });

  it('is taken by what it is, not by its name, and without a known length', async () => {
    const bytes = zip(
      pluginEntries().map(({ name, data = '', mode = 0o644 }) => ({ name, data, mode: 0o100000 | mode })),
    );
    const { url } = await serve((_request, response) => {
      response.write(bytes);
      response.end();
    });
    const fetched = await fetchText(`${url}/guard.tgz`);
    expect(treeOf(fetched.folder)).toEqual(PLUGIN_TREE);
  });

  it('with a wrong checksum is not even unpacked', async () => {
    const { url } = await serve((_request, response) => response.end('not an archive'));
    const problem = await problemOf(`${url}/x.tgz#sha256=${WRONG}`);
    expect(problem).toMatchObject({ code: 'wrong-checksum', message: expect.stringContaining(WRONG) });
  });

  it('that is cut in the middle leaves nothing', async () => {
    const bytes = await tgz(pluginEntries());
    const { url } = await serve((_request, response) => cutShort(response, bytes));
    expect(await problemOf(`${url}/x.tgz`)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('the connection broke'),
    });
  });

  it.each([
    [404, 'not-found', 'no such file'],
    [403, 'fetch-failed', 'refuses access'],
    [500, 'unreachable', 'status 500'],
    [204, 'fetch-failed', 'status 204'],
  ])('answered with %i', async (status, code, message) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    expect(await problemOf(`${url}/x.tgz`)).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it('at which nobody answers', async () => {
    expect(await problemOf(`${await deadAddress()}/x.tgz`)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('cannot be reached'),
    });
  });

  it('is followed when it moves, but only over http(s)', async () => {
    const bytes = await tgz(pluginEntries());
    const { url } = await serve((_request, response, { pathname }) => {
      const to = {
        '/1.tgz': '/2.tgz',
        '/round.tgz': '/round.tgz',
        '/file.tgz': 'file:///etc/passwd',
        '/ftp.tgz': 'ftp://x/y',
        '/none.tgz': '',
      }[pathname];
      if (to === undefined) response.end(bytes);
      else response.writeHead(302, to === '' ? {} : { location: to }).end();
    });
    expect(treeOf((await fetchText(`${url}/1.tgz`)).folder)).toEqual(PLUGIN_TREE);
    expect(await problemOf(`${url}/round.tgz`)).toMatchObject({
      message: expect.stringContaining('redirects more'),
    });
    for (const name of ['file', 'ftp']) {
      expect(await problemOf(`${url}/${name}.tgz`)).toMatchObject({
        code: 'unsafe',
        message: expect.stringContaining(`redirects to ${name}:`),
      });
    }
    expect(await problemOf(`${url}/none.tgz`)).toMatchObject({ code: 'fetch-failed' });
  });

  it('larger than allowed is given up, whether it says so or not', async () => {
    const { url } = await serve((_request, response, { pathname }) => {
      if (pathname === '/says.tgz') response.writeHead(200, { 'content-length': 5000 });
      response.end(Buffer.alloc(5000));
    });
    for (const name of ['says', 'silent']) {
      expect(await problemOf(`${url}/${name}.tgz`, { limits: { download: 1000 } })).toMatchObject({
        code: 'too-big',
      });
    }
  });

  it('that never comes is given up', async () => {
    const { url } = await serve((_request, response, { pathname }) => {
      if (pathname !== '/nothing.tgz') response.writeHead(200, { 'content-length': 5000 }).write('a');
    });
    const silence = { silenceMs: 60 };
    expect(await problemOf(`${url}/nothing.tgz`, { limits: silence })).toMatchObject({ code: 'timed-out' });
    expect(await problemOf(`${url}/begins.tgz`, { limits: silence })).toMatchObject({ code: 'timed-out' });
    expect(await problemOf(`${url}/begins.tgz`, { limits: { deadlineMs: 60 } })).toMatchObject({
      code: 'timed-out',
      message: expect.stringContaining('longer than'),
    });
  });

  it('can be interrupted', async () => {
    const stop = new AbortController();
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 5000 }).write('a', () => stop.abort());
    });
    expect(await problemOf(`${url}/x.tgz`, { signal: stop.signal })).toMatchObject({ code: 'interrupted' });
  });

  it('is told without who logs in and without the query', async () => {
    const { url } = await serve((_request, response) => response.writeHead(404).end());
    const steps: string[] = [];
    const progress = { step: (what: string) => void steps.push(what) };
    const address = `${url.replace('//', '//ada:s3cret@')}/x.tgz`;
    const problem = await problemOf(address, { progress });
    expect(`${problem.message} ${problem.hint} ${steps.join(' ')}`).not.toContain('s3cret');
  });
});

describe('an archive on disk', () => {
  it('is unpacked and stays where it is', async () => {
    const file = join(place(), 'guard.tgz');
    const bytes = await tgz(pluginEntries());
    writeFileSync(file, bytes);
    const fetched = await fetchText(`${file}#sha256=${sumOf(bytes)}`);
    expect(treeOf(fetched.folder)).toEqual(PLUGIN_TREE);
    expect(fetched.pinned).toEqual({ kind: 'archive', url: file, sha256: sumOf(bytes) });
    expect(existsSync(file)).toBe(true);
  });

  it('has to be there, and right', async () => {
    const folder = place();
    writeFileSync(join(folder, 'x.zip'), 'hello');
    expect(await problemOf(join(folder, 'y.zip'))).toMatchObject({ code: 'not-found' });
    expect(await problemOf(join(folder, 'x.zip'))).toMatchObject({ code: 'bad-archive' });
    expect(await problemOf(`${join(folder, 'x.zip')}#sha256=${WRONG}`)).toMatchObject({
      code: 'wrong-checksum',
    });
    expect(await problemOf({ kind: 'archive', url: folder, sha256: null })).toMatchObject({
      code: 'bad-archive',
    });
    expect(await problemOf(join(folder, 'x.zip'), { limits: { download: 3 } })).toMatchObject({
      code: 'too-big',
    });
  });
});

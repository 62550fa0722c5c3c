import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemOf } from './testing/fetching.js';
import { place } from './testing/place.js';
import { TestRepository } from './testing/repository.js';
import { serveFiles, serveRegistry } from './testing/servers.js';
import { tgz } from './testing/tar-writer.js';

/** `null`: a small file system can be mounted; otherwise why not. */
function whyNoMount(): string | null {
  if (process.platform !== 'linux') return 'mounting a tmpfs is for Linux';
  const at = mkdtempSync(join(tmpdir(), 'mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', at], { stdio: 'pipe' });
    execFileSync('umount', [at], { stdio: 'pipe' });
    return null;
  } catch {
    return 'mounting a tmpfs needs root';
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}

const reason = whyNoMount();

describe(reason === null ? 'a full disk' : `a full disk (skipped: ${reason})`, () => {
  const small = mkdtempSync(join(tmpdir(), 'small-'));
  const options = { staging: join(small, 'staging') };
  const noise = randomBytes(3_000_000);

  beforeAll(() => {
    if (reason !== null) return;
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', small]);
    mkdirSync(options.staging);
  });
  afterAll(() => {
    if (reason === null) execFileSync('umount', [small]);
    rmSync(small, { recursive: true, force: true });
  });

  const full = { code: 'no-space', hint: expect.stringContaining('Make room') };

  it.skipIf(reason !== null)('while a folder is copied', async () => {
    const folder = place();
    writeFileSync(join(folder, 'big'), noise);
    expect(await problemOf(folder, options)).toMatchObject(full);
    expect(readdirSync(options.staging)).toEqual([]);
  });

  it.skipIf(reason !== null)('while an archive is downloaded, and while it is unpacked', async () => {
    const folder = place();
    writeFileSync(join(folder, 'big.tgz'), noise);
    writeFileSync(join(folder, 'grows.tgz'), await tgz([{ name: 'a', data: Buffer.alloc(3_000_000) }]));
    const { url } = await serveFiles(folder);
    expect(await problemOf(`${url}/big.tgz`, options)).toMatchObject(full);
    expect(await problemOf(`${url}/grows.tgz`, options)).toMatchObject(full);
  });

  it.skipIf(reason !== null)('while git fetches', async () => {
    const repo = new TestRepository(join(place(), 'repo'));
    writeFileSync(join(repo.folder, 'big'), noise);
    repo.git('config', 'core.compression', '0');
    repo.commit({});
    expect(await problemOf(`file://${repo.folder}`, options)).toMatchObject(full);
  });

  it.skipIf(reason !== null)('while npm packs', async () => {
    const bytes = await tgz([{ name: 'package/big', data: noise }]);
    const { url: registry } = await serveRegistry([{ name: 'guard', versions: { '1.0.0': bytes } }]);
    const source = { kind: 'npm', package: 'guard', version: null, registry } as const;
    expect(await problemOf(source, options)).toMatchObject(full);
  });
});

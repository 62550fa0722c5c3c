// Archives with damage: they are unpacked or refused in words, and nothing lies outside of their folder.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PluginProblem } from '../../src/plugins/problem.js';
import { LIMITS } from '../../src/plugins/sources/limits.js';
import { type TarEntry, tar } from '../../src/plugins/sources/testing/tar-writer.js';
import { zip } from '../../src/plugins/sources/testing/zip-writer.js';
import { unpackArchive } from '../../src/plugins/sources/unpack/index.js';
import type { Random } from './random.js';
import { must, type Target } from './target.js';

const NAMES = [
  'hooks/hooks.json',
  'hooks/../hooks.json',
  '../outside',
  '/outside',
  'a/b/c/d',
  'con',
  'hooks',
  'a\u0000b',
  './x',
  'é/é',
] as const;

const KINDS = ['symlink', 'link', 'fifo', 'directory'] as const;

export function archives(): Target {
  const place = mkdtempSync(join(tmpdir(), 'amplifier-hooks-fuzz-'));
  return {
    name: 'archives',
    share: 0.005,
    async tryOne(random) {
      const where = join(place, 'here');
      mkdirSync(where);
      const file = join(where, 'archive');
      writeFileSync(file, await archive(random));
      const [into, signal] = [join(where, 'into'), new AbortController().signal];
      try {
        await unpackArchive({ file, into, layout: 'plugin', limits: LIMITS, signal });
      } catch (error) {
        if (!(error instanceof PluginProblem)) throw error;
        must(!readdirSync(where).includes('into'), 'what was refused is still there');
      } finally {
        const beside = readdirSync(where).filter((name) => name !== 'archive' && name !== 'into');
        rmSync(where, { recursive: true, force: true });
        must(
          beside.length === 0 && readdirSync(place).length === 0,
          `it wrote outside: ${beside.join(', ')}`,
        );
      }
    },
    close: async () => rmSync(place, { recursive: true, force: true }),
  };
}

async function archive(random: Random): Promise<Buffer> {
  const kind = random.pick(['tar', 'tgz', 'zip']);
  const entries = Array.from({ length: 1 + random.below(5) }, () => ({
    name: random.pick(NAMES),
    data: 'x'.repeat(random.below(2000)),
  }));
  if (kind === 'zip') return spoiled(random, zip(entries));
  const links = entries.map(
    ({ name, data }): TarEntry =>
      random.chance(0.2) ? { name, type: random.pick(KINDS), to: random.pick(NAMES) } : { name, data },
  );
  const packed = await tar(links);
  return kind === 'tar'
    ? spoiled(random, packed)
    : spoiled(random, gzipSync(spoiled(random, packed), { level: 1 }));
}

function spoiled(random: Random, bytes: Buffer): Buffer {
  if (random.chance(0.3)) return bytes;
  const copy = Buffer.from(bytes);
  for (let times = random.below(6); times > 0 && copy.length > 0; times -= 1)
    copy[random.below(copy.length)] = random.below(256);
  return random.chance(0.2) ? copy.subarray(0, random.below(copy.length + 1)) : copy;
}

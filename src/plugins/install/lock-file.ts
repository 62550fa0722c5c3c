// hooks.lock.json: what is installed, from where, and what every file of it is. Nothing in it depends on time or machine.
import { rmSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { readText, replaceFile } from '../../files/index.js';
import { describe, isRecord, reasonOf } from '../../text/index.js';
import { pluginNameProblem } from '../marketplace/names.js';
import { PluginProblem } from '../problem.js';
import type { Pinned } from '../source.js';
import type { Additions } from './manifest.js';
import type { Place } from './place.js';
import { byCodeUnit, type FileFacts } from './tree.js';

export const LOCK_VERSION = 1;

export interface Locked {
  /** As asked for; a path below the place is relative to it. */
  readonly source: string;
  readonly pinned: Pinned;
  readonly version: string | null;
  readonly marketplace: string | null;
  /** What was written into the manifest of the copy; `null`: it is the author's. */
  readonly additions: Additions | null;
  readonly files: FileFacts;
}

export type LockedPlugins = ReadonlyMap<string, Locked>;

/** What the lock file of a place says; no file says that nothing is installed. */
export function readLock(place: Place): LockedPlugins {
  const { lockFile: file } = place;
  const read = readText(file);
  if (read.state === 'absent') return new Map();
  if (read.state === 'broken') throw bad(file, read.message);
  let value: unknown;
  try {
    value = JSON.parse(read.text);
  } catch (error) {
    throw bad(file, `it is not JSON (${reasonOf(error)})`);
  }
  if (!isRecord(value)) throw bad(file, 'it does not hold an object');
  if (value['version'] !== LOCK_VERSION)
    throw bad(file, `its version is ${describe(value['version'])}, and only ${LOCK_VERSION} is known here`);
  if (!isRecord(value['plugins'])) throw bad(file, '"plugins" is not an object');
  return new Map(
    Object.entries(value['plugins']).map(([name, entry]) => [name, lockedOf(name, entry, place)]),
  );
}

/** Writes it whole or not at all. Where nothing is installed, there is none. */
export function writeLock(place: Place, plugins: LockedPlugins): void {
  if (plugins.size === 0) {
    rmSync(place.lockFile, { force: true });
    return;
  }
  replaceFile(place.lockFile, lockText(place, plugins), { durable: true });
}

export function lockText(place: Place, plugins: LockedPlugins): string {
  const sorted = [...plugins].sort(([a], [b]) => byCodeUnit(a, b));
  const entries = sorted.map(([name, locked]) => [name, entryOf(locked, place)]);
  return `${JSON.stringify({ version: LOCK_VERSION, plugins: Object.fromEntries(entries) }, null, 2)}\n`;
}

function entryOf(locked: Locked, place: Place): Readonly<Record<string, unknown>> {
  const { source, pinned, version, marketplace, additions, files } = locked;
  const executable = [...files].filter(([, fact]) => fact.executable).map(([path]) => path);
  return {
    source,
    pinned: movable(pinned, (path) => portable(path, place.root)),
    version,
    marketplace,
    ...(additions === null ? {} : { additions }),
    files: Object.fromEntries([...files].map(([path, { sha256 }]) => [path, sha256])),
    executable,
  };
}

/** A path below the root is written from there, so that the lock file means the same in every copy of the project. */
export function portable(path: string, root: string): string {
  const inside = relative(root, path);
  if (inside === '') return '.';
  const outside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
  return outside ? path : `./${inside.split(sep).join('/')}`;
}

function movable(pinned: Pinned, move: (path: string) => string): Pinned {
  if (pinned.kind === 'folder') return { ...pinned, path: move(pinned.path) };
  if (pinned.kind === 'archive' && !/^https?:/i.test(pinned.url)) return { ...pinned, url: move(pinned.url) };
  return pinned;
}

function lockedOf(name: string, entry: unknown, place: Place): Locked {
  const fail = (why: string): PluginProblem => bad(place.lockFile, `${JSON.stringify(name)} ${why}`);
  const wrongName = pluginNameProblem(name);
  if (wrongName !== null) throw fail(wrongName);
  if (!isRecord(entry)) throw fail('is not an object');
  const { source, version, marketplace } = entry;
  if (typeof source !== 'string') throw fail('has no "source"');
  const pinned = pinnedOf(entry['pinned']);
  if (pinned === null) throw fail('has a "pinned" that is not understood');
  return {
    source,
    pinned: movable(pinned, (path) => resolve(place.root, path)),
    version: typeof version === 'string' ? version : null,
    marketplace: typeof marketplace === 'string' ? marketplace : null,
    additions: additionsOf(entry['additions']),
    files: filesOf(entry, fail),
  };
}

function additionsOf(value: unknown): Additions | null {
  if (!isRecord(value)) return null;
  return { name: typeof value['name'] === 'string' ? value['name'] : null, hooks: value['hooks'] ?? null };
}

function filesOf(entry: Readonly<Record<string, unknown>>, fail: (why: string) => PluginProblem): FileFacts {
  const { files, executable } = entry;
  if (!isRecord(files)) throw fail('has no "files"');
  const runs = new Set<unknown>(Array.isArray(executable) ? executable : []);
  return new Map(
    Object.entries(files).map(([path, sha256]) => {
      // Files are removed by this list, so nothing in it may lead out of the plugin.
      if (!isPlainPath(path))
        throw fail(`names the file ${JSON.stringify(path)}, which is no path in a plugin`);
      if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
        throw fail(`has no digest for ${JSON.stringify(path)}`);
      return [path, { sha256, executable: runs.has(path) }];
    }),
  );
}

const isPlainPath = (path: string): boolean =>
  path !== '' &&
  !/[\u0000\\]/.test(path) &&
  !/^[A-Za-z]:/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

function pinnedOf(value: unknown): Pinned | null {
  if (!isRecord(value)) return null;
  const text = (name: string): string | null => (typeof value[name] === 'string' ? value[name] : null);
  switch (value['kind']) {
    case 'folder': {
      const path = text('path');
      return path === null ? null : { kind: 'folder', path };
    }
    case 'git': {
      const [url, commit] = [text('url'), text('commit')];
      return url === null || commit === null ? null : { kind: 'git', url, commit, folder: text('folder') };
    }
    case 'npm': {
      const [name, version, integrity] = [text('package'), text('version'), text('integrity')];
      if (name === null || version === null || integrity === null) return null;
      return { kind: 'npm', package: name, version, integrity, registry: text('registry') };
    }
    case 'archive': {
      const [url, sha256] = [text('url'), text('sha256')];
      return url === null || sha256 === null ? null : { kind: 'archive', url, sha256 };
    }
    default:
      return null;
  }
}

const bad = (file: string, why: string): PluginProblem =>
  new PluginProblem('bad-lock-file', `${file} cannot be used: ${why}`);

// hooks.lock.json: what is installed, from where, and what every file of it is. Nothing in it depends on time or machine.
import { rmSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { liesIn, readText, replaceFile } from '../../files/index.js';
import { describe, isRecord, reasonOf } from '../../text/index.js';
import {
  check,
  described,
  type Infer,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  text,
  textLike,
  worded,
} from '../../text/shapes/index.js';
import { pluginName } from '../marketplace/names.js';
import { PluginProblem } from '../problem.js';
import { type Pinned, pinned, sha256 } from '../source.js';
import { type Additions, additions } from './manifest.js';
import type { InstallPlace } from './place.js';
import { byCodeUnit, type FileFacts } from './tree.js';

const LOCK_VERSION = 1;

/** Files are removed by their list, so nothing in it may lead out of the plugin: below it, with `/`. */
const filePath = textLike(
  /^(?![A-Za-z]:)(?!(?:[\s\S]*\/)?\.{0,2}(?:\/|$))[^\\\u0000]+$/,
  'by a path in the plugin',
);

const entry = object({
  source: described('As it was asked for.', text),
  pinned: described('What gives the same bytes again.', pinned),
  version: orNull(text),
  marketplace: orNull(text),
  additions: optional(
    described(
      'What was written into the manifest of the installed copy: another name, hooks of a marketplace entry.',
      additions,
    ),
  ),
  files: described('Path → sha256 of the installed file.', mapOf(sha256, filePath)),
  executable: described('Files that may be executed.', listOf(text)),
});

export const lockFile = object({
  $schema: optional(text),
  version: oneOf(LOCK_VERSION),
  plugins: mapOf(entry, worded('by the name of a folder', pluginName)),
});

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
export function readLock(place: InstallPlace): LockedPlugins {
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
  if (isRecord(value) && value['version'] !== LOCK_VERSION)
    throw bad(file, `its version is ${describe(value['version'])}, and only ${LOCK_VERSION} is known here`);
  if (!lockFile.is(value)) {
    const problems = check(lockFile, value, 'it').map(({ message }) => message);
    throw bad(file, problems.join('; '));
  }
  return new Map(Object.entries(value.plugins).map(([name, written]) => [name, lockedOf(written, place)]));
}

/** Writes it whole or not at all. Where nothing is installed, there is none. */
export function writeLock(place: InstallPlace, plugins: LockedPlugins): void {
  if (plugins.size === 0) {
    rmSync(place.lockFile, { force: true });
    return;
  }
  replaceFile(place.lockFile, lockText(place, plugins), { durable: true });
}

export function lockText(place: InstallPlace, plugins: LockedPlugins): string {
  const sorted = [...plugins].sort(([a], [b]) => byCodeUnit(a, b));
  const entries = sorted.map(([name, locked]) => [name, entryOf(locked, place)]);
  return `${JSON.stringify({ version: LOCK_VERSION, plugins: Object.fromEntries(entries) }, null, 2)}\n`;
}

function entryOf({ files, ...locked }: Locked, place: InstallPlace): Infer<typeof entry> {
  const executable = [...files].filter(([, fact]) => fact.executable).map(([path]) => path);
  return {
    source: locked.source,
    pinned: movable(locked.pinned, (path) => portable(path, place.root)),
    version: locked.version,
    marketplace: locked.marketplace,
    ...(locked.additions === null ? {} : { additions: locked.additions }),
    files: Object.fromEntries([...files].map(([path, { sha256 }]) => [path, sha256])),
    executable,
  };
}

/** A path below the root is written from there, so that the lock file means the same in every copy of the project. */
export function portable(path: string, root: string): string {
  const inside = relative(root, path);
  if (inside === '') return '.';
  return liesIn(root, path) ? `./${inside.split(sep).join('/')}` : path;
}

function movable(pin: Pinned, move: (path: string) => string): Pinned {
  if (pin.kind === 'folder') return { ...pin, path: move(pin.path) };
  if (pin.kind === 'archive' && !/^https?:/i.test(pin.url)) return { ...pin, url: move(pin.url) };
  return pin;
}

function lockedOf({ files, executable, ...written }: Infer<typeof entry>, place: InstallPlace): Locked {
  const runs = new Set(executable);
  return {
    ...written,
    pinned: movable(written.pinned, (path) => resolve(place.root, path)),
    additions: written.additions ?? null,
    files: new Map(
      Object.entries(files).map(([path, digest]) => [path, { sha256: digest, executable: runs.has(path) }]),
    ),
  };
}

const bad = (file: string, why: string): PluginProblem =>
  new PluginProblem('bad-lock-file', `${file} cannot be used: ${why}`);

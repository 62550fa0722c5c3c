// The content of a marketplace, brought into a staging folder; what lies on this machine stays where it is.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { forgetScratch, privateFolder, rememberScratch } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';
import type { Progress } from '../source.js';
import { shownAddress } from '../sources/clean-text.js';
import { download } from '../sources/download.js';
import { fetchSource } from '../sources/fetch.js';
import { LIMITS } from '../sources/limits.js';
import { problemWith } from '../sources/order.js';
import { copyFolder, stagingFolder } from './copies.js';
import type { Known } from './known.js';
import type { MarketplacePlace } from './listing.js';
import { isLocal, type Origin } from './origin.js';
import { placeIn, placeOfFile } from './read.js';

export interface FetchSurroundings {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  readonly signal: AbortSignal | null;
}

export interface Content {
  readonly place: MarketplacePlace;
  /** The folder that becomes the copy; `null`: there is no copy. */
  readonly fresh: string | null;
  readonly commit: string | null;
  dispose(): void;
}

const MiB = 1024 * 1024;
/** A marketplace holds many plugins, and often the rest of a repository. */
const WHOLE_REPOSITORY = { bytes: 1024 * MiB, files: 100_000 };
const ONE_FILE = { ...LIMITS, download: 16 * MiB, deadlineMs: 60_000 };

/** Where a known marketplace is read from. */
export function placeOfKnown(home: string, { name, origin }: Known): MarketplacePlace {
  return placeOf(origin, copyFolder(home, name));
}

function placeOf(origin: Origin, copy: string): MarketplacePlace {
  switch (origin.kind) {
    case 'folder':
      return placeIn(origin.path, true);
    case 'file':
      return placeOfFile(origin.path, true);
    case 'address':
      return { file: fileIn(copy), root: null, local: false };
    case 'git':
      return placeIn(copy, isLocal(origin));
  }
}

const fileIn = (copy: string): string => join(copy, '.claude-plugin', 'marketplace.json');

/** Throws a `PluginProblem`; then nothing of it is left. */
export async function fetchContent(origin: Origin, around: FetchSurroundings): Promise<Content> {
  if (origin.kind === 'folder' || origin.kind === 'file')
    return { place: placeOf(origin, ''), fresh: null, commit: null, dispose: () => undefined };
  const staging = join(stagingFolder(around.home), randomUUID().slice(0, 8));
  // An interrupted command ends the process at once.
  rememberScratch(staging);
  const dispose = (): void => {
    rmSync(staging, { recursive: true, force: true, maxRetries: 3 });
    forgetScratch(staging);
  };
  try {
    const { fresh, commit } = await bring(origin, staging, around);
    return { place: placeOf(origin, fresh), fresh, commit, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function bring(
  origin: Extract<Origin, { kind: 'git' | 'address' }>,
  staging: string,
  { env, progress, signal }: FetchSurroundings,
): Promise<{ readonly fresh: string; readonly commit: string | null }> {
  if (origin.kind === 'git') {
    const { folder, pinned } = await fetchSource(origin, {
      staging,
      progress,
      signal,
      env,
      limits: WHOLE_REPOSITORY,
    });
    return { fresh: folder, commit: pinned.kind === 'git' ? pinned.commit : null };
  }
  const stop = signal ?? new AbortController().signal;
  const file = fileIn(join(staging, 'copy'));
  try {
    privateFolder(dirname(file));
  } catch (error) {
    const why = reasonOf(error);
    throw new PluginProblem(codeOfFileError(error), `${staging} cannot be made: ${why}`, { cause: error });
  }
  try {
    await download(origin.url, file, { work: staging, progress, signal: stop, env, limits: ONE_FILE });
  } catch (error) {
    throw problemWith(shownAddress(origin.url), error, stop);
  }
  return { fresh: join(staging, 'copy'), commit: null };
}

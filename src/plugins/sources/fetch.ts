// Brings the files of a plugin into a folder of their own; what fails leaves nothing behind.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { codeOfFileError, PluginProblem } from '../problem.js';
import type { Fetched, Pinned, Progress } from '../source.js';
import { shorten } from './clean-text.js';
import { formatSource } from './format.js';
import { LIMITS, type Limits } from './limits.js';
import {
  type Env,
  type FetchableSource,
  type FetchOrder,
  type Gathered,
  interrupted,
  problemWith,
} from './order.js';

export interface FetchOptions {
  /** A folder for what is on its way, on the file system where it will stay; made where it is missing. */
  readonly staging: string;
  readonly progress: Progress;
  readonly signal: AbortSignal | null;
  /** For git and npm: PATH, HOME, and how they are set up. */
  readonly env: Env;
  readonly limits?: Partial<Limits>;
  /** For a folder that is part of something larger: links may lead anywhere in there, and become copies. */
  readonly within?: string;
}

/** Throws a `PluginProblem`; then nothing of it is left in the staging folder. */
export async function fetchSource(source: FetchableSource, options: FetchOptions): Promise<Fetched> {
  const { staging, progress, env } = options;
  const signal = options.signal ?? new AbortController().signal;
  const what = formatSource(source);
  if (signal.aborted) throw interrupted();
  const work = room(staging);
  const dispose = (): void => rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  try {
    const order: FetchOrder = { work, progress, signal, env, limits: { ...LIMITS, ...options.limits } };
    const gathered = await gather(source, order, options.within ?? null);
    if (signal.aborted) throw interrupted();
    return { ...gathered, dispose };
  } catch (error) {
    dispose();
    throw problemWith(what, error, signal);
  }
}

/** Fetches exactly what was once written down. */
export async function fetchPinned(pinned: Pinned, options: FetchOptions): Promise<Fetched> {
  const fetched = await fetchSource(sourceOf(pinned), options);
  const { pinned: now } = fetched;
  if (pinned.kind !== 'npm' || now.kind !== 'npm' || now.integrity === pinned.integrity) return fetched;
  fetched.dispose();
  throw new PluginProblem(
    'wrong-checksum',
    `npm:${pinned.package}@${pinned.version}: its integrity is ${now.integrity}, and ${pinned.integrity} was written down`,
  );
}

export function sourceOf(pinned: Pinned): FetchableSource {
  if (pinned.kind === 'git') return { ...pinned, ref: null };
  if (pinned.kind !== 'npm') return pinned;
  const { kind, package: name, version, registry } = pinned;
  return { kind, package: name, version, registry };
}

async function gather(source: FetchableSource, order: FetchOrder, within: string | null): Promise<Gathered> {
  switch (source.kind) {
    case 'folder': {
      const { fetchFolder } = await import('./folder.js');
      return fetchFolder(source, order, within);
    }
    case 'git': {
      const { fetchGit } = await import('./git/fetch-git.js');
      return fetchGit(source, order);
    }
    case 'npm': {
      const { fetchNpm } = await import('./npm.js');
      return fetchNpm(source, order);
    }
    case 'example': {
      const { fetchExample } = await import('./example.js');
      return fetchExample(source, order);
    }
    case 'archive': {
      const { fetchArchive } = await import('./archive.js');
      return fetchArchive(source, order);
    }
  }
}

function room(staging: string): string {
  try {
    makeFolders(staging);
    return mkdtempSync(join(staging, 'fetch-'));
  } catch (error) {
    const why = shorten(reasonOf(error));
    throw new PluginProblem(codeOfFileError(error), `${staging} cannot be used for what is fetched: ${why}`, {
      cause: error,
    });
  }
}

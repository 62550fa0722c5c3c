// Copies of approved plugin folders: what runs is the copy, so that nothing in a project can swap it between check and run.
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { inOneStep, liesIn, privateFolder, readBytes } from '../files/index.js';
import type { Hook, HookSource } from '../nouns.js';
import { canonicalJson, sha256 } from '../text/index.js';
import type { Digests, FileDigest } from './digests.js';
import type { Identity } from './identity.js';
import { trustFolder } from './store.js';

/** Variables and places that mean the project, wherever the hook lies. */
const PROJECT = /CLAUDE_PROJECT_DIR|AMPLIFIER_PROJECT_DIR|\$\{?PWD|\$\(pwd\)|`pwd`/;

/** Why a hook cannot be pinned; `null`: it can. */
export function whyNotPinned(hook: Hook, { files, contents }: Identity): string | null {
  const { handler, source } = hook;
  if (handler.type !== 'command') return 'only commands can be pinned';
  if (source.pluginRoot === null)
    return 'it belongs to no folder of its own; put it into .amplifier/hooks/<name>/';
  if (PROJECT.test([handler.command, ...(handler.args ?? [])].join(' ')))
    return 'its command names the project';
  const root = source.pluginRoot;
  const outside = files.find(
    ({ name, path, written }) => contents[name] !== null && (written !== null || !liesIn(root, path)),
  );
  return outside === undefined
    ? null
    : `it runs ${outside.name}, which lies in the project and not in its folder`;
}

/** Copies the folder of a hook into the user's store; the digest of all that is in it. */
export function pin(stateDir: string, folder: string): string {
  const digest = treeDigest(folder);
  const place = join(pinsFolder(stateDir), digest);
  if (existsSync(join(place, basename(folder)))) return digest;
  privateFolder(place);
  inOneStep(join(place, basename(folder)), (temporary) =>
    cpSync(folder, temporary, { recursive: true, dereference: false, verbatimSymlinks: true }),
  );
  if (treeDigest(join(place, basename(folder))) !== digest)
    throw new Error(`${folder} changes while it is copied`);
  return digest;
}

/** The source of a hook with its root variables pointing at the copy; `null`: the copy is not what it was. */
export function pinnedSource(
  stateDir: string,
  source: HookSource,
  digest: string,
  digests: Digests,
): HookSource | null {
  if (source.pluginRoot === null) return null;
  const pluginRoot = join(pinsFolder(stateDir), digest, basename(source.pluginRoot));
  if (!isCopy(pluginRoot, digest, digests)) return null;
  const inHooksDir = dirname(source.pluginRoot) === source.hooksDir;
  return { ...source, pluginRoot, hooksDir: inHooksDir ? dirname(pluginRoot) : source.hooksDir };
}

/** Why a copy that was pinned must not be run; `null`: it is what was approved; `undefined`: the hook is not pinned. */
export function pinProblem(stateDir: string, { source }: Hook, digests: Digests): string | null | undefined {
  const { pluginRoot } = source;
  if (pluginRoot === null || !liesIn(pinsFolder(stateDir), pluginRoot)) return undefined;
  if (isCopy(pluginRoot, basename(dirname(pluginRoot)), digests)) return null;
  return `the copy that you pinned in ${pluginRoot} was changed; approve it again: \`amplifier-hooks trust --pin\``;
}

function isCopy(folder: string, digest: string, digests: Digests): boolean {
  try {
    return treeDigest(folder, (path) => digests.of({ path, root: folder })) === digest;
  } catch {
    return false;
  }
}

const pinsFolder = (stateDir: string): string => join(trustFolder(stateDir), 'pins');

/** Over every regular file below a folder. Throws where there is anything else but folders. */
function treeDigest(
  folder: string,
  digestOf: (path: string) => FileDigest = (path) => sha256(readBytes(path)),
): string {
  const found: (readonly [string, FileDigest])[] = [];
  const visit = (here: string): void => {
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const path = join(here, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.push([relative(folder, path).split(sep).join('/'), digestOf(path)]);
      else throw new Error(`${path} is neither a file nor a folder`);
    }
  };
  visit(folder);
  return sha256(canonicalJson(found.sort(([a], [b]) => (a < b ? -1 : 1))));
}

// What a person means by the text of a source. Looks at nothing but the text: no disk, no network.
import { resolve } from 'node:path';
import { urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { isArchiveAddress, isArchivePath } from './archive.js';
import { quoted } from './clean-text.js';
import { gitHub, parseGit } from './parse-git.js';
import { parseNpm } from './parse-npm.js';

export type Parsed = { readonly ok: PluginSource } | { readonly problem: PluginProblem };

export interface PathBase {
  readonly cwd: string;
  /** What `~` stands for. */
  readonly home: string;
}

const LONGEST = 4096;
const PATH = /^(?:\.{0,2}\/|\.{1,2}$|~\/|~$)/;
const CHECKSUM = /#sha256=([0-9a-f]{64})$/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const WORD = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The rules, in this order:
 * 1. `npm:…` is a package, `github:…` a repository, `example:…` a plugin that comes with this package.
 * 2. What begins with `./`, `../`, `/` or `~/` is a folder; with the ending of an archive, that archive.
 * 3. A URL of `http(s)` or `file` with the ending of an archive, or with `#sha256=…`, is an archive; every other
 *    URL, and `user@host:path`, is a git repository.
 * 4. `x.zip` and the like without a scheme is a path.
 * 5. `name@marketplace` has no slash; `owner/name` has one, and is at GitHub even if there is such a folder.
 */
export function parseSource(text: string, surroundings: PathBase): Parsed {
  const source = text.trim();
  const refusal = refused(source);
  if (refusal !== null) return { problem: refusal };
  try {
    return { ok: read(source, surroundings) };
  } catch (error) {
    if (error instanceof PluginProblem) return { problem: error };
    throw error;
  }
}

function refused(text: string): PluginProblem | null {
  if (text === '') return bad(text, 'is empty');
  if (text.length > LONGEST) return bad(`${text.slice(0, 40)}…`, 'is too long for a source');
  if (/[\u0000-\u001f\u007f]/.test(text)) return bad(text, 'holds control characters');
  if (text.startsWith('-')) return bad(text, 'begins with a dash, as an option does');
  return null;
}

function read(text: string, { cwd, home }: PathBase): PluginSource {
  if (text.startsWith('npm:')) return parseNpm(text);
  if (text.startsWith('example:')) return { kind: 'example', name: text.slice('example:'.length) };
  if (text.startsWith('github:')) return gitHub(text.slice('github:'.length), text);
  if (PATH.test(text)) return onDisk(text, cwd, home);
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) return atAddress(text, scheme);
  if (/^[^/@\s]+@[^/:@\s]+:/.test(text)) return parseGit(text);
  const bare = text.replace(CHECKSUM, '');
  if (isArchivePath(bare) && !/[:#]/.test(bare)) return onDisk(text, cwd, home);
  if (!text.includes('/')) return inMarketplace(text);
  return gitHub(text, text);
}

/** A folder's path is taken as it stands, `#` and all; a slash at its end says that it is a folder. */
function onDisk(text: string, cwd: string, home: string): PluginSource {
  const place = (path: string): string =>
    path === '~' || path.startsWith('~/') ? resolve(home, `.${path.slice(1)}`) : resolve(cwd, path);
  const path = text.replace(CHECKSUM, '');
  if (isArchivePath(path)) return { kind: 'archive', url: place(path), sha256: checksum(text) };
  if (/#sha256=[^/]*$/i.test(text)) throw badChecksum(text);
  return { kind: 'folder', path: place(text) };
}

function atAddress(text: string, scheme: string): PluginSource {
  const archive = isArchiveAddress(text);
  const web = scheme === 'http' || scheme === 'https';
  const named = /#sha256=/i.test(text);
  if (named && (web || scheme === 'file') && checksum(text) === null) throw badChecksum(text);
  if (web && (named || archive)) {
    const url = text.replace(/#.*$/, '');
    if (/\s/.test(url)) throw bad(text, 'has a space in its address; write %20');
    if (urlOf(url) === null) throw bad(text, 'is not an address');
    return { kind: 'archive', url, sha256: checksum(text) };
  }
  if (scheme === 'file' && archive) {
    return { kind: 'archive', url: filePath(text), sha256: checksum(text) };
  }
  return parseGit(text);
}

function filePath(text: string): string {
  const { host, pathname } = urlOf(text) ?? { host: '?', pathname: '' };
  if (host !== '') throw bad(text, 'is a file: URL with a host; write file:///path');
  try {
    const path = resolve(decodeURIComponent(pathname));
    if (!/[\u0000-\u001f\u007f]/.test(path)) return path;
  } catch {
    // Said below.
  }
  throw bad(text, 'is not an address');
}

const checksum = (text: string): string | null => CHECKSUM.exec(text)?.[1]?.toLowerCase() ?? null;

function inMarketplace(text: string): PluginSource {
  const [plugin = '', marketplace, ...more] = text.split('@');
  if (marketplace !== undefined && more.length === 0 && WORD.test(plugin) && WORD.test(marketplace)) {
    return { kind: 'marketplace', plugin, marketplace };
  }
  const hint = `Write ./${text} for a folder, npm:${text} for a package, or ${text}@<marketplace> for a plugin of a marketplace.`;
  throw WORD.test(text)
    ? new PluginProblem('bad-source', `${JSON.stringify(text)} alone does not say where it comes from`, {
        hint,
      })
    : bad(text, 'is not a source of a plugin');
}

const badChecksum = (text: string): PluginProblem =>
  new PluginProblem('bad-source', `${quoted(text)} has no checksum of 64 hexadecimal digits`, {
    hint: 'Write <archive>#sha256=<what sha256sum prints>, with an archive before it.',
  });

const bad = (text: string, why: string): PluginProblem =>
  new PluginProblem('bad-source', `${quoted(text)} ${why}`);

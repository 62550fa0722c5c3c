// Git repositories: `owner/name`, URLs, `user@host:path`, each with `#ref`, `#ref:folder` or `#:folder`.

import { urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { quoted } from './clean-text.js';

type GitSource = Extract<PluginSource, { kind: 'git' }>;

/** What is told apart in an address before git sees it. */
interface Fragment {
  readonly ref: string | null;
  readonly folder: string | null;
}

const SCHEMES = ['https', 'http', 'ssh', 'git', 'file'];
const HINT = 'Write owner/name, a git URL or user@host:path, and after it #ref, #ref:folder or #:folder.';
const NOWHERE: Fragment = { ref: null, folder: null };

/** `owner/name`, also with `@ref` as marketplaces are named. */
export function gitHub(text: string, whole: string): GitSource {
  const [, owner = '', name = '', at, rest] =
    /^([^/@#\s]+)\/([^/@#\s]+)(?:@([^#\s]+))?(?:#(.*))?$/.exec(text) ?? [];
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9-]*)$/.test(owner) || !/^[A-Za-z0-9_.][A-Za-z0-9._-]*$/.test(name)) {
    const hint = `Write ./${whole} for a folder, and owner/name#ref:folder for a folder of a repository.`;
    throw bad(whole, 'is neither owner/name nor an address', text.startsWith('.') ? HINT : hint);
  }
  if (at !== undefined && rest !== undefined) throw bad(whole, 'names a ref twice, after @ and after #');
  const repository = name.replace(/\.git$/, '');
  if (/^\.*$/.test(repository)) throw bad(whole, 'names no repository');
  return source(`https://github.com/${owner}/${repository}.git`, placed(at ?? rest, whole), whole);
}

export function parseGit(text: string): GitSource {
  const [before, fragment] = splitAt(text, '#');
  const address = before.trimEnd();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return secureCopy(address, fragment, text);
  const plain = address.replace(/^git\+(?=[a-z]+:)/i, '');
  const scheme = plain.slice(0, plain.indexOf(':')).toLowerCase();
  if (!SCHEMES.includes(scheme)) {
    throw bad(text, `has the scheme ${scheme}:, and only ${SCHEMES.join(', ')} are fetched`);
  }
  if (scheme !== 'file' && /\s/.test(plain)) throw bad(text, 'has a space in its address; write %20');
  const url = urlOf(plain);
  if (url === null) throw bad(text, 'is not an address');
  const { hostname, username, pathname } = url;
  if (scheme !== 'file' && hostname === '') throw bad(text, 'names no host');
  if (scheme === 'file' && hostname !== '') throw bad(text, 'names a host; write file:///path');
  if (hostname.startsWith('-') || decoded(username, text).startsWith('-'))
    throw bad(text, 'is not an address');
  if (pathname === '' || pathname === '/') throw bad(text, 'names no repository');
  return atUrl(plain, scheme, fragment, text);
}

function atUrl(address: string, scheme: string, fragment: string | undefined, text: string): GitSource {
  if (scheme !== 'http' && scheme !== 'https') return source(address, placed(fragment, text), text);
  const { url: withoutQuery, place } = fromQuery(address, text);
  const { url, place: tree } = fromTree(withoutQuery, text);
  const given = [placed(fragment, text), place, tree].filter(
    ({ ref, folder }) => ref !== null || folder !== null,
  );
  if (given.length > 1) throw bad(text, 'names a ref or folder twice');
  return source(atGitHub(url), given[0] ?? NOWHERE, text);
}

/** `?path=folder` and `?ref=ref`; other questions belong to the address. */
function fromQuery(address: string, text: string): { readonly url: string; readonly place: Fragment } {
  const [url = '', query] = splitAt(address, '?');
  if (query === undefined) return { url, place: NOWHERE };
  const pairs = query.split('&').map((pair) => splitAt(pair, '='));
  const value = (key: string): string | null => {
    const found = pairs.find(([name]) => name === key)?.[1];
    return found === undefined || found === '' ? null : decoded(found, text);
  };
  const others = pairs.filter(([name]) => name !== 'path' && name !== 'ref').map((pair) => pair.join('='));
  const place: Fragment = { ref: value('ref'), folder: value('path') };
  return { url: others.join('') === '' ? url : `${url}?${others.join('&')}`, place };
}

/** The address of a folder as the browser shows it. The ref is taken to have no slash; `#ref:folder` is exact. */
function fromTree(address: string, text: string): { readonly url: string; readonly place: Fragment } {
  const [, gitHubUrl, gitHubRest] =
    /^(https?:\/\/(?:[^/@]*@)?github\.com\/[^/]+\/[^/]+)\/tree\/(.+)$/i.exec(address) ?? [];
  const [, gitLabUrl, gitLabRest] = /^(https?:\/\/[^/]+\/.+?)\/-\/tree\/(.+)$/.exec(address) ?? [];
  const url = gitHubUrl ?? gitLabUrl;
  const rest = gitHubRest ?? gitLabRest;
  if (url === undefined || rest === undefined) return { url: address, place: NOWHERE };
  const [ref = '', folder] = splitAt(decoded(rest, text).replace(/\?.*$/, ''), '/');
  return { url: gitLabUrl === undefined ? url : `${url}.git`, place: { ref, folder: folder || null } };
}

/** One spelling for what is at GitHub, so that the same repository is seen to be the same. */
function atGitHub(url: string): string {
  const [, start, name] = /^(https:\/\/github\.com\/[^/]+\/)([^/?]+?)(?:\.git)?\/?$/i.exec(url) ?? [];
  return start === undefined || name === undefined || /^\.+$/.test(name)
    ? url
    : `${start.replace(/^https:\/\/github\.com/i, 'https://github.com')}${name}.git`;
}

function secureCopy(address: string, fragment: string | undefined, text: string): GitSource {
  const [, user = '-', host = '-', path = '-'] = /^([^@/:\s]+)@([^@/:\s]+):(.+)$/.exec(address) ?? [];
  if ([user, host, path].some((part) => part.startsWith('-'))) throw bad(text, 'is not an address');
  return source(address, placed(fragment, text), text);
}

/** `ref`, `ref:folder`, `:folder`, and `ref&path:folder` as one package manager writes it. */
function placed(fragment: string | undefined, text: string): Fragment {
  if (fragment === undefined || fragment === '') return NOWHERE;
  if (/(?:^|#)sha256=/i.test(fragment)) throw bad(text, 'has a checksum, which only archives have');
  const [, before = '', path] = /^(?:(.*?)&)?path:(.*)$/.exec(fragment) ?? [];
  if (path !== undefined) return { ref: before || null, folder: path };
  const [ref = '', folder] = splitAt(fragment, ':');
  if (ref === 'semver') throw bad(text, 'asks for a range of versions, which git does not know');
  return { ref: ref || null, folder: folder ?? null };
}

function source(url: string, { ref, folder }: Fragment, text: string): GitSource {
  if (ref !== null && !isRef(ref))
    throw bad(text, `names ${JSON.stringify(ref)}, which cannot be a branch, tag or commit`);
  const inside = folder === null ? null : plainFolder(folder);
  if (inside === undefined)
    throw bad(text, `names the folder ${JSON.stringify(folder)}, which is not inside the repository`);
  const commit = ref !== null && isCommit(ref) ? ref.toLowerCase() : null;
  return { kind: 'git', url, ref: commit === null ? ref : null, commit, folder: inside };
}

/** Whether git may be given this as the address of a repository. */
export function isGitAddress(url: string): boolean {
  try {
    const { ref, commit, folder } = parseGit(url);
    return ref === null && commit === null && folder === null && !/^git\+/i.test(url);
  } catch {
    return false;
  }
}

export const isCommit = (text: string): boolean => /^[0-9a-f]{40}$/i.test(text);

/** The rules of git for names of refs; they also keep options and other grammar of git out. */
export function isRef(ref: string): boolean {
  if (ref === '' || ref === '@' || ref.length > 250 || /[\u0000-\u0020\u007f~^:?*[\\]/.test(ref))
    return false;
  if (ref.startsWith('-') || ref.includes('..') || ref.includes('@{') || ref.endsWith('.')) return false;
  return ref.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** A folder inside something, in one spelling; `null`: the top; `undefined`: not inside. */
export function plainFolder(folder: string): string | null | undefined {
  if (/[\u0000-\u001f\u007f\\]/.test(folder) || folder.length > 1000) return undefined;
  const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => /^(?:\.\.|\.git|\s.*|.*\s)$/i.test(part))) return undefined;
  return parts.length === 0 ? null : parts.join('/');
}

function decoded(text: string, whole: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(whole, 'is not an address');
  }
}

/** The two sides of the first separator. */
function splitAt(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

const bad = (text: string, why: string, hint = HINT): PluginProblem =>
  new PluginProblem('bad-source', `${quoted(text)} ${why}`, { hint });

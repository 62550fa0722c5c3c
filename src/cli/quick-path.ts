// What our code uses of node:path, for paths that need no cleaning, as nearly all of ours: Node's own looks at them sign by sign, and
// with some seventy long paths an event its loop over the signs is compiled, twice, in a process that ends before that was worth it.
// In the command this takes the place of node:path (scripts/bundle-parts.mjs); what it does not know is left to that.
import {
  join as joinedByNode,
  posix,
  relative as relativeByNode,
  resolve as resolvedByNode,
  sep,
} from 'node:path';

export { basename, delimiter, dirname, extname, isAbsolute, posix, sep, win32 } from 'node:path';

const isPosix = sep === posix.sep;

export function join(...parts: readonly string[]): string {
  const joined = parts.join('/');
  // An empty part at the beginning is none, and would look like the root.
  return isPosix && parts[0] !== '' && isClean(joined) ? joined : joinedByNode(...parts);
}

export function resolve(...parts: readonly string[]): string {
  const [only = ''] = parts;
  return parts.length === 1 && isCleanAbsolute(only) ? only : resolvedByNode(...parts);
}

export function relative(from: string, to: string): string {
  if (!isCleanAbsolute(from) || !isCleanAbsolute(to)) return relativeByNode(from, to);
  const [there, here] = [to.split('/'), from.split('/')];
  let common = 0;
  while (common < here.length && here[common] === there[common]) common += 1;
  return [...here.slice(common).fill('..'), ...there.slice(common)].join('/');
}

const isCleanAbsolute = (text: string): boolean => isPosix && text.startsWith('/') && isClean(text);

/** Nothing in it would be taken out or put otherwise. */
const isClean = (text: string): boolean =>
  text !== '' &&
  !text.includes('//') &&
  !text.includes('/./') &&
  !text.includes('/../') &&
  !text.endsWith('/') &&
  !text.endsWith('/.') &&
  !text.endsWith('/..') &&
  !text.startsWith('./');

// Where a marketplace comes from, as text and as a value.

import { statSync } from 'node:fs';
import { urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { shownAddress } from '../sources/clean-text.js';
import { formatSource } from '../sources/format.js';
import { parseSource } from '../sources/parse.js';

export type Origin =
  | Extract<PluginSource, { kind: 'git' }>
  /** The address of a marketplace.json. */
  | { readonly kind: 'address'; readonly url: string }
  /** On this machine; read where it lies, so an edit counts at once. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string };

const HINT =
  'A marketplace is owner/name[@ref], a git URL[#ref], the address of a marketplace.json, or a folder or file on this machine.';

/** Throws a `PluginProblem` for what is none. */
export function parseOrigin(text: string, around: { readonly cwd: string; readonly home: string }): Origin {
  if (/^https?:\/\/[^?#]+\.json(?:[?#]|$)/i.test(text.trim()))
    return { kind: 'address', url: address(text.trim()) };
  // A word alone means a plugin elsewhere; here it can only be a folder.
  const parsed = parseSource(/^[\w.-]+$/.test(text) ? `./${text}` : text, around);
  if ('problem' in parsed)
    throw new PluginProblem(parsed.problem.code, parsed.problem.message, {
      hint: HINT,
      cause: parsed.problem,
    });
  const source = parsed.ok;
  if (source.kind === 'git') return source;
  if (source.kind !== 'folder')
    throw new PluginProblem(
      'bad-source',
      `${JSON.stringify(text)} is where a plugin comes from, not a marketplace`,
      {
        hint: HINT,
      },
    );
  const stats = statSync(source.path, { throwIfNoEntry: false });
  if (stats === undefined) throw new PluginProblem('not-found', `there is no ${source.path}`, { hint: HINT });
  return { kind: stats.isDirectory() ? 'folder' : 'file', path: source.path };
}

function address(text: string): string {
  const url = urlOf(text);
  if (url !== null) return url.href;
  throw new PluginProblem('bad-source', `${JSON.stringify(text)} is no address`, { hint: HINT });
}

/** For people: without who logs in and without keys. */
export function showOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'address':
      return shownAddress(origin.url);
    case 'file':
      return origin.path;
    default:
      return formatSource(origin);
  }
}

/** Whether a marketplace lies on this machine, so that it may name other places on it. */
export const isLocal = (origin: Origin): boolean =>
  origin.kind === 'git' ? origin.url.startsWith('file:') : origin.kind !== 'address';

export const sameOrigin = (one: Origin, other: Origin): boolean => canonical(one) === canonical(other);

const canonical = (origin: Origin): string =>
  JSON.stringify(Object.entries(origin).sort(([a], [b]) => (a < b ? -1 : 1)));

// Where a marketplace comes from, as text and as a value.

import { statSync } from 'node:fs';
import { urlOf } from '../../text/index.js';
import { byTag, type Infer, object, oneOf, orNull, text } from '../../text/shapes/index.js';
import { PluginProblem } from '../problem.js';
import { shownAddress } from '../sources/clean-text.js';
import { formatSource } from '../sources/format.js';
import { parseSource } from '../sources/parse.js';

export const origin = byTag(
  'kind',
  object({ kind: oneOf('git'), url: text, ref: orNull(text), commit: orNull(text), folder: orNull(text) }),
  // The address of a marketplace.json.
  object({ kind: oneOf('address'), url: text }),
  // On this machine; read where it lies, so an edit counts at once.
  object({ kind: oneOf('folder'), path: text }),
  object({ kind: oneOf('file'), path: text }),
);
export type Origin = Infer<typeof origin>;

const HINT =
  'A marketplace is owner/name[@ref], a git URL[#ref], the address of a marketplace.json, or a folder or file on this machine.';

/** Throws a `PluginProblem` for what is none. */
export function parseOrigin(asked: string, around: { readonly cwd: string; readonly home: string }): Origin {
  if (/^https?:\/\/[^?#]+\.json(?:[?#]|$)/i.test(asked.trim()))
    return { kind: 'address', url: address(asked.trim()) };
  // A word alone means a plugin elsewhere; here it can only be a folder.
  const parsed = parseSource(/^[\w.-]+$/.test(asked) ? `./${asked}` : asked, around);
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
      `${JSON.stringify(asked)} is where a plugin comes from, not a marketplace`,
      {
        hint: HINT,
      },
    );
  const stats = statSync(source.path, { throwIfNoEntry: false });
  if (stats === undefined) throw new PluginProblem('not-found', `there is no ${source.path}`, { hint: HINT });
  return { kind: stats.isDirectory() ? 'folder' : 'file', path: source.path };
}

function address(asked: string): string {
  const url = urlOf(asked);
  if (url !== null) return url.href;
  throw new PluginProblem('bad-source', `${JSON.stringify(asked)} is not an address`, { hint: HINT });
}

/** For people: without who logs in and without keys. */
export function showOrigin(from: Origin): string {
  switch (from.kind) {
    case 'address':
      return shownAddress(from.url);
    case 'file':
      return from.path;
    default:
      return formatSource(from);
  }
}

/** Whether a marketplace lies on this machine, so that it may name other places on it. */
export const isLocal = (from: Origin): boolean =>
  from.kind === 'git' ? from.url.startsWith('file:') : from.kind !== 'address';

export const sameOrigin = (one: Origin, other: Origin): boolean => canonical(one) === canonical(other);

const canonical = (from: Origin): string =>
  JSON.stringify(Object.entries(from).sort(([a], [b]) => (a < b ? -1 : 1)));

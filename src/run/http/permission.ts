// Whether an http hook or an MCP server may be called at its address, as far as that can be said before a name is looked up.

import { isIP } from 'node:net';
import type { HttpPolicy, Voice, VoicedList } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { urlOf } from '../../text/index.js';
import { bindingLists, mayAllow } from '../../voices.js';
import { type Listed, listed, refuses } from './allow-list.js';
import type { Target } from './connections.js';

export interface Permitted {
  readonly url: URL;
  /** For people, without what may be a secret. */
  readonly address: string;
  readonly target: Target;
  /** What the lists of settings say; `named`: one that lifts the guard names the host; `null`: there is none. */
  readonly listed: Exclude<Listed, 'no'> | null;
  /** Private addresses are refused. */
  readonly guarded: boolean;
}

export interface Refused {
  readonly refused: 'no-address' | 'not-listed' | 'by-policy';
  readonly why: string;
}

/** `voice`: whose word it is that calls the address. */
export function permission(
  written: string,
  voice: Voice,
  { allowedUrls, refusedUrls }: HttpPolicy,
  profile: Profile,
): Permitted | Refused {
  const url = urlOf(written);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { refused: 'no-address', why: 'the address of the hook is not an http or https address' };
  const address = shown(url);
  const never = refusedUrls.find(({ items }) => refuses(items, url));
  if (never !== undefined) {
    const why = `${address} is refused by "hookPolicy.addresses" of ${placeOf(never)}; remove the hook`;
    return { refused: 'by-policy', why };
  }
  const joined = profile.httpLists === 'joined';
  const binding = joined ? allowedUrls : bindingLists(allowedUrls, voice);
  const verdicts = binding.map((list) => ({ list, says: listed(list.items, url) }));
  const refusing = verdicts.filter(({ says }) => says === 'no');
  if (joined ? refusing.length === verdicts.length && refusing.length > 0 : refusing.length > 0) {
    const where = refusing.map(({ list }) => placeOf(list)).join(' and of ');
    const why = `${address} is not in "allowedHttpHookUrls" of ${where}; add it there, or remove the hook`;
    return { refused: 'not-listed', why };
  }
  // A project cannot say which addresses of a network are meant to be reached.
  const named = verdicts.some(({ list, says }) => says === 'named' && mayAllow(list.voice));
  const guarded = profile.httpPrivateAddresses === 'refused' && !named;
  const verdict = verdicts.length === 0 ? null : named ? 'named' : 'allowed';
  return { url, address, target: targetOf(url), listed: verdict, guarded };
}

/** A list for people: whose settings, and where they are. */
const placeOf = ({ voice, files }: VoicedList): string => `${WHOSE[voice]} (${files.join(', ')})`;

const WHOSE: Readonly<Record<Voice, string>> = {
  managed: 'the managed settings',
  user: 'the user settings',
  plugin: 'a plugin',
  project: 'the project’s settings',
};

function targetOf({ hostname, port, protocol }: URL): Target {
  const secure = protocol === 'https:';
  const bare = hostname.replace(/^\[|\]$/g, '');
  const host = isIP(bare) === 0 ? hostname : bare;
  return { host, port: port === '' ? (secure ? 443 : 80) : Number(port), secure };
}

/** An address for people. */
export function addressInWords(written: string): string {
  const url = urlOf(written);
  return url === null ? 'an address that cannot be read' : shown(url);
}

/** Without what may be a secret: name, password and query. */
function shown({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

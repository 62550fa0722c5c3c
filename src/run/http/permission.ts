// Whether an http hook may call its address, as far as that can be said before a name is looked up.

import { isIP } from 'node:net';
import type { HttpPolicy } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { urlOf } from '../../text/index.js';
import { type Listed, listed } from './allow-list.js';
import type { Target } from './connections.js';

export interface Permitted {
  readonly url: URL;
  /** For people, without what may be a secret. */
  readonly address: string;
  readonly target: Target;
  /** What the list of the settings says; `null`: there is none. */
  readonly listed: Exclude<Listed, 'no'> | null;
  /** Private addresses are refused. */
  readonly guarded: boolean;
}

export interface Refused {
  readonly refused: 'no-address' | 'not-listed';
  readonly why: string;
}

export function permission(written: string, policy: HttpPolicy, profile: Profile): Permitted | Refused {
  const url = urlOf(written);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { refused: 'no-address', why: 'the address of the hook is not an http or https address' };
  const address = shown(url);
  const verdict = policy.allowedUrls === null ? null : listed(policy.allowedUrls, url);
  if (verdict === 'no') {
    const why = `${address} is not in "allowedHttpHookUrls" of the settings; add it there, or remove the hook`;
    return { refused: 'not-listed', why };
  }
  const guarded = profile.httpPrivateAddresses === 'refused' && verdict !== 'named';
  return { url, address, target: targetOf(url), listed: verdict, guarded };
}

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

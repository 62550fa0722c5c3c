// The configuration of Codex, where hooks of ours come into a file of its hooks or leave it.
import { isDeepStrictEqual } from 'node:util';
import { jsonOf } from '../text/index.js';
import { parseToml } from '../text/toml/index.js';
import { historyOf, textBefore, wasMade } from './before-us.js';
import { type FileChange, type HostFile, hostFile, rawOf } from './change.js';
import { codexConfig, type Trusted, trustIn, withoutTrust, withTrust } from './codex-trust.js';
import type { ConnectedHost } from './host.js';
import { type Around, placeOf } from './places.js';

/** The configuration that holds hashes; `null`: this host has none. */
export function trustFile(host: ConnectedHost, around: Around): HostFile | null {
  if (host.name !== 'codex') return null;
  const place = placeOf(host.settings, 'user', around);
  return place === null ? null : hostFile(codexConfig(place), null);
}

export function trustAdded(config: HostFile, hooks: readonly Trusted[]): FileChange {
  const after = config.mark + withTrust(config.text ?? '', config.path, hooks);
  return { file: config.file, before: rawOf(config), after };
}

/** As it was before, or where somebody else changed it meanwhile, without our hashes. */
export function trustRemoved(config: HostFile, hooks: readonly Trusted[], home: string): FileChange {
  const before = rawOf(config);
  const left = config.mark + withoutTrust(config.text ?? '', config.path, hooks);
  const change = (after: string | null): FileChange => ({ file: config.file, before, after });
  if (before === null || left === before) return change(before);
  const history = historyOf(home, config.file);
  const hasOurs = (text: string): boolean => {
    const known = trustIn(withoutMark(text), config.path);
    return hooks.some(({ key }) => known.has(key));
  };
  const was = textBefore(history, before, hasOurs);
  // Another connection may have come in after this one, and stays.
  if (was !== undefined && isDeepStrictEqual(parsed(was ?? ''), parsed(left))) return change(was);
  return change(wasMade(history) && !/\S/.test(withoutMark(left)) ? null : left);
}

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

function parsed(text: string): unknown {
  const read = parseToml(withoutMark(text));
  return read.ok ? jsonOf(read.tree) : null;
}

/** Whether Codex will run all of these hooks, as far as its configuration says. */
export function isTrusted(config: HostFile, hooks: readonly Trusted[]): boolean {
  const known = trustIn(config.text ?? '', config.path);
  return hooks.every(({ key, hash }) => known.get(key)?.hash === hash && known.get(key)?.isOff === false);
}

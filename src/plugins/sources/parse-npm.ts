// `npm:package@version`, and `#registry=` for a registry other than the one npm is set up for.

import { urlOf } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { quoted } from './clean-text.js';

const NAME = /^(?:@[A-Za-z0-9~][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~][A-Za-z0-9._~-]*$/;
/** A version, range or tag; nothing that npm would take for a folder, a URL, an alias or an option. */
const VERSION = /^[A-Za-z0-9^~<>=*][A-Za-z0-9.+^~<>=|* _-]*$/;

export function parseNpm(text: string): PluginSource {
  const [, spec = '', registry = null] = /^npm:([^#]*)(?:#registry=(.*))?$/.exec(text) ?? [];
  const at = spec.indexOf('@', 1);
  const name = at === -1 ? spec : spec.slice(0, at);
  const version = at === -1 ? null : spec.slice(at + 1);
  if (!isPackageName(name)) throw bad(text, `${JSON.stringify(name)} is not a name of an npm package`);
  if (version !== null && !isPackageVersion(version)) {
    throw bad(text, `${JSON.stringify(version)} is not a version, range or tag`);
  }
  if (registry !== null && !isRegistry(registry)) {
    throw bad(text, `${quoted(registry)} is not an http(s) address`);
  }
  return { kind: 'npm', package: name, version, registry };
}

export const isPackageName = (name: string): boolean => name.length <= 214 && NAME.test(name);
export const isPackageVersion = (version: string): boolean => version.length <= 200 && VERSION.test(version);
export const isRegistry = (registry: string): boolean =>
  /^https?:\/\/[^\s#]+$/i.test(registry) && urlOf(registry) !== null;

const bad = (text: string, why: string): PluginProblem =>
  new PluginProblem('bad-source', `${quoted(text)} cannot be read: ${why}`, {
    hint: 'Write npm:package, npm:package@1.2.3 or npm:@scope/package@^1, and #registry=https://… for another registry.',
  });

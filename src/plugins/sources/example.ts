// A plugin that comes with this package, by its name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownFile } from '../../package.js';
import { similarName } from '../../text/index.js';
import { VERSION } from '../../version.js';
import { PluginProblem } from '../problem.js';
import type { PluginSource } from '../source.js';
import { quoted } from './clean-text.js';
import { fetchFolder } from './folder.js';
import type { FetchOrder, Gathered } from './order.js';

const folder = (): string | null => ownFile('examples/hooks');

/** The names of all examples. */
export function exampleNames(): readonly string[] {
  const place = folder();
  if (place === null) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export async function fetchExample(
  { name }: Extract<PluginSource, { kind: 'example' }>,
  order: FetchOrder,
): Promise<Gathered> {
  const names = exampleNames();
  const place = folder();
  if (place === null || !names.includes(name)) throw unknown(name, names);
  const gathered = await fetchFolder({ kind: 'folder', path: join(place, name) }, order, null);
  return { ...gathered, pinned: { kind: 'example', name, version: VERSION } };
}

function unknown(name: string, names: readonly string[]): PluginProblem {
  if (names.length === 0)
    return new PluginProblem('not-found', 'this copy of amplifier-hooks comes without examples');
  const meant = similarName(name, names);
  const hint = `${meant === null ? '' : `Did you mean ${meant}? `}The examples are: ${names.join(', ')}.`;
  const message = name === '' ? 'it names no example' : `there is no example ${quoted(name)}`;
  return new PluginProblem('not-found', message, { hint });
}

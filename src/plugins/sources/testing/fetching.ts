// Fetches as a command would, and looks at what is left.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PluginProblem } from '../../problem.js';
import { type Fetched, SILENT } from '../../source.js';
import { type FetchOptions, fetchSource } from '../fetch.js';
import type { FetchableSource } from '../order.js';
import { parseSource } from '../parse.js';
import { place } from './place.js';

export { SILENT };

export function sourceFrom(text: string): FetchableSource {
  const parsed = parseSource(text, { cwd: '/', home: '/' });
  if (!('ok' in parsed)) throw parsed.problem;
  if (parsed.ok.kind === 'marketplace') throw new Error('a marketplace is not fetched');
  return parsed.ok;
}

/** A world without the settings of whoever runs the tests. */
export function plainEnv(home: string): Record<string, string | undefined> {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_userconfig: join(home, 'npmrc'),
    npm_config_cache: join(home, 'npm-cache'),
  };
}

export function optionsIn(home: string, more: Partial<FetchOptions> = {}): FetchOptions {
  return { staging: join(home, 'staging'), progress: SILENT, signal: null, env: plainEnv(home), ...more };
}

export const fetchText = (text: string, more: Partial<FetchOptions> = {}, home = place()): Promise<Fetched> =>
  fetchSource(sourceFrom(text), optionsIn(home, more));

/** The problem that fetching ends in; nothing may be left in the staging folder then. */
export async function problemOf(
  source: string | FetchableSource,
  more: Partial<FetchOptions> = {},
  home = place(),
): Promise<PluginProblem> {
  const options = optionsIn(home, more);
  try {
    await fetchSource(typeof source === 'string' ? sourceFrom(source) : source, options);
  } catch (error) {
    if (!(error instanceof PluginProblem)) throw error;
    const left = readdirSync(options.staging);
    if (left.length > 0) throw new Error(`left behind: ${left.join(' ')}`);
    return error;
  }
  throw new Error('it was fetched');
}

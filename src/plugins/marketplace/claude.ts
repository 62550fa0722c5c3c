// The marketplaces that Claude Code knows. Its file is only read.
import { join } from 'node:path';
import { readText } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { PluginProblem } from '../problem.js';
import { type Origin, parseOrigin } from './origin.js';

export interface ClaudeMarketplace {
  readonly name: string;
  /** Where it comes from, or why it cannot be added here. */
  readonly from: { readonly origin: Origin } | { readonly problem: string };
}

export const claudeFile = (home: string): string =>
  join(home, '.claude', 'plugins', 'known_marketplaces.json');

/** `null`: Claude Code knows none here. Throws where its file cannot be understood. */
export function readClaudeMarketplaces(home: string): readonly ClaudeMarketplace[] | null {
  const file = claudeFile(home);
  const read = readText(file);
  if (read.state === 'absent') return null;
  if (read.state === 'broken') throw new PluginProblem('cannot-read', read.message);
  const value = parsed(read.text);
  if (!isRecord(value)) throw new PluginProblem('bad-config', `${file} does not hold an object`);
  return Object.entries(value).map(([name, entry]) => ({ name, from: fromOf(entry, home) }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Everything is put as a person would, so that the same rules hold. */
function fromOf(entry: unknown, home: string): ClaudeMarketplace['from'] {
  const source = isRecord(entry) ? entry['source'] : null;
  const text = (key: string): string =>
    isRecord(source) && typeof source[key] === 'string' ? source[key] : '';
  const kind = text('source');
  const ref = text('ref') === '' ? '' : `#${text('ref')}`;
  const asText: Readonly<Record<string, string>> = {
    github: `${text('repo')}${ref}`,
    git: `${text('url')}${ref}`,
    url: text('url'),
    file: text('path'),
    directory: text('path'),
  };
  const said = Object.hasOwn(asText, kind) ? asText[kind] : undefined;
  if (said === undefined)
    return {
      problem: `it comes from ${kind === '' ? 'nowhere' : JSON.stringify(kind)}, which is not known here`,
    };
  try {
    return { origin: parseOrigin(said, { cwd: home, home }) };
  } catch (error) {
    if (error instanceof PluginProblem) return { problem: error.message };
    throw error;
  }
}

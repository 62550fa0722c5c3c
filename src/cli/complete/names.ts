// Names that words of a command line can be, on this machine and in this project. What cannot be read names nothing.
import { handlerInWords, loadGeneration } from '../../config/index.js';
import { EVENT_NAMES, eventRow, KNOWN_TOOLS } from '../../events/index.js';
import { homeOf } from '../../files/index.js';
import type { Hook } from '../../nouns.js';
import { placesOf, readLock } from '../../plugins/index.js';
import { readKnown, showOrigin } from '../../plugins/marketplace/index.js';
import { listBackups } from '../../plugins/migrate/index.js';
import type { Io } from '../io.js';
import { projectHere } from '../options/flags.js';
import { settledOptions } from '../options/settled.js';

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

export const PLUGIN = 'plugin';

export const events = (): readonly Candidate[] =>
  EVENT_NAMES.map((word) => ({ word, about: eventRow(word).fires }));

/** Plugins that lock files name. */
export const installed = (io: Io): readonly Candidate[] =>
  placesOf({ projectDir: projectHere(io), home: homeOf(io.env).path }).flatMap((place) =>
    orNothing(() => [...readLock(place)].map(([word, { source }]) => ({ word, about: source }))),
  );

export const marketplaces = (io: Io): readonly Candidate[] =>
  readKnown(homeOf(io.env).path).known.map(({ name, origin }) => ({ word: name, about: showOrigin(origin) }));

export const backups = (io: Io): readonly Candidate[] =>
  orNothing(() => listBackups(homeOf(io.env).path).map(({ id, file }) => ({ word: id, about: file })));

/** Ids and plugins of the hooks that the words so far would load. */
export function hooks(words: readonly string[], io: Io): readonly Candidate[] {
  const found = loaded(words, io);
  const owners = [...new Set(found.flatMap(({ source }) => source.owner ?? []))];
  return [
    ...found.map(({ id, event, matcher, handler }) => ({
      word: id,
      about: [event, matcher ?? '*', handlerInWords(handler)].join(' '),
    })),
    ...owners.map((word) => ({ word, about: PLUGIN })),
  ];
}

/** Tools that are known by name, and others that matchers name plainly. */
export function tools(words: readonly string[], io: Io): readonly Candidate[] {
  const named = loaded(words, io)
    .filter(({ event }) => eventRow(event).tool)
    .flatMap(({ matcher }) => (matcher ?? '').split('|'))
    .filter((word) => /^\w+$/.test(word));
  return [...new Set([...KNOWN_TOOLS, ...named])].map((word) => ({ word, about: '' }));
}

function loaded(words: readonly string[], io: Io): readonly Hook[] {
  const value = (name: string): string | undefined => words[words.indexOf(name) + 1];
  const options = {
    ...(words.includes('--project') ? { project: value('--project') } : {}),
    ...(words.includes('--home') ? { home: value('--home') } : {}),
    plugin: words.flatMap((word, index) => (words[index - 1] === '--plugin' ? [word] : [])),
    claudeSettings: words.includes('--claude-settings'),
  };
  return orNothing(() => loadGeneration(settledOptions({ args: [], options, io }).request).hooks);
}

function orNothing<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch {
    return [];
  }
}

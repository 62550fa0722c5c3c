// The command line of `dispatch` without the library for command lines, which takes longer to load than the work does.
import { parseArgs } from 'node:util';
import { PROFILE_NAMES } from '../../profile-names.js';
import type { Call } from '../command.js';
import type { Io } from '../io.js';
import { dispatchText } from './order.js';
import { HOSTS } from './read-event.js';
import { eventOnStdin } from './stdin.js';

/** Answers an event; `null`: the words are not plain ones, and the general way will say what is wrong with them. */
export async function dispatchLine(words: readonly string[], io: Io): Promise<number | null> {
  const options = read(words);
  if (options === null) return null;
  return dispatchText({ args: [], options, io }, words, () => eventOnStdin(io));
}

function read(words: readonly string[]): Call['options'] | null {
  if (words.length === 0) return {};
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        host: { type: 'string' },
        project: { type: 'string' },
        home: { type: 'string' },
        profile: { type: 'string' },
        plugin: { type: 'string', multiple: true },
        'claude-settings': { type: 'boolean' },
        'project-allow': { type: 'boolean' },
        'trust-file': { type: 'string' },
        'trust-project': { type: 'boolean' },
        'require-trusted': { type: 'boolean' },
      },
    });
    const {
      'claude-settings': claudeSettings,
      'project-allow': projectAllow,
      'trust-file': trustFile,
      'trust-project': trustProject,
      'require-trusted': requireTrusted,
      ...rest
    } = values;
    const known = isOneOf(HOSTS, values.host) && isOneOf(PROFILE_NAMES, values.profile);
    return known ? { ...rest, claudeSettings, projectAllow, trustFile, trustProject, requireTrusted } : null;
  } catch {
    return null;
  }
}

const isOneOf = (names: readonly string[], value: string | undefined): boolean =>
  value === undefined || names.includes(value);

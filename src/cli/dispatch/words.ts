// The words of a command line that answers an event.
import { parseArgs } from 'node:util';
import { MATCHER_MODES, PROFILE_NAMES } from '../../profile-names.js';
import type { Call } from '../command.js';
import { HOSTS } from './hosts.js';

/** The options that plain words say; `null`: others than those of answering an event. */
export function plainOptions(words: readonly string[]): Call['options'] | null {
  if (words.length === 0) return {};
  try {
    const { values, tokens } = parseArgs({
      args: [...words],
      tokens: true,
      options: {
        host: { type: 'string' },
        event: { type: 'string' },
        'host-timeout': { type: 'string' },
        'fail-closed': { type: 'boolean' },
        'no-fail-closed': { type: 'boolean' },
        project: { type: 'string' },
        home: { type: 'string' },
        profile: { type: 'string' },
        'matcher-mode': { type: 'string' },
        plugin: { type: 'string', multiple: true },
        skill: { type: 'string', multiple: true },
        agent: { type: 'string', multiple: true },
        'claude-settings': { type: 'boolean' },
        'project-allow': { type: 'boolean' },
        'trust-file': { type: 'string' },
        'trust-project': { type: 'boolean' },
        'require-trusted': { type: 'boolean' },
        'start-resident': { type: 'boolean' },
        repeated: { type: 'boolean' },
      },
    });
    const {
      'matcher-mode': matcherMode,
      'claude-settings': claudeSettings,
      'project-allow': projectAllow,
      'trust-file': trustFile,
      'trust-project': trustProject,
      'require-trusted': requireTrusted,
      'start-resident': startResident,
      'host-timeout': hostTimeout,
      'fail-closed': closed,
      'no-fail-closed': open,
      ...rest
    } = values;
    // The general way says which of them it is.
    if (tokens.some((token) => token.kind === 'option' && token.value === '')) return null;
    const known =
      isOneOf(HOSTS, values.host) &&
      isOneOf(PROFILE_NAMES, values.profile) &&
      isOneOf(MATCHER_MODES, matcherMode);
    if (!known) return null;
    return {
      ...rest,
      matcherMode,
      claudeSettings,
      projectAllow,
      trustFile,
      trustProject,
      requireTrusted,
      startResident,
      hostTimeout,
      // Who says both is on the safe side.
      failClosed: closed === true || open !== true,
    };
  } catch {
    return null;
  }
}

const isOneOf = (names: readonly string[], value: string | undefined): boolean =>
  value === undefined || names.includes(value);

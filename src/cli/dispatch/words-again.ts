// The words of a command line, for a process that answers as this one does.
import { resolve } from 'node:path';
import type { Call } from '../command.js';
import { flag, textFlag, textsFlag } from '../options/flags.js';

/** The command line again; what it named from here is found from anywhere. */
export function wordsAgain({ options, io }: Call): readonly string[] {
  const text = (name: string, option: string): readonly string[] => {
    const value = textFlag(options, name);
    return value === null ? [] : [`--${option}`, value];
  };
  const place = (name: string, option = name): readonly string[] => {
    const value = textFlag(options, name);
    return value === null ? [] : [`--${option}`, resolve(io.cwd, value)];
  };
  const places = (name: string): readonly string[] =>
    textsFlag(options, name).flatMap((value) => [`--${name}`, resolve(io.cwd, value)]);
  const is = (name: string, option: string): readonly string[] =>
    flag(options, name) ? [`--${option}`] : [];
  return [
    ...text('host', 'host'),
    ...text('event', 'event'),
    ...text('hostTimeout', 'host-timeout'),
    ...(options['failClosed'] === false ? ['--no-fail-closed'] : []),
    ...text('profile', 'profile'),
    ...text('matcherMode', 'matcher-mode'),
    ...place('project'),
    ...place('home'),
    ...['plugin', 'skill', 'agent'].flatMap(places),
    ...place('trustFile', 'trust-file'),
    ...is('claudeSettings', 'claude-settings'),
    ...is('projectAllow', 'project-allow'),
    ...is('trustProject', 'trust-project'),
    ...is('requireTrusted', 'require-trusted'),
  ];
}

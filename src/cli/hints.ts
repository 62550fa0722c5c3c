// Commands that are printed to be called next. They have to speak of the same hooks as the call that prints them, so the
// options which say what is loaded go with them.
import { shellWord } from '../text/index.js';

/** What is loaded, by the names of commander and as they are written. */
const OPTIONS = {
  project: '--project',
  home: '--home',
  profile: '--profile',
  matcherMode: '--matcher-mode',
  plugin: '--plugin',
  skill: '--skill',
  agent: '--agent',
  claudeSettings: '--claude-settings',
} as const;
type Name = keyof typeof OPTIONS;

const ALL = [
  'project',
  'home',
  'profile',
  'matcherMode',
  'plugin',
  'skill',
  'agent',
  'claudeSettings',
] as const;
/** What reads Claude Code's settings by itself. */
const APPROVING = ['project', 'home', 'profile', 'plugin', 'skill', 'agent'] as const;

/** Which of them each command is given; a test compares it with what the commands take. */
export const HANDED_ON: Readonly<Record<string, readonly Name[]>> = {
  list: ALL,
  run: ALL,
  validate: ALL,
  explain: ALL,
  doctor: ALL,
  config: ALL,
  replay: ALL,
  enable: ALL,
  disable: ALL,
  shadow: ALL,
  report: ALL,
  promote: ALL,
  trust: APPROVING,
  untrust: APPROVING,
  install: ['project', 'home'],
  update: ['project', 'home'],
  uninstall: ['project', 'home'],
  log: ['project', 'home'],
  stats: ['project', 'home'],
  connect: ['project', 'home', 'claudeSettings'],
  disconnect: ['project', 'home'],
  connections: ['project', 'home'],
  studio: ALL,
  trace: ['project', 'home'],
};

/** In a sentence it stands in backticks, or else alone on its line. */
const COMMANDS = /(?<=`)amplifier-hooks [a-z][^`]*(?=`)|(?<=^ *)amplifier-hooks [a-z].*$/g;

/** What completes the commands in a text with the options of a call. */
export function hintsOf(options: Readonly<Record<string, unknown>>): (text: string) => string {
  const given = ALL.filter((name) => options[name] !== undefined);
  if (given.length === 0) return (text) => text;
  return (text) => text.replace(COMMANDS, (command) => completed(command, given, options));
}

function completed(
  command: string,
  given: readonly Name[],
  options: Readonly<Record<string, unknown>>,
): string {
  const name = command.split(' ')[1] ?? '';
  // What a command itself says stays; it may name another project.
  const more = (HANDED_ON[name] ?? [])
    .filter((option) => given.includes(option) && !command.includes(` ${OPTIONS[option]}`))
    .flatMap((option) => written(OPTIONS[option], options[option]));
  if (more.length === 0) return command;
  // Before what the shell takes for itself.
  const [, call = command, rest = ''] = /^(.*?)( [<>|] .*)?$/s.exec(command) ?? [];
  return `${[call, ...more].join(' ')}${rest}`;
}

function written(option: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => written(option, one));
  if (typeof value === 'string') return [`${option} ${shellWord(value)}`];
  // Elsewhere a bare word such as --project means a scope.
  return value === true && option === OPTIONS.claudeSettings ? [option] : [];
}

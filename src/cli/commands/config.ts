// `config`: where hooks are looked for, in which order, and what is in force.
import { loadGeneration, readState } from '../../config/index.js';
import type { Settled } from '../../engine/index.js';
import type { Generation, SourceReport } from '../../nouns.js';
import { PROFILE_NAMES, PROFILE_ROWS } from '../../profiles.js';
import type { CommandModule } from '../command.js';
import { EXIT, print, printJson } from '../io.js';
import { flag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { showPolicy } from '../show/policy.js';
import type { Screen } from '../show/screen.js';
import { screenOf, shortPath, shortPaths, wrap } from '../show/screen.js';

export const config: CommandModule = {
  define(command) {
    command.option('--json', 'one object for programs');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
All sources count; nothing replaces anything. Their order is the order in which
the effects of hooks are applied, and of two definitions of the same handler
the later one is used.

Examples:
  amplifier-hooks config
  amplifier-hooks config --profile claude-code --claude-settings`,
    );
  },

  async run(call) {
    const settled = settledOptions(call);
    const generation = loadGeneration(settled.request);
    const facts = factsOf(settled, generation);
    if (flag(call.options, 'json')) printJson(call.io, facts);
    else print(call.io, show(facts, settled, screenOf(call.io, settled.projectDir)));
    return EXIT.fine;
  },
};

interface SourceFact extends SourceReport {
  readonly hooks: number;
}

interface Facts {
  readonly profile: string;
  readonly project: string;
  readonly home: string;
  readonly stateDir: string;
  readonly sources: readonly SourceFact[];
  readonly switches: ReturnType<typeof readState>['files'];
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Generation['env'];
  readonly policy: Generation['policy'];
  readonly profileRows: readonly {
    readonly topic: string;
    readonly value: unknown;
    readonly differs: boolean;
  }[];
  readonly [name: string]: unknown;
}

function factsOf({ request, profile, stateDir, matcherMode }: Settled, generation: Generation): Facts {
  const { enabled, allowUserHooks, allowProjectHooks, claudeSettings, plugins, skills, agents } = request;
  const { defaultTimeoutMs, maxTimeoutMs } = generation.limits;
  const [usual = profile.name] = PROFILE_NAMES;
  return {
    profile: profile.name,
    project: request.projectDir,
    home: request.home,
    stateDir,
    sources: generation.sources.map((source) => ({
      ...source,
      hooks: generation.hooks.filter((hook) => hook.source.file === source.file).length,
    })),
    switches: readState(request).files,
    options: {
      enabled,
      allowUserHooks,
      allowProjectHooks,
      defaultTimeoutMs,
      maxTimeoutMs,
      claudeSettings: claudeSettings !== null,
      matcherMode,
      plugins,
      skills,
      agents,
    },
    env: generation.env,
    policy: generation.policy,
    profileRows: Object.values(PROFILE_ROWS).map((row) => ({
      topic: row.topic,
      value: row[profile.name],
      differs: row[profile.name] !== row[usual],
    })),
  };
}

const STATES: Readonly<Record<SourceReport['state'], 'green' | 'dim' | 'yellow' | 'red'>> = {
  read: 'green',
  absent: 'dim',
  off: 'yellow',
  broken: 'red',
};

function show(facts: Facts, { projectDir, home }: Settled, screen: Screen): string[] {
  const path = (file: string): string => shortPath(file, { projectDir, home });
  const why = (text: string | null): string[] =>
    text === null ? [] : wrap(screen, shortPaths(text, { projectDir, home }), 12);
  const option = ([name, value]: readonly [string, unknown]): string =>
    `  ${name.padEnd(18)} ${inWords(name, value, path)}`;
  return [
    `project  ${facts.project}`,
    `home     ${facts.home}`,
    `state    ${path(facts.stateDir)}`,
    '',
    screen.bold('Sources, in the order in which they count'),
    ...facts.sources.flatMap(({ scope, file, state, hooks, why: reason }, index) => [
      `  ${String(index + 1).padStart(2)} ${screen[STATES[state]](state.padEnd(7))}${path(file)} (${scope}${state === 'absent' ? '' : `, ${hooks === 1 ? '1 hook' : `${hooks} hooks`}`})`,
      ...why(reason),
    ]),
    ...(facts.options['claudeSettings'] === true
      ? []
      : [screen.dim('     Claude Code’s settings files are not read; add them with --claude-settings')]),
    '',
    screen.bold('Switches (amplifier-hooks enable, disable)'),
    ...facts.switches.flatMap(({ file, state, why: reason }) => [
      `     ${screen[STATES[state]](state.padEnd(7))}${path(file)}`,
      ...why(reason),
    ]),
    '',
    screen.bold('Options in force'),
    ...Object.entries(facts.options).map(option),
    ...facts.env.flatMap(({ file, variables }) => [
      `  env of ${path(file)}`,
      ...Object.entries(variables).map(([name, value]) => `    ${screen.line(`${name}=${value}`)}`),
    ]),
    ...showPolicy(facts.policy, screen, { projectDir, home }),
    '',
    screen.bold(`Profile ${facts.profile}`),
    ...facts.profileRows.flatMap(({ topic, value, differs }) =>
      wrap(screen, `${differs ? '* ' : ''}${topic}: ${String(value)}`, differs ? 2 : 4, 4),
    ),
    ...(facts.profileRows.some(({ differs }) => differs)
      ? [screen.dim(`  * differs from the profile ${PROFILE_NAMES[0]}`)]
      : []),
  ];
}

function inWords(name: string, value: unknown, path: (file: string) => string): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((item) => path(String(item))).join(', ');
  if (name.endsWith('TimeoutMs')) {
    if (typeof value === 'number') return `${value / 1000} s`;
    return name === 'defaultTimeoutMs' ? 'by event' : 'none';
  }
  return String(value);
}

// What the commands that install, update and remove plugins have in common.
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { isFolder } from '../../files/index.js';
import {
  type Done,
  INSTALL_SCOPES,
  type InstallPlace,
  type InstallScope,
  type Plan,
  PluginProblem,
  placeOf,
  placesOf,
  readLock,
  type Step,
  type Tools,
} from '../../plugins/index.js';
import { folderNameProblem, shellWord, similarName } from '../../text/index.js';
import { inspectPlugin } from '../../validate/index.js';
import type { Call } from '../command.js';
import { EXIT, print, UserError } from '../io.js';
import { flag, loadOptions, textFlag } from '../options/flags.js';
import { tellProblems } from '../show/explain-error.js';
import { showSteps } from '../show/plan.js';
import { showProgress } from '../show/progress.js';
import type { Places } from '../show/screen.js';
import { screenOf } from '../show/screen.js';
import { askYes } from './ask.js';
import { homeFor } from './home.js';

/** `--scope`, `--project`, `--home`. */
export function defineScopeFlags(command: Command, about: string): void {
  command
    .addOption(command.createOption('--scope <scope>', about).choices([...INSTALL_SCOPES]))
    .option('--project <dir>', 'the project (default: the one around)')
    .option('--home <dir>', 'the home directory (default: yours)');
}

export function placesFor(call: Call): Places {
  const { projectDir, home } = loadOptions(call);
  return { projectDir, home: homeFor(call.io, home) };
}

/** The scope that was asked for; `null`: none was. */
const scopeFlag = ({ options }: Call): InstallScope | null =>
  INSTALL_SCOPES.find((scope) => scope === textFlag(options, 'scope')) ?? null;

/** Where to install: the project, unless something else is said. In the home directory the two are one. */
export function placeFor(call: Call): InstallPlace {
  const around = placesFor(call);
  const scope = scopeFlag(call);
  return placesOf(around).find((place) => place.scope === (scope ?? 'project')) ?? placeOf('user', around);
}

/** For each place the plugins that are meant: those named, or all. */
export function installedIn(
  call: Call,
  names: readonly string[],
): readonly (readonly [InstallPlace, readonly string[]])[] {
  const scope = scopeFlag(call);
  const places = placesOf(placesFor(call)).filter((place) => scope === null || place.scope === scope);
  const found = places.map((place) => [place, [...readLock(place).keys()]] as const);
  for (const name of names) {
    const having = found.filter(([, own]) => own.includes(name));
    if (having.length === 0) throw notInstalled(name, found);
    if (having.length > 1)
      throw new UserError(
        `${name} is installed for you and in this project`,
        'Say --scope user or --scope project.',
      );
  }
  return found
    .map(
      ([place, own]) =>
        [place, names.length === 0 ? own : own.filter((name) => names.includes(name))] as const,
    )
    .filter(([, own]) => own.length > 0);
}

/** What somebody put there by hand is theirs: nobody knows what belongs to it, or where it comes from. */
function notInstalled(
  name: string,
  found: readonly (readonly [InstallPlace, readonly string[]])[],
): UserError {
  const folder = found
    .map(([{ hooksDir }]) => join(hooksDir, name))
    .find((path) => folderNameProblem(name) === null && isFolder(path));
  if (folder !== undefined)
    return new UserError(
      `${name} was put into ${dirname(folder)} by hand, and is not installed`,
      `Remove it by hand (rm -r ${shellWord(folder)}), or switch it off: amplifier-hooks disable ${shellWord(name)}`,
    );
  const meant = similarName(
    name,
    found.flatMap(([, own]) => own),
  );
  const near = meant === null ? '' : `Did you mean ${meant}? `;
  return new UserError(`${name} is not installed`, `${near}See \`amplifier-hooks list --plugins\`.`);
}

/** Tools for a person at a terminal, or for nobody. */
export function toolsFor(call: Call, question: (plan: Plan) => string): Tools & { end(): void } {
  const { io, options } = call;
  const json = flag(options, 'json');
  if (json && !flag(options, 'yes') && !flag(options, 'dryRun'))
    throw new UserError('--json leaves nobody to ask', 'Say --yes or --dry-run too.');
  const places = placesFor(call);
  const progress = showProgress(io.stderr, io.env);
  return {
    home: places.home,
    env: io.env,
    signal: null,
    progress,
    end: () => progress.end(),
    inspect: (folder, place) => inspectPlugin(folder, io.env, place),
    show: (plan) => {
      progress.end();
      if (!json) print(io, showSteps(plan, screenOf(io, places.projectDir), places));
    },
    approve: async (plan) => {
      if (flag(options, 'yes')) return true;
      if (io.stdin.isTTY === true) return askYes(io, question(plan));
      throw new UserError(
        'there is nobody here to ask, so nothing was changed',
        'Say --yes, if you agree to what stands above.',
      );
    },
  };
}

/** What is wrong with a plugin is the user's to know; an interruption has its own exit code. */
export const withProblems = (work: () => Promise<number>): Promise<number> =>
  tellProblems(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PluginProblem && error.code === 'interrupted') return EXIT.interrupted;
      throw error;
    }
  });

/** Whoever asked hears last why nothing was written; what is wrong was shown before. */
export function refuseBroken(results: readonly Done[]): void {
  const names = results.flatMap(({ broken }) => broken);
  if (names.length === 0) return;
  throw new UserError(
    `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} errors, so nothing was changed`,
    'Tell the author what would not run. With --force it is installed all the same, and what is sound runs.',
  );
}

/** A step, for programs. */
export const stepJson = ({ candidate, target, before }: Step): Readonly<Record<string, unknown>> => ({
  name: candidate.name,
  version: candidate.locked.version,
  source: candidate.locked.source,
  pinned: candidate.locked.pinned,
  marketplace: candidate.locked.marketplace,
  folder: target,
  files: candidate.locked.files.size,
  bytes: candidate.bytes,
  ...candidate.inspection,
  leftOut: candidate.left,
  notes: candidate.notes,
  before:
    before === null
      ? null
      : { version: before.version, source: before.source, edits: before.edits, ...before.comparison },
});

export const doneJson = ({
  place,
  steps,
  same,
  applied,
  broken,
  backups,
}: Done): Readonly<Record<string, unknown>> => ({
  scope: place.scope,
  applied,
  broken,
  plugins: steps.map(stepJson),
  same,
  backups,
});

// What the commands that install, update and remove plugins have in common.
import type { Command } from 'commander';
import {
  type Done,
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
import { inspectPlugin } from '../../validate/index.js';
import type { Call } from '../command.js';
import { EXIT, type Io, print, UserError } from '../io.js';
import { flag, projectHere } from '../options/flags.js';
import { tellProblems } from '../show/explain-error.js';
import { showSteps } from '../show/plan.js';
import { showProgress } from '../show/progress.js';
import type { Places } from '../show/screen.js';
import { screenOf } from '../show/screen.js';
import { askYes } from './ask.js';
import { homeFor } from './home.js';

/** `--user`, `--project`. */
export function defineScopeFlags(command: Command): void {
  command.option('--project', 'in this project (the default)').option('--user', 'for you, in every project');
}

export const placesFor = (io: Io): Places => ({
  projectDir: projectHere(io),
  home: homeFor(io),
});

/** The scope that was asked for; `null`: none was. */
export function scopeFlag({ options }: Call): InstallScope | null {
  const [user, project] = [flag(options, 'user'), flag(options, 'project')];
  if (user && project)
    throw new UserError('--user and --project do not go together', 'Leave one of them out.');
  return user ? 'user' : project ? 'project' : null;
}

/** Where to install: the project, unless something else is said. In the home directory the two are one. */
export function placeFor(call: Call): InstallPlace {
  const around = placesFor(call.io);
  const scope = scopeFlag(call);
  return placesOf(around).find((place) => place.scope === (scope ?? 'project')) ?? placeOf('user', around);
}

/** For each place the plugins that are meant: those named, or all. */
export function installedIn(
  call: Call,
  names: readonly string[],
): readonly (readonly [InstallPlace, readonly string[]])[] {
  const scope = scopeFlag(call);
  const places = placesOf(placesFor(call.io)).filter((place) => scope === null || place.scope === scope);
  const found = places.map((place) => [place, [...readLock(place).keys()]] as const);
  for (const name of names) {
    const having = found.filter(([, own]) => own.includes(name));
    if (having.length === 0)
      throw new UserError(`${name} is not installed`, 'See `amplifier-hooks list --plugins`.');
    if (having.length > 1)
      throw new UserError(`${name} is installed for you and in this project`, 'Say --user or --project.');
  }
  return found
    .map(
      ([place, own]) =>
        [place, names.length === 0 ? own : own.filter((name) => names.includes(name))] as const,
    )
    .filter(([, own]) => own.length > 0);
}

/** Tools for a person at a terminal, or for nobody. */
export function toolsFor(call: Call, question: (plan: Plan) => string): Tools & { end(): void } {
  const { io, options } = call;
  const json = flag(options, 'json');
  if (json && !flag(options, 'yes') && !flag(options, 'dryRun'))
    throw new UserError('--json leaves nobody to ask', 'Say --yes or --dry-run too.');
  const places = placesFor(io);
  const progress = showProgress(io.stderr, io.env);
  return {
    home: places.home,
    env: io.env,
    signal: null,
    progress,
    end: () => progress.end(),
    inspect: (folder) => inspectPlugin(folder, io.env),
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

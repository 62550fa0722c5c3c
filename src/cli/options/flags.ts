// Reading options.
import { resolve } from 'node:path';
import { projectFrom } from '../../config/index.js';
import type { EngineOptions } from '../../engine/index.js';
import { isFolder } from '../../files/index.js';
import { MATCHER_MODES, PROFILE_NAMES } from '../../profile-names.js';
import type { Call, CommandModule } from '../command.js';
import { type Io, UserError } from '../io.js';

type Options = Call['options'];

export const flag = (options: Options, name: string): boolean => options[name] === true;

export function textFlag(options: Options, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

export function textsFlag(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export type Load = EngineOptions & {
  readonly projectDir: string;
  readonly plugins: readonly string[];
  readonly skills: readonly string[];
  readonly agents: readonly string[];
};

/** Refuses options that say nothing here: who wrote them expects something of them. `why` goes on after the option. */
export function refuseOptions(options: Options, names: readonly string[], why: string): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const word = given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new UserError(`--${word} ${why}`);
}

/** The engine options that the flags of `defineLoadFlags` say. */
export function loadOptions({ options, io }: Call): Load {
  const home = folderFlag(options, 'home', io.cwd);
  const profile = oneOf(PROFILE_NAMES, options, 'profile');
  const matcherMode = oneOf(MATCHER_MODES, options, 'matcherMode');
  const claudeSettings = flag(options, 'claudeSettings');
  const search = { env: io.env, home: home ?? undefined, profile, claudeSettings };
  return {
    // A folder that was named is meant itself.
    projectDir: folderFlag(options, 'project', io.cwd) ?? projectFrom(io.cwd, search),
    ...(home === null ? {} : { home }),
    ...(profile === undefined ? {} : { profile }),
    ...(matcherMode === undefined ? {} : { matcherMode }),
    plugins: paths(options, 'plugin', io.cwd),
    skills: paths(options, 'skill', io.cwd),
    agents: paths(options, 'agent', io.cwd),
    claudeSettings,
    env: io.env,
  };
}

/** The project that a command without those flags is called in. */
export const projectHere = ({ cwd, env }: Pick<Io, 'cwd' | 'env'>): string =>
  projectFrom(cwd, { env, claudeSettings: false });

const paths = (options: Options, name: string, cwd: string): readonly string[] =>
  textsFlag(options, name).map((path) => resolve(cwd, path));

/** A folder that was named must be there: hooks of a misspelt one would be missing without a word. */
function folderFlag(options: Options, name: string, cwd: string): string | null {
  const wish = textFlag(options, name);
  if (wish === null) return null;
  const folder = resolve(cwd, wish);
  if (isFolder(folder)) return folder;
  throw new UserError(`--${name} ${folder} is not a folder`);
}

/** Others than these are refused where the command line is read. */
const oneOf = <Name extends string>(
  names: readonly Name[],
  options: Options,
  option: string,
): Name | undefined => names.find((known) => known === options[option]);

export type { Call, CommandModule };

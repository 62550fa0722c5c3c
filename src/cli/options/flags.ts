// Reading options.
import { resolve } from 'node:path';
import type { EngineOptions } from '../../engine/index.js';
import { isFolder } from '../../files/index.js';
import { PROFILE_NAMES, type ProfileName } from '../../profile-names.js';
import type { Call, CommandModule } from '../command.js';
import { UserError } from '../io.js';

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
  const profile = textFlag(options, 'profile');
  return {
    projectDir: folderFlag(options, 'project', io.cwd) ?? io.cwd,
    ...(home === null ? {} : { home }),
    ...(isProfile(profile) ? { profile } : {}),
    plugins: paths(options, 'plugin', io.cwd),
    skills: paths(options, 'skill', io.cwd),
    agents: paths(options, 'agent', io.cwd),
    claudeSettings: flag(options, 'claudeSettings'),
    env: io.env,
  };
}

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

const isProfile = (name: string | null): name is ProfileName => PROFILE_NAMES.some((known) => known === name);

export type { Call, CommandModule };

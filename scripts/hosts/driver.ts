// How one host is started without a person, a login or the network, with our model.
import { AGENT_NAMES, type AgentName } from '../../src/hosts/agents/index.js';
import type { Tools } from './case.js';
import type { World } from './world.js';

export type DrivenName = Exclude<AgentName, 'cursor' | 'vscode'>;

/** In the order of documents. */
export const DRIVEN_NAMES = AGENT_NAMES.filter((name) => name !== 'cursor' && name !== 'vscode');

export interface Driver {
  readonly name: DrivenName;
  readonly version: string;
  /** The package of the registry that has it. */
  readonly package: string;
  /** Its program, below the folder with the installed packages. */
  readonly program: string;
  /** It does not run on the oldest Node that we run on. */
  readonly newerNode?: true;
  /** A package of the same version that it would install itself with its first start, and where. */
  readonly beside?: { readonly package: string; readonly folder: string };
  /** What a person would say to `amplifier-hooks connect`. */
  readonly connecting?: readonly string[];
  /** @param folder where it is started; there are tools that take whole paths only */
  tools(folder: string): Tools;
  /** Writes what it must know of the model, and what a person would have answered when it was first started. */
  prepare(world: World, model: string): void;
  env(world: World, model: string): Readonly<Record<string, string>>;
  argv(prompt: string): readonly string[];
}

const SYSTEM = `${process.platform}-${process.arch}`;

/** A package that has the programs of one system. */
export const forThisSystem = (name: string): string => `${name}-${SYSTEM}`;

// How hooks stand in a file, whatever its format.
import { PluginProblem } from '../plugins/migrate/index.js';
import { linesOf } from '../text/index.js';
import type { WantedHook } from './wanted.js';

/** A hook in a file of a host. */
export interface FoundHook {
  readonly event: string;
  readonly command: string;
  readonly line: number;
}

export interface Form {
  /** Every command hook of a text, ours and others'. Throws `PluginProblem` where nothing can be made of it. */
  all(text: string, file: string): readonly FoundHook[];
  /** The text with these hooks of ours, and no others of ours; the same text where they stand there already. */
  withHooks(text: string, wanted: readonly WantedHook[], isOurs: IsOurs): string;
  /** The text without ours. */
  without(text: string, isOurs: IsOurs): string;
  /** Nothing but what `withHooks` itself puts into an empty file is left. */
  isBare(text: string): boolean;
}

export type IsOurs = (command: unknown) => boolean;

/** A file that cannot be changed as it is; nothing was written. */
export function refusal(file: string, text: string, at: number, why: string): PluginProblem {
  const { line, column } = linesOf(text)(at);
  return new PluginProblem('bad-config', `${file}:${line}:${column}: ${why}`);
}

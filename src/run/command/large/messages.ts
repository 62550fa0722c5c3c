// What a large host and the small process beside it say to each other. Both are of one version, and nobody else is on the line.
import type { FirstLineAnswer, Run, WarmMode } from '../../../nouns.js';
import type { Profile } from '../../../profiles.js';
import { isRecord } from '../../../text/index.js';
import type { CommandTask } from '../execution.js';

export interface HelperOptions {
  readonly profile: Profile;
  readonly tempDir: string;
  readonly outputCap: number;
  /** Begins the mark of every run there, by which the host finds what is left of them. */
  readonly token: string;
  readonly warm: WarmMode;
}

export type HelperTask = Pick<CommandTask, 'hook' | 'stdin' | 'env' | 'cwd' | 'timeoutMs'> & {
  /** Somebody wants to hear its first line. */
  readonly listens: boolean;
  /** What files that it makes are not allowed to be. */
  readonly umask: number;
};

export type ToHelper =
  | { readonly kind: 'begin'; readonly options: HelperOptions }
  | { readonly kind: 'run'; readonly id: number; readonly task: HelperTask }
  | { readonly kind: 'abort'; readonly id: number; readonly why: string }
  | { readonly kind: 'said'; readonly id: number; readonly said: FirstLineAnswer }
  | { readonly kind: 'reloaded' };

export type FromHelper =
  | { readonly kind: 'ready' }
  | { readonly kind: 'line'; readonly id: number; readonly line: string }
  | { readonly kind: 'ran'; readonly id: number; readonly run: Omit<Run, 'hook'> };

const KINDS = ['begin', 'run', 'abort', 'said', 'reloaded'];
const ANSWERS = ['ready', 'line', 'ran'];

export const isToHelper = (value: unknown): value is ToHelper =>
  isRecord(value) && KINDS.some((kind) => value['kind'] === kind);

export const isFromHelper = (value: unknown): value is FromHelper =>
  isRecord(value) && ANSWERS.some((kind) => value['kind'] === kind);

// Everything a handler may know about the world; nothing is taken from the process it runs in.
import { join, resolve } from 'node:path';

export interface Context {
  /** The directory the hook works in: its current directory, never a field of the payload. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly limits: Limits;
  /** One line for people, on stderr. */
  readonly warn: (line: string) => void;
}

/** How long something may take, in milliseconds. */
export interface Limits {
  /** One call of git. */
  readonly git: number;
  /** The program that reflects; below the 120 s that a host gives to `stop`. */
  readonly reflection: number;
  /** Waiting for a counter or the memory store. */
  readonly exclusive: number;
}

export const LIMITS: Limits = { git: 5000, reflection: 100_000, exclusive: 5000 };

/** One JSON object, the answer to the host. */
export type Reply = Readonly<Record<string, unknown>>;

/** Something a handler could not do. Its text never quotes the payload. */
export class HookError extends Error {}

/** `.claude/runtime`, or a path below it. */
export const runtime = ({ root }: Context, ...below: readonly string[]): string =>
  join(root, '.claude', 'runtime', ...below);

export const epochSeconds = ({ now }: Context): number => Math.floor(now() / 1000);

/** The home directory; `null`: whatever needs one is skipped. */
export function home({ env, root }: Context): string | null {
  const value = env['HOME'];
  return value === undefined || isBlank(value) ? null : resolve(root, value);
}

export const isBlank = (text: string): boolean => !/\S/.test(text);

/** A session id as part of a file name. */
export const fileNameOf = (sessionId: string): string =>
  sessionId
    .slice(0, 400)
    .replace(/[^\w-]/gu, '_')
    .slice(0, 200);

/** What is switched on by `1`, `true` or `yes`. */
export const isYes = (value: string): boolean => /^(?:1|true|yes)$/i.test(value);

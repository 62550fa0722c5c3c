// What is to stand in the files of a host.
import { shellWord } from '../text/index.js';
import { type ConnectedHost, type HostEvent, isAboutTools, isGate } from './host.js';

/** One hook of ours in a file of the host. */
export interface WantedHook {
  readonly event: string;
  /** `null`: none is written. */
  readonly matcher: string | null;
  /** In the host's unit; `null`: none can be stated. */
  readonly timeout: number | null;
  readonly command: string;
  readonly isGate: boolean;
}

/** What the hooks that are there need, beyond that the host tells of every event. */
export interface Needs {
  /** Names of files whose changes hooks wait for: a host watches those that it is told of. */
  readonly watched: readonly string[];
  /** Events that hooks wait for. */
  readonly used: readonly string[];
}

export interface Wish extends Needs {
  readonly host: ConnectedHost;
  /** What is started, and its first arguments. */
  readonly program: readonly string[];
  /** Who will ask, as `dispatch --host` is told. */
  readonly speaker: string;
  /** Further words of the command. */
  readonly words: readonly string[];
}

/**
 * Hooks have time limits of their own, and the command ends before the host's. A short one there would cut off hooks that are
 * allowed more.
 */
const GENEROUS_SECONDS = 3600;

export const wantedHooks = (wish: Wish): readonly WantedHook[] =>
  wish.host.events.flatMap((event) => wantedFor(event, wish) ?? []);

function wantedFor(event: HostEvent, wish: Wish): WantedHook | null {
  const { host, used, watched } = wish;
  const { theirs, ours } = event;
  // A hook of this event makes the worktree in place of the host: one that makes none would be a failure.
  if (ours === 'WorktreeCreate' && !used.includes(ours)) return null;
  // The host watches the files that the matcher names, and no others.
  const isWatch = ours === 'FileChanged';
  if (isWatch && watched.length === 0) return null;
  const seconds = secondsOf(host, theirs);
  const { matcher, timeout } = host.settings;
  return {
    event: theirs,
    matcher: isWatch ? watched.join('|') : isAboutTools(event) ? (matcher?.every ?? null) : null,
    timeout: timeout.unit === null ? null : timeout.unit === 'seconds' ? seconds : seconds * 1000,
    command: commandOf(wish, event, seconds),
    isGate: isGate(event),
  };
}

/** How long the host waits for a hook of an event. */
export function secondsOf({ settings }: ConnectedHost, theirs: string): number {
  const { unit, standard, most, mostAt } = settings.timeout;
  // Where none can be stated, what the host has counts.
  if (unit === null) return standard;
  const bound = mostAt?.[theirs] ?? most ?? Number.POSITIVE_INFINITY;
  return Math.min(GENEROUS_SECONDS, unit === 'seconds' ? bound : bound / 1000);
}

/** At a gate it names the event, so that what starts the engine knows of it too. */
const commandOf = ({ host, program, speaker, words }: Wish, event: HostEvent, seconds: number): string =>
  [
    ...program,
    'dispatch',
    '--host',
    speaker,
    '--host-timeout',
    `${seconds}`,
    ...(isGate(event) || host.settings.unnamed?.includes(event.theirs) === true
      ? ['--event', event.theirs]
      : []),
    ...words,
  ]
    .map(shellWord)
    .join(' ');

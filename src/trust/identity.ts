// What is approved: a definition with everything it runs, whatever its place in a file and wherever the clone lies.
import { type ProjectWords, plainId, type ServerWords } from '../config/index.js';
import type { Hook } from '../nouns.js';
import { canonicalJson, isRecord } from '../text/index.js';
import { type Digests, sha256 } from './digests.js';
import { filesOf, type NamedFile, type Places } from './files.js';

/** Something that needs approval, before its files are looked at. */
export interface Subject {
  /** The name under which answers are kept: the kind, and what it is called. */
  readonly item: string;
  /** Everything about it that counts and is no file. */
  readonly definition: Readonly<Record<string, unknown>>;
  /** Variables of the project that decide which files are meant. */
  readonly variables: Readonly<Record<string, string>>;
  files(): readonly NamedFile[];
}

/** The same with its files looked at. */
export interface Identity {
  readonly item: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly files: readonly NamedFile[];
  /** By name; `null`: the file is not there. */
  readonly contents: Readonly<Record<string, string | null>>;
  readonly digest: string;
  /** Why it cannot be approved; empty: it can. */
  readonly problems: readonly string[];
}

const LONG_MS = 10_000;

const NO_FILES = (): readonly NamedFile[] => [];

/** Words for people (`description`, `statusMessage`) and the place of a hook are left out: they change nothing that runs. */
export function hookSubject(hook: Hook, places: Places): Subject {
  const { event, matcher, condition, handler, timeoutMs, once, onFailure, source } = hook;
  const { kind, owner } = source;
  // Hosts cut long time limits, each at its own length; what matters is one so short that a hook cannot do its work.
  const timeout = timeoutMs === null || timeoutMs >= LONG_MS ? 'usual' : timeoutMs;
  return {
    item: `hook ${plainId(hook.id)}`,
    definition: { event, matcher, condition, handler, timeout, once, onFailure, kind, owner },
    variables: places.own,
    files: handler.type === 'command' ? () => filesOf(handler, places) : NO_FILES,
  };
}

export function serverSubject({ name, definition }: ServerWords, places: Places): Subject {
  const program = isRecord(definition) ? definition : {};
  const { command, args } = program;
  const list = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return {
    item: `server ${name}`,
    definition: { name, server: definition },
    variables: places.own,
    files: typeof command === 'string' ? () => filesOf({ command, args: list }, places) : NO_FILES,
  };
}

export const settingsSubject = (words: ProjectWords): Subject => ({
  item: 'settings',
  definition: { ...words },
  variables: {},
  files: NO_FILES,
});

/** Looks at the files of a subject; `known` are those it had when it was last looked at. */
export function identityOf(
  { item, definition, files: find }: Subject,
  digests: Digests,
  known: readonly NamedFile[] | null = null,
): Identity {
  const files = known ?? find();
  const problems: string[] = [];
  const contents = Object.fromEntries(
    files.map((file) => {
      const digest = digests.of(file);
      if (typeof digest !== 'object' || digest === null) return [file.name, digest];
      problems.push(digest.problem);
      return [file.name, 'unfit'];
    }),
  );
  const digest = sha256(canonicalJson([item, definition, contents]));
  return { item, definition, files, contents, digest, problems };
}

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
  definition(): Readonly<Record<string, unknown>>;
  /** Tells definitions apart, and the variables that decide which of their files are meant; made for every hook of every load. */
  key(): string;
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

/** A project that sets none. */
export const NO_VARIABLES: Readonly<Record<string, string>> = Object.freeze({});

const NO_FILES = (): readonly NamedFile[] => [];

/** Words for people (`description`, `statusMessage`) and the place of a hook are left out: they change nothing that runs. */
class HookSubject implements Subject {
  readonly item: string;
  readonly #hook: Hook;
  readonly #own: Places['own'];
  readonly #places: (hook: Hook) => Places;

  constructor(hook: Hook, own: Places['own'], places: (hook: Hook) => Places) {
    this.item = `hook ${plainId(hook.id)}`;
    this.#hook = hook;
    this.#own = own;
    this.#places = places;
  }

  definition(): Readonly<Record<string, unknown>> {
    const { event, matcher, condition, handler, once, onFailure, source } = this.#hook;
    const { kind, owner } = source;
    const timeout = timeoutOf(this.#hook);
    return { event, matcher, condition, handler, timeout, once, onFailure, kind, owner };
  }

  key(): string {
    return keyOf(this.#hook, this.#own);
  }

  files(): readonly NamedFile[] {
    const { handler } = this.#hook;
    return handler.type === 'command' ? filesOf(handler, this.#places(this.#hook)) : [];
  }
}

export const hookSubject = (hook: Hook, own: Places['own'], places: (hook: Hook) => Places): Subject =>
  new HookSubject(hook, own, places);

/** Hosts cut long time limits, each at its own length; what matters is one so short that a hook cannot do its work. */
const timeoutOf = ({ timeoutMs }: Hook): number | 'usual' =>
  timeoutMs === null || timeoutMs >= LONG_MS ? 'usual' : timeoutMs;

/** Texts with their lengths cannot be mistaken for one another, and need no escaping. */
const marked = (text: string | null): string => (text === null ? '-' : `${text.length}:${text}`);

function keyOf(hook: Hook, own: Places['own']): string {
  const { id, event, matcher, condition, handler, once, onFailure, source } = hook;
  const head = `${id} ${event} ${timeoutOf(hook)} ${once} ${onFailure} ${source.kind}`;
  const texts = marked(matcher) + marked(condition) + marked(source.owner) + marked(source.pluginRoot);
  const plain = handler.type === 'command' && handler.args === null && handler.rewakeMessage === null;
  const does = plain
    ? `${handler.background} ${handler.shell} ${marked(handler.rewakeSummary)}${marked(handler.command)}`
    : JSON.stringify(handler);
  return `${head} ${texts}${does}${own === NO_VARIABLES ? '' : JSON.stringify(own)}`;
}

export function serverSubject({ name, definition }: ServerWords, places: Places): Subject {
  const program = isRecord(definition) ? definition : {};
  const { command, args } = program;
  const list = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return {
    item: `server ${name}`,
    definition: () => ({ name, server: definition }),
    key: () => JSON.stringify(['server', name, definition, places.own]),
    files: typeof command === 'string' ? () => filesOf({ command, args: list }, places) : NO_FILES,
  };
}

export const settingsSubject = (words: ProjectWords): Subject => ({
  item: 'settings',
  definition: () => ({ ...words }),
  key: () => JSON.stringify(['settings', words]),
  files: NO_FILES,
});

/** Looks at the files of a subject. */
export function identityOf(subject: Subject, digests: Digests): Identity {
  const { item } = subject;
  const [definition, files] = [subject.definition(), subject.files()];
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

/** Of a definition alone, whatever is in its files. */
export const definitionDigest = ({ item, definition }: Pick<Identity, 'item' | 'definition'>): string =>
  sha256(canonicalJson([item, definition]));

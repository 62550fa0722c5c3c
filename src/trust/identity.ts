// What is approved: a definition with everything it runs, whatever its place in a file and wherever the clone lies.
import { type Draft, type ProjectWords, plainId, type ServerWords } from '../config/index.js';
import type { CommandHandler, Handler, Hook, HookId } from '../nouns.js';
import { canonicalJson, isRecord, sha256 } from '../text/index.js';
import type { Digests } from './digests.js';
import { filesOf, type NamedFile, type Places } from './files.js';

/** A piece of a definition. Pieces are compared one by one: that is cheaper than to write them into one text. */
export type Part = string | null;

/** Something that needs approval, before its files are looked at. */
export interface Subject {
  /** The name under which answers are kept: the kind, and what it is called. */
  readonly item: string;
  /** Whether nothing else has this name. */
  readonly isOnly: boolean;
  /** Everything about it that counts and is no file. */
  definition(): Readonly<Record<string, unknown>>;
  /** The name under which it is remembered what was seen of it. */
  readonly slot: string;
  /**
   * Tells definitions apart, and the variables that decide which of their files are meant; made for every hook of every load.
   * The first part is what few have in common.
   */
  parts(): readonly Part[];
  files(): readonly NamedFile[];
}

/** A file with the digest of what is in it; `null`: it is not there. */
export interface LookedAt extends NamedFile {
  readonly content: string | null;
}

/** The same with its files looked at. */
export interface Identity {
  readonly item: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly files: readonly LookedAt[];
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

const HOOK = 'hook ';

/** The item of a hook that is the only one with its id. */
export const onlyItem = (id: HookId): string => HOOK + id;

/** The id of a hook that is the only one with it, by its slot; `null`: the slot of something else. */
export function onlyHookIn(slot: string): HookId | null {
  const id = slot.slice(HOOK.length);
  return slot.startsWith(HOOK) && plainId(id) === id ? id : null;
}

/** Words for people (`description`, `statusMessage`) and the place of a hook are left out: they change nothing that runs. */
class HookSubject implements Subject {
  readonly item: string;
  readonly isOnly: boolean;
  readonly slot: string;
  readonly #hook: Hook;
  readonly #own: Places['own'];
  readonly #places: (hook: Hook) => Places;

  constructor(hook: Hook, own: Places['own'], places: (hook: Hook) => Places) {
    const plain = plainId(hook.id);
    this.isOnly = plain === hook.id;
    // Nearly always the same text, which is looked up often.
    this.slot = HOOK + hook.id;
    this.item = this.isOnly ? this.slot : HOOK + plain;
    this.#hook = hook;
    this.#own = own;
    this.#places = places;
  }

  definition(): Readonly<Record<string, unknown>> {
    const { event, matcher, condition, handler, once, onFailure, source } = this.#hook;
    const { kind } = source;
    const owner = source.skill ?? source.owner;
    const timeout = timeoutOf(this.#hook);
    const whole = { event, matcher, condition, handler, timeout, once, onFailure, kind, owner };
    return { ...whole, ...statedIn(this.#hook) };
  }

  parts(): readonly Part[] {
    return partsOf(this.#hook, this.#own);
  }

  files(): readonly NamedFile[] {
    const { handler } = this.#hook;
    return handler.type === 'command' ? filesOf(handler, this.#places(this.#hook)) : [];
  }
}

export const hookSubject = (hook: Hook, own: Places['own'], places: (hook: Hook) => Places): Subject =>
  new HookSubject(hook, own, places);

/**
 * What is stated beside that. A guard that is made to observe guards nothing, and one that observes no longer has a say: both need
 * an answer. What says nothing leaves no trace, so that answers of old still count.
 */
const statedIn = ({ mode, budget }: Draft): Readonly<Record<string, unknown>> => ({
  ...(mode === 'observe' ? { mode } : {}),
  ...(budget === undefined ? {} : { budget }),
});

/** Hosts cut long time limits, each at its own length; what matters is one so short that a hook cannot do its work. */
const timeoutOf = ({ timeoutMs }: Draft): number | 'usual' =>
  timeoutMs === null || timeoutMs >= LONG_MS ? 'usual' : timeoutMs;

/** Whether two hooks have all parts in common but the first; `false`: they may have. Neighbours in a file mostly do. */
export function haveSameRest(one: Draft, other: Draft): boolean {
  const [own, others] = [one.handler, other.handler];
  return (
    isPlain(own) &&
    isPlain(others) &&
    one.source === other.source &&
    one.event === other.event &&
    one.matcher === other.matcher &&
    one.condition === other.condition &&
    timeoutOf(one) === timeoutOf(other) &&
    one.once === other.once &&
    one.onFailure === other.onFailure &&
    own.background === others.background &&
    own.shell === others.shell &&
    own.rewakeSummary === others.rewakeSummary &&
    hasNothingStated(one) &&
    hasNothingStated(other)
  );
}

/** Most hooks are commands with nothing special about them, and of those nothing has to be written as JSON. */
const isPlain = (handler: Handler): handler is CommandHandler =>
  handler.type === 'command' && handler.args === null && handler.rewakeMessage === null;

const hasNothingStated = ({ mode, budget }: Draft): boolean => mode !== 'observe' && budget === undefined;

/** The first part, which few have in common. */
export const firstPart = ({ handler }: Draft): Part => (isPlain(handler) ? handler.command : null);

export function partsOf(hook: Draft, own: Places['own']): readonly Part[] {
  const { event, matcher, condition, handler, once, onFailure, source } = hook;
  const timeout = timeoutOf(hook);
  const plain = isPlain(handler);
  return [
    firstPart(hook),
    event,
    matcher,
    condition,
    timeout === 'usual' ? timeout : String(timeout),
    once ? 'once' : null,
    onFailure,
    source.kind,
    source.skill ?? source.owner,
    source.hooksDir,
    source.pluginRoot,
    source.pluginData,
    own === NO_VARIABLES ? null : JSON.stringify(own),
    plain ? handler.background : null,
    plain ? handler.shell : null,
    plain ? handler.rewakeSummary : JSON.stringify(handler),
    ...(hasNothingStated(hook) ? [] : [JSON.stringify(statedIn(hook))]),
  ];
}

/** The name under which answers about a server are kept. */
export const serverItem = (name: string): string => `server ${name}`;

export function serverSubject({ name, definition }: ServerWords, places: Places): Subject {
  const program = isRecord(definition) ? definition : {};
  const { command, args } = program;
  const list = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return {
    item: serverItem(name),
    isOnly: false,
    definition: () => ({ name, server: definition }),
    slot: `server ${name}`,
    parts: () => [JSON.stringify([definition, places.pluginRoot, places.own])],
    files: typeof command === 'string' ? () => filesOf({ command, args: list }, places) : NO_FILES,
  };
}

export const settingsSubject = (words: ProjectWords): Subject => ({
  item: 'settings',
  isOnly: true,
  definition: () => ({ ...words }),
  slot: 'settings',
  parts: () => [JSON.stringify(words)],
  files: NO_FILES,
});

/** Looks at the files of a subject. */
export function identityOf(subject: Subject, digests: Digests): Identity {
  const { item } = subject;
  const definition = subject.definition();
  const problems: string[] = [];
  const files = subject.files().map((file): LookedAt => {
    const digest = digests.of(file);
    if (typeof digest !== 'object' || digest === null) return { ...file, content: digest };
    problems.push(digest.problem);
    return { ...file, content: 'unfit' };
  });
  const contents = contentsOf(files);
  const digest = sha256(canonicalJson([item, definition, contents]));
  return { item, definition, files, contents, digest, problems };
}

export const contentsOf = (files: readonly LookedAt[]): Identity['contents'] =>
  Object.fromEntries(files.map(({ name, content }) => [name, content]));

/** Of a definition alone, whatever is in its files. */
export const definitionDigest = ({ item, definition }: Pick<Identity, 'item' | 'definition'>): string =>
  sha256(canonicalJson([item, definition]));

// What a "hookPolicy" object says, word by word, with the place of what is wrong in it.
import { EVENT_NAMES, findEventRow } from '../events/index.js';
import type { Bounds, PolicyDemand, TrustMode } from '../nouns.js';
import {
  describe,
  entryOf,
  isCommentKey,
  jsonOf,
  type ObjectTree,
  quote,
  similarName,
  type Tree,
  type TreeEntry,
  textOf,
} from '../text/index.js';
import { HANDLER_TYPES } from './handler.js';
import { POLICY_KEY } from './managed-file.js';
import type { Sheet } from './sheet.js';
import { SOURCE_KINDS, SOURCE_WORDS } from './source-words.js';
import { TRUST_MODES } from './trust-modes.js';

const KEYS = ['trust', 'require', 'sources', 'handlerTypes', 'addresses'];
const BOUNDS = ['allow', 'refuse'];
const NAMING = ['id', 'event', 'command', 'url', 'plugin'];
const DEMAND_KEYS = [...NAMING, 'matcher', 'note'];

/** One file's policy. */
export interface PolicyWords {
  readonly trust: TrustMode | null;
  readonly require: readonly PolicyDemand[];
  readonly sources: Bounds;
  readonly handlerTypes: Bounds;
  readonly refusedAddresses: readonly string[];
  /** The first thing that cannot be understood; `null`: all of it can. */
  readonly wrong: string | null;
}

/** `null`: the file has none, or it is not the administrator's. */
export function readPolicyWords(sheet: Sheet, root: ObjectTree): PolicyWords | null {
  const entry = entryOf(root, POLICY_KEY);
  if (entry === undefined) return null;
  if (sheet.source.scope !== 'managed') {
    sheet.report('setting-ignored', entry.at, `"${POLICY_KEY}" counts in the managed settings only`);
    return null;
  }
  return new Reader(sheet).policy(entry.value);
}

class Reader {
  readonly #sheet: Sheet;
  #wrong: string | null = null;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  policy(tree: Tree): PolicyWords {
    const fields = this.#fields(tree, `"${POLICY_KEY}"`, KEYS);
    const words = {
      trust: this.#trust(fields.get('trust')?.value),
      require: this.#list(fields.get('require')?.value, '"require"').flatMap((item) => this.#demand(item)),
      sources: this.#bounds(fields.get('sources')?.value, 'sources', wrongSource),
      handlerTypes: this.#bounds(fields.get('handlerTypes')?.value, 'handlerTypes', (item) =>
        notOneOf(item, HANDLER_TYPES, 'a handler type'),
      ),
      refusedAddresses: this.#addresses(fields.get('addresses')?.value),
    };
    return { ...words, wrong: this.#wrong };
  }

  #trust(tree: Tree | undefined): TrustMode | null {
    if (tree === undefined) return null;
    const value = textOf(tree);
    const mode = TRUST_MODES.find((one) => one === value);
    if (mode !== undefined) return mode;
    const meant = value === null ? null : similarName(value, TRUST_MODES);
    this.#report(
      tree.at,
      `"trust" must be ${TRUST_MODES.map(quote).join(', ')}, but is ${describe(jsonOf(tree))}`,
      meant,
    );
    // A slip must not open what was to be closed.
    return 'content';
  }

  #demand(tree: Tree): readonly PolicyDemand[] {
    const fields = this.#fields(tree, 'An item of "require"', DEMAND_KEYS);
    if (tree.kind !== 'object') return [];
    const text = (key: string): string | null => this.#text(fields.get(key), key);
    const demand = {
      id: text('id'),
      command: text('command'),
      url: text('url'),
      plugin: text('plugin'),
      matcher: text('matcher'),
      note: text('note'),
    };
    const event = this.#event(fields.get('event'));
    if (!NAMING.some((key) => fields.has(key))) {
      this.#report(tree.at, `An item of "require" must say which hook: ${NAMING.map(quote).join(', ')}`);
      return [];
    }
    // A command that runs at the end of a session is not the guard that somebody wants to be there.
    if (!['id', 'plugin', 'event'].some((key) => fields.has(key)))
      this.#report(tree.at, 'An item of "require" with "command" or "url" must say for which "event"');
    return [{ ...demand, event, file: this.#sheet.source.file, ...this.#sheet.positionOf(tree.at) }];
  }

  #event(entry: TreeEntry | undefined): PolicyDemand['event'] {
    const name = this.#text(entry, 'event');
    if (name === null || entry === undefined) return null;
    const row = findEventRow(name);
    if (row?.name === name) return row.name;
    const meant = row?.name ?? similarName(name, EVENT_NAMES);
    this.#report(entry.value.at, `${quote(name)} is not an event`, meant);
    return null;
  }

  #text(entry: TreeEntry | undefined, key: string): string | null {
    if (entry === undefined) return null;
    const value = textOf(entry.value);
    if (value !== null && value.trim() !== '') return value;
    this.#report(
      entry.value.at,
      `"${key}" must be a text that is not empty, but is ${describe(jsonOf(entry.value))}`,
    );
    return null;
  }

  #bounds(tree: Tree | undefined, name: string, wrongIn: (item: string) => Wrong | null): Bounds {
    if (tree === undefined) return NO_BOUNDS;
    const fields = this.#fields(tree, `"${name}"`, BOUNDS);
    const items = (key: string): readonly string[] =>
      this.#texts(fields.get(key)?.value, `"${key}" of "${name}"`, wrongIn);
    return { allow: fields.has('allow') ? items('allow') : null, refuse: items('refuse') };
  }

  #addresses(tree: Tree | undefined): readonly string[] {
    if (tree === undefined) return [];
    const allow = tree.kind === 'object' ? entryOf(tree, 'allow') : undefined;
    if (allow !== undefined) {
      const hint = `Write them as "allowedHttpHookUrls" beside "${POLICY_KEY}".`;
      this.#report(
        allow.at,
        '"addresses" has no "allow": that is what "allowedHttpHookUrls" says',
        null,
        hint,
      );
    }
    const fields = this.#fields(tree, '"addresses"', allow === undefined ? ['refuse'] : BOUNDS);
    return this.#texts(fields.get('refuse')?.value, '"refuse" of "addresses"', wrongAddress);
  }

  #texts(tree: Tree | undefined, what: string, wrongIn: (item: string) => Wrong | null): readonly string[] {
    return this.#list(tree, what).flatMap((item) => {
      const text = textOf(item);
      const wrong = text === null ? NO_TEXT : wrongIn(text);
      if (text !== null && wrong === null) return [text];
      const why = wrong?.why ?? NO_TEXT.why;
      this.#report(item.at, `${describe(jsonOf(item))} in ${what} ${why}`, wrong?.meant ?? null);
      return [];
    });
  }

  #list(tree: Tree | undefined, what: string): readonly Tree[] {
    if (tree === undefined) return [];
    if (tree.kind === 'array') return tree.items;
    this.#report(tree.at, `${what} must be an array, but is ${describe(jsonOf(tree))}`);
    return [];
  }

  /** The fields of an object; of two with the same key the last one counts, as in JSON. */
  #fields(tree: Tree, what: string, known: readonly string[]): ReadonlyMap<string, TreeEntry> {
    if (tree.kind !== 'object') {
      this.#report(tree.at, `${what} must be an object, but is ${describe(jsonOf(tree))}`);
      return new Map();
    }
    const entries = tree.entries.filter(({ key }) => !isCommentKey(key));
    for (const { key, at } of entries) {
      if (!known.includes(key))
        this.#report(
          at,
          `${quote(key)} is not a field of ${what.replace(/^An/, 'an')}`,
          similarName(key, known),
        );
    }
    return new Map(entries.map((entry) => [entry.key, entry]));
  }

  #report(at: number, message: string, meant: string | null = null, hint?: string): void {
    const { line } = this.#sheet.positionOf(at);
    this.#wrong ??= `${message} (${this.#sheet.source.file}:${line})`;
    const help = meant === null ? hint : `Did you mean ${quote(meant)}?`;
    this.#sheet.report('policy-invalid', at, message, help);
  }
}

/** What is wrong with an item, and what was probably meant. */
interface Wrong {
  readonly why: string;
  readonly meant: string | null;
}

const NO_TEXT: Wrong = { why: 'must be a text', meant: null };
const NO_BOUNDS: Bounds = { allow: null, refuse: [] };

const notOneOf = (item: string, known: readonly string[], what: string): Wrong | null =>
  known.includes(item) ? null : { why: `is not ${what}`, meant: similarName(item, known) };

function wrongSource(item: string): Wrong | null {
  const colon = item.indexOf(':');
  if (colon < 0) return notOneOf(item, SOURCE_WORDS, 'a source');
  const kind = item.slice(0, colon);
  if (!SOURCE_KINDS.some((one) => one === kind)) {
    const meant = similarName(kind, SOURCE_KINDS);
    return { why: 'is not a source', meant: meant === null ? null : `${meant}${item.slice(colon)}` };
  }
  return colon + 1 < item.length ? null : { why: 'names nobody', meant: null };
}

/** The patterns are those of "allowedHttpHookUrls": a scheme, or a star that stands for one. */
const wrongAddress = (item: string): Wrong | null =>
  /^\s*(?:\*|[a-z*][a-z\d+.*-]*:\/\/[^/?#\\@]+)/i.test(item)
    ? null
    : { why: 'is not an address', meant: /^[\w.-]+$/.test(item) ? `*://${item}/*` : null };

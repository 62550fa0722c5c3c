// The hooks of one event, arranged so that the matchers of all of them are judged at once.
import { type KnownEventRow, toolNamesFor } from '../events/index.js';
import type { Diagnostic, Hook, Voice } from '../nouns.js';
import type { MatcherMode } from '../profile-names.js';
import type { Profile } from '../profiles.js';
import { type Matcher, readMatcher, saysAll } from './matcher.js';
import { judgePatterns, LONGEST_NAME, newPattern, type Pattern } from './patterns.js';
import { placed, problem } from './problem.js';

/** What decides the meaning of matchers. */
export interface MatchingOptions {
  readonly profile: Profile;
  readonly matcherMode: MatcherMode;
  /** Extra names a host gives a tool. They select hooks and are never put into the input. */
  readonly toolAliases: (toolName: string) => readonly string[];
}

/** A hook of the event and how its matcher was read. */
export interface Prepared {
  readonly hook: Hook;
  /** Where it stands in the declared order of the generation. */
  readonly place: number;
  readonly matcher:
    | Exclude<Matcher, { kind: 'regex' }>
    | { readonly kind: 'regex'; readonly pattern: Pattern };
}

/** How a matcher came to select a hook. `name` is the name that was found. */
export type Selection =
  | { readonly by: 'all' | 'matcher-ignored' | 'regex-timeout' }
  | { readonly by: 'name' | 'alias' | 'regex' | 'invalid-as-name'; readonly name: string };

export interface Hit {
  readonly prepared: Prepared;
  readonly selection: Selection;
}

export interface Hits {
  /** All names that were tried, the target first. */
  readonly names: readonly string[];
  /** In declared order. */
  readonly hits: readonly Hit[];
  readonly diagnostics: readonly Diagnostic[];
  /** A pattern was set aside just now, so what is remembered about other targets no longer holds. */
  readonly changed: boolean;
}

const STRENGTH: Readonly<Record<Voice, number>> = { managed: 0, user: 1, plugin: 2, project: 3 };

export class EventIndex {
  readonly row: KnownEventRow;
  readonly prepared: readonly Prepared[];
  readonly #options: MatchingOptions;
  readonly #always: Hit[] = [];
  readonly #byName = new Map<string, Prepared[]>();
  readonly #byPattern = new Map<Pattern, Prepared[]>();

  /** `patterns` is shared by all events of a generation, so that one that is set aside is set aside everywhere. */
  constructor(
    row: KnownEventRow,
    hooks: readonly { readonly hook: Hook; readonly place: number }[],
    options: MatchingOptions,
    patterns: Map<string, Pattern>,
  ) {
    this.row = row;
    this.#options = options;
    this.prepared = hooks.map(({ hook, place }) => ({ hook, place, matcher: this.#read(hook, patterns) }));
    // What the time does not suffice for counts as matching, so the patterns of strong voices are tried first.
    const byVoice = [...this.prepared].sort((a, b) => STRENGTH[a.hook.voice] - STRENGTH[b.hook.voice]);
    for (const prepared of byVoice) this.#arrange(prepared);
  }

  #read(hook: Hook, patterns: Map<string, Pattern>): Prepared['matcher'] {
    if (this.row.matcher === null) return { kind: 'all' };
    const matcher = readMatcher(hook.matcher, this.row.matcherAlphabet, this.#options.matcherMode);
    if (matcher.kind !== 'regex') return matcher;
    const pattern = patterns.get(matcher.regex.source) ?? newPattern(matcher.regex);
    patterns.set(matcher.regex.source, pattern);
    return { kind: 'regex', pattern };
  }

  #arrange(prepared: Prepared): void {
    const { matcher, hook } = prepared;
    switch (matcher.kind) {
      case 'all': {
        const ignored = this.row.matcher === null && !saysAll(hook.matcher);
        this.#always.push({ prepared, selection: { by: ignored ? 'matcher-ignored' : 'all' } });
        break;
      }
      case 'list':
        for (const name of matcher.names) add(this.#byName, name, prepared);
        break;
      case 'invalid':
        if (this.#options.profile.invalidMatcher === 'exact') add(this.#byName, hook.matcher ?? '', prepared);
        break;
      case 'regex':
        add(this.#byPattern, matcher.pattern, prepared);
    }
  }

  /** Every hook whose matcher selects the target. */
  select(target: string): Hits {
    const names = this.row.tool
      ? [...new Set([...toolNamesFor(target), ...this.#options.toolAliases(target)])]
      : [target];
    const found = new Map<Prepared, Selection>();
    for (const hit of this.#always) found.set(hit.prepared, hit.selection);
    for (const name of names) this.#selectByName(name, target, found);
    const diagnostics: Diagnostic[] = [];
    const changed = this.#byPattern.size > 0 && this.#selectByPattern(names, found, diagnostics);
    const hits = [...found].map(([prepared, selection]) => ({ prepared, selection }));
    hits.sort((a, b) => a.prepared.place - b.prepared.place);
    return { names, hits, diagnostics, changed };
  }

  #selectByName(name: string, target: string, found: Map<Prepared, Selection>): void {
    for (const prepared of this.#byName.get(name) ?? []) {
      if (found.has(prepared)) continue;
      const by = name === target ? 'name' : 'alias';
      found.set(prepared, { by: prepared.matcher.kind === 'invalid' ? 'invalid-as-name' : by, name });
    }
  }

  #selectByPattern(names: readonly string[], found: Map<Prepared, Selection>, notes: Diagnostic[]): boolean {
    const before = this.#usable();
    const cut = names.map((name) => name.slice(0, LONGEST_NAME));
    const longest = names.find((name) => name.length > LONGEST_NAME);
    if (longest !== undefined) notes.push(targetCut(this.row, longest));
    const matches = judgePatterns([...this.#byPattern.keys()], cut);
    for (const [pattern, users] of this.#byPattern) {
      const name = matches.get(pattern);
      if (name !== undefined) for (const prepared of users) found.set(prepared, { by: 'regex', name });
      else if (pattern.fate.kind === 'unjudged') {
        for (const prepared of users) {
          found.set(prepared, { by: 'regex-timeout' });
          notes.push(setAside(prepared.hook, pattern.fate.why));
        }
      } else if (pattern.fate.kind === 'broken') {
        for (const prepared of users) {
          notes.push(broken(prepared.hook, pattern.fate.problem));
          const exact = this.#options.profile.invalidMatcher === 'exact' ? prepared.hook.matcher : null;
          if (exact !== null && names.includes(exact))
            found.set(prepared, { by: 'invalid-as-name', name: exact });
        }
      }
    }
    return this.#usable() !== before;
  }

  #usable(): number {
    let count = 0;
    for (const pattern of this.#byPattern.keys()) if (pattern.fate.kind === 'usable') count++;
    return count;
  }
}

function add<K>(map: Map<K, Prepared[]>, key: K, prepared: Prepared): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [prepared]);
  else list.push(prepared);
}

const setAside = (hook: Hook, why: string): Diagnostic => {
  const message = `the matcher ${JSON.stringify(shown(hook))} cannot be judged: ${why}. It counts as matching until the configuration changes`;
  const hint = 'Rewrite it without a repetition inside a repetition, or as a list of names.';
  return placed(problem('matcher-unjudged', message, hint), hook);
};

const broken = (hook: Hook, why: string): Diagnostic => {
  const message = `the matcher ${JSON.stringify(shown(hook))} is not a usable regular expression: ${why}`;
  return placed(problem('matcher-invalid', message, 'Make it shorter, or write a list of names.'), hook);
};

const targetCut = (row: KnownEventRow, name: string): Diagnostic => {
  const start = JSON.stringify(`${name.slice(0, 40)}…`);
  const message = `${row.name}: ${start} has ${name.length} characters; regular expressions see only the first ${LONGEST_NAME}`;
  return placed(problem('matcher-target-cut', message, null), null);
};

const shown = ({ matcher }: Hook): string | null =>
  matcher !== null && matcher.length > 200 ? `${matcher.slice(0, 199)}…` : matcher;

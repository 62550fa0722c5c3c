// Matchers of other tools in the tool names and the grammar of ours. Never made to select less without a warning.

/** How another tool reads a matcher. */
export interface MatcherRules {
  /** Its tool names → ours; several where one of its tools does the work of several of ours, none where we have none. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** Its spelling of a name that is not in the table (of an MCP tool), as a pattern of ours; `null`: it stays. */
  readonly other: (name: string) => string | null;
  /** What makes a matcher a list of exact names there; anything else is a regular expression. */
  readonly list: RegExp;
  /** `true`: a regular expression must match the whole name. */
  readonly anchored: boolean;
}

export interface MatcherResult {
  /** `null`: no matcher is needed. */
  readonly matcher: string | null;
  /** No tool of ours is meant at all: the hook would never run. */
  readonly nothing: boolean;
  readonly warnings: readonly string[];
}

/** Our own lists of exact names. */
const OUR_LIST = /^[\w\- ,|]+$/;

const PLAIN_NAME = /^[\w-]+$/;

/** The same matcher for our tool names. */
export function translateMatcher(matcher: string, rules: MatcherRules): MatcherResult {
  const text = matcher.trim();
  if (text === '' || text === '*') return { matcher: text === '' ? null : '*', nothing: false, warnings: [] };
  return rules.list.test(text) ? translateList(text, rules) : translatePattern(text, rules);
}

function translateList(text: string, rules: MatcherRules): MatcherResult {
  const warnings: string[] = [];
  const names = text
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .flatMap((name): readonly string[] => {
      const known = Object.hasOwn(rules.tools, name) ? rules.tools[name] : undefined;
      if (known !== undefined && known.length > 0) return known;
      const other = rules.other(name);
      if (known === undefined && other !== null) return [other];
      warnings.push(`no tool here does what ${name} does there; for it the hook never runs`);
      return [name];
    });
  return { matcher: joined([...new Set(names)]), nothing: names.length === warnings.length, warnings };
}

/** A list where every part is a name, a pattern otherwise. */
function joined(parts: readonly string[]): string {
  if (parts.every((part) => PLAIN_NAME.test(part))) return parts.join('|');
  return `^(?:${parts.join('|')})$`;
}

/**
 * A regular expression: names in it are replaced, and tools that it selected there by a piece of their name are added by
 * ours, so that `write_.*` still selects Write.
 */
function translatePattern(text: string, rules: MatcherRules): MatcherResult {
  const before = compile(text, rules.anchored);
  if (before === null) {
    const warning = `the matcher ${JSON.stringify(text)} is not a regular expression that JavaScript knows; it was left as it is`;
    return { matcher: text, nothing: false, warnings: [warning] };
  }
  const replaced = text.replace(/[A-Za-z][\w:-]*/g, (word) => {
    const known = Object.hasOwn(rules.tools, word) ? rules.tools[word] : undefined;
    if (known === undefined) return rules.other(word) ?? word;
    return known.length === 1 ? (known[0] ?? word) : known.length === 0 ? word : `(?:${known.join('|')})`;
  });
  // A pattern that would be a list of names here keeps on being tested anywhere in the name.
  const loose = OUR_LIST.test(replaced) && !rules.anchored ? `(?:${replaced})` : replaced;
  const pattern = rules.anchored ? `^(?:${replaced})$` : loose;
  const after = compile(pattern, false);
  const missing = Object.entries(rules.tools)
    .filter(([name]) => before.test(name))
    .flatMap(([, ours]) => ours.filter((name) => after?.test(name) !== true));
  const gone = Object.entries(rules.tools).filter(([name, ours]) => ours.length === 0 && before.test(name));
  const warnings =
    text === '.*' || text === '.+' || gone.length === 0
      ? []
      : [`no tool here does what ${gone.map(([name]) => name).join(', ')} does there`];
  if (missing.length === 0) return { matcher: pattern, nothing: false, warnings };
  const added = [...new Set(missing)].join('|');
  return { matcher: `${pattern}|^(?:${added})$`, nothing: false, warnings };
}

function compile(text: string, anchored: boolean): RegExp | null {
  try {
    return new RegExp(anchored ? `^(?:${text})$` : text);
  } catch {
    return null;
  }
}

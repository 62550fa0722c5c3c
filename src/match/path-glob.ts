// Gitignore globs over the names of a path. Time grows with pattern and path only, never exponentially.

type Token =
  | { readonly kind: 'one'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'set'; readonly not: boolean; readonly ranges: readonly (readonly [string, string])[] };

type Segment = readonly Token[] | '**';

export type PathGlob = readonly Segment[];

/** A glob from the names of a pattern. */
export function readPathGlob(names: readonly string[], anyDepth: boolean): PathGlob {
  const segments = names.map((name): Segment => (name === '**' ? '**' : readName(name)));
  // At the end `**` means "all that is inside", and what fits a directory fits all that it holds.
  const closed: Segment[] =
    segments.at(-1) === '**' ? [...segments.slice(0, -1), [{ kind: 'star' }]] : segments;
  return anyDepth ? ['**', ...closed] : closed;
}

/** Whether the glob fits the path or a directory it lies in (`within`: only a directory it lies in). */
export function fitsPath(glob: PathGlob, path: readonly string[], within: boolean): boolean {
  let states = closure(glob, new Set([0]));
  for (const [index, name] of path.entries()) {
    const next = new Set<number>();
    for (const state of states) {
      const segment = glob[state];
      if (segment === '**') next.add(state);
      else if (segment !== undefined && fitsName(segment, name)) next.add(state + 1);
    }
    states = closure(glob, next);
    if (states.has(glob.length) && (!within || index < path.length - 1)) return true;
  }
  return false;
}

/** `**` also stands for no directory at all. */
function closure(glob: PathGlob, states: Set<number>): Set<number> {
  // A set hands out what is added to it while it is walked.
  for (const state of states) if (glob[state] === '**') states.add(state + 1);
  return states;
}

function readName(name: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < name.length; at++) {
    const character = name.charAt(at);
    const set = character === '[' ? readSet(name, at + 1) : null;
    if (set !== null) {
      tokens.push(set.token);
      at = set.end;
    } else if (character === '*') tokens.push({ kind: 'star' });
    else if (character === '?') tokens.push({ kind: 'any' });
    else if (character === '\\' && at + 1 < name.length) {
      at++;
      tokens.push({ kind: 'one', character: name.charAt(at) });
    } else tokens.push({ kind: 'one', character });
  }
  return tokens;
}

/** `[a-z]`, `[!a]`, `[^a]`; a `]` in first place is one of the set. `null`: no closing bracket, so no set. */
function readSet(name: string, start: number): { readonly token: Token; readonly end: number } | null {
  const not = name.charAt(start) === '!' || name.charAt(start) === '^';
  const first = not ? start + 1 : start;
  const end = name.indexOf(']', first + 1);
  if (end < 0) return null;
  const ranges: (readonly [string, string])[] = [];
  for (let at = first; at < end; at++) {
    const from = name.charAt(at);
    const isRange = name.charAt(at + 1) === '-' && at + 2 < end;
    ranges.push([from, isRange ? name.charAt(at + 2) : from]);
    if (isRange) at += 2;
  }
  return { token: { kind: 'set', not, ranges }, end };
}

function fitsName(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current?.kind === 'star') {
      star = token++;
      resume = at;
    } else if (current !== undefined && fitsCharacter(current, name.charAt(at))) {
      token++;
      at++;
    } else if (star >= 0) {
      // Only the last star can help: an earlier one could not reach further than it did.
      token = star + 1;
      at = ++resume;
    } else return false;
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

function fitsCharacter(token: Token, character: string): boolean {
  if (token.kind === 'one') return token.character === character;
  if (token.kind === 'set') {
    return token.not !== token.ranges.some(([from, to]) => from <= character && character <= to);
  }
  return true;
}

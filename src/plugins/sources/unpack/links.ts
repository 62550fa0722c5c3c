// Where a link leads, worked out from what is known of a tree: no file system is asked, so nothing is followed.

/** What lies at a path of the tree; `null`: nothing. Paths have no dots and no slash at either end; '' is the top. */
export type Lookup = (path: string) => 'file' | 'folder' | { readonly target: string } | null;

export type Landing =
  | { readonly kind: 'file' | 'folder' | 'nothing'; readonly path: string }
  | { readonly kind: 'outside' | 'circle' };

const MOST_HOPS = 40;

/** Follows the link at `path`, and all links on the way, to what is not a link. */
export function follow(lookup: Lookup, path: string): Landing {
  const first = lookup(path);
  if (first === null || typeof first === 'string') return { kind: first ?? 'nothing', path };
  let at = parts(path).slice(0, -1);
  let rest = first.target.split('/');
  if (first.target.startsWith('/')) return { kind: 'outside' };
  for (let hops = 1; ; ) {
    const next = rest.shift();
    if (next === undefined) break;
    if (next === '' || next === '.') continue;
    if (next === '..') {
      if (at.length === 0) return { kind: 'outside' };
      at = at.slice(0, -1);
      continue;
    }
    const here = [...at, next];
    const found = lookup(here.join('/'));
    if (found === null || (found === 'file' && rest.length > 0)) {
      return lexically(here, rest);
    }
    if (typeof found === 'string') {
      at = here;
      continue;
    }
    hops++;
    if (hops > MOST_HOPS) return { kind: 'circle' };
    if (found.target.startsWith('/')) return { kind: 'outside' };
    rest = [...found.target.split('/'), ...rest];
  }
  const end = at.join('/');
  const found = at.length === 0 ? 'folder' : lookup(end);
  return found === 'file' || found === 'folder' ? { kind: found, path: end } : { kind: 'nothing', path: end };
}

/** Beyond something that is not there only the text is left. */
function lexically(at: readonly string[], rest: readonly string[]): Landing {
  const path = [...at];
  for (const part of rest) {
    if (part === '' || part === '.') continue;
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return { kind: 'outside' };
  }
  return { kind: 'nothing', path: path.join('/') };
}

const parts = (path: string): string[] => (path === '' ? [] : path.split('/'));

/** Whether `path` is `folder` or lies in it; '' holds everything. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

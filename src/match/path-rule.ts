// The argument of a rule for a file tool: gitignore syntax, with a start that says what it is relative to.
import { fitsPath, type PathGlob, readPathGlob } from './path-glob.js';

/** The directories that a path rule, or a path in a tool input, can refer to. */
export interface Places {
  readonly cwd: string;
  readonly projectDir: string;
  readonly home: string;
  /** What a leading `/` means. */
  readonly rulesRoot: string;
}

export interface PathRule {
  readonly pattern: string;
  readonly base: 'root' | 'home' | 'rulesRoot' | 'cwd';
  /** How many directories above the base it starts: the leading `..` of the pattern. */
  readonly up: number;
  readonly glob: PathGlob;
  /** The pattern ends with `/`. */
  readonly directoriesOnly: boolean;
  /** For `/x`: its names, to see whether it is in truth an absolute path; `null` otherwise. */
  readonly absolute: readonly string[] | null;
}

/** Reads the text between the parentheses. */
export function readPathRule(spec: string): PathRule {
  const pattern = fold(spec.trim());
  const base = baseOf(pattern);
  const text = base === 'home' ? pattern.slice(1) : pattern;
  const { up, names } = resolve(text);
  const anyDepth = base === 'cwd' && !text.replace(/\/+$/, '').includes('/');
  return {
    pattern: spec.trim(),
    base,
    up,
    glob: readPathGlob(names, anyDepth),
    directoriesOnly: text.endsWith('/'),
    absolute: base === 'rulesRoot' ? names : null,
  };
}

function baseOf(pattern: string): PathRule['base'] {
  if (pattern.startsWith('//')) return 'root';
  if (pattern.startsWith('/')) return 'rulesRoot';
  return pattern === '~' || pattern.startsWith('~/') ? 'home' : 'cwd';
}

/** Whether the rule selects a path: the pattern fits it, or a directory it lies in. */
export function selectsPath(rule: PathRule, path: string, places: Places, isDirectory: boolean): boolean {
  const file = namesOf(absolutePath(path, places));
  const within = rule.directoriesOnly && !isDirectory;
  const base = rule.base === 'root' ? [] : namesOf(places[rule.base]);
  const start = base.slice(0, Math.max(0, base.length - rule.up));
  if (startsWith(file, start) && fitsPath(rule.glob, file.slice(start.length), within)) return true;
  // Who writes out the path of a directory of this session means that path, although `/` stands for the rules root.
  const absolute = rule.absolute;
  if (absolute === null) return false;
  const known = [places.rulesRoot, places.cwd, places.projectDir, places.home].map(namesOf);
  return (
    known.some((place) => place.length > 0 && startsWith(absolute, place)) &&
    fitsPath(rule.glob, file, within)
  );
}

/** A path of a tool input as an absolute one; textual, links are not followed. */
function absolutePath(path: string, places: Places): string {
  // A backslash is a letter like others, except where the session's own directory shows that it is on Windows.
  const windows = DRIVE.test(places.cwd);
  const here = windows ? path.replaceAll('\\', '/') : path;
  if (here === '~' || here.startsWith('~/')) return `${places.home}${here.slice(1)}`;
  return here.startsWith('/') || (windows && DRIVE.test(here)) ? here : `${places.cwd}/${here}`;
}

/** `C:\x` and `C:/x`; rules write it `//c/x`. */
const DRIVE = /^([A-Za-z]):[\\/]/;

const namesOf = (path: string): readonly string[] =>
  resolve(fold(DRIVE.test(path) ? `/${path.replace(':', '').replaceAll('\\', '/')}` : path)).names;

const startsWith = (names: readonly string[], start: readonly string[]): boolean =>
  start.every((name, index) => names[index] === name);

/** On many machines one file has several spellings, so case and Unicode form make no difference. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/** The names of a path, `.` and `..` resolved, and how many `..` were left over. */
function resolve(path: string): { readonly up: number; readonly names: readonly string[] } {
  const names: string[] = [];
  let up = 0;
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) up++;
    } else if (name !== '' && name !== '.') names.push(name);
  }
  return { up, names };
}

// Shell commands that read keys, passwords or tokens.
import type { Redirection, Word } from 'unbash';
import { SECRET_PATH, storeAsked } from './secrets.js';
import { type Seen, TERMINAL } from './seen.js';

/** Commands that only say or compare what they are given, or ask whether a file is there. */
const READS_NOTHING: ReadonlySet<string> = new Set(
  'echo printf [ [[ test case ls stat mkdir touch chmod chown rm cd dirname basename export local declare readonly return true : alias'.split(
    ' ',
  ),
);
/** Commands whose first word is what they look for. */
const LOOKS_FOR: ReadonlySet<string> = new Set('grep egrep fgrep rg ag sed awk jq'.split(' '));

/** Variables of a text that are set to a path, as it is written. */
export const pathsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/(?:^|[\s;&])(\w+)=["']?((?:~|\$\{?HOME\}?"?|\/)[^\s"';&|)]*)/gm)].map(
      ({ 1: name = '', 2: path = '' }) => [name, path.replaceAll('"', '')] as const,
    ),
  );

/** What a command reads that is secret: as a word, or from a store. */
export function secretsRead(
  program: string,
  words: readonly Word[],
  paths: ReadonlyMap<string, string>,
  at: number,
): readonly Seen[] {
  const pathOf = (word: Word): string =>
    unquoted(word).replace(/^\$\{?(\w+)\}?/, (all, name: string) => paths.get(name) ?? all);
  const plain = words.filter(({ value }) => !value.startsWith('-'));
  const read = READS_NOTHING.has(program) ? [] : plain.slice(LOOKS_FOR.has(program) ? 1 : 0);
  const found = read.map(pathOf).find((path) => SECRET_PATH.test(path));
  const what = found ?? storeAsked([program, ...words.map(({ value }) => value)].join(' '));
  return what === null ? [] : [{ kind: 'secret', at, what }];
}

/** What a command or a loop gets as its input: a secret, or what somebody types. */
export function inputSeen(redirect: Redirection): readonly Seen[] {
  if (redirect.type !== 'Redirect' || redirect.operator !== '<' || redirect.target === undefined) return [];
  const [path, at] = [unquoted(redirect.target), redirect.pos];
  if (path === '/dev/tty') return [{ kind: 'waits', at, why: TERMINAL, forEver: true }];
  return SECRET_PATH.test(path) ? [{ kind: 'secret', at, what: path }] : [];
}

/** As it is written, so that `$HOME` is still to be seen; `curl -d @file` reads the file. */
const unquoted = ({ text }: Word): string => text.replace(/["']/g, '').replace(/^@/, '');

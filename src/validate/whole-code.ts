// All that a command runs, as one text, where all of it can be seen.
import { languageOf, scriptsInCommand, scriptsInProgram } from '../config/index.js';
import { diskFacts } from './facts.js';
import { type Part, type Script, scriptParts, shellPart } from './parts.js';
import { seenOf } from './reading/seen.js';

/** The text that a command runs, without comments; `null`: some of it is not to be seen. */
export type CodeOf = (command: string, args: readonly string[] | null) => string | null;

/** Reads commands as they would run in a project. */
export function codeReader({
  projectDir,
  home,
}: {
  readonly projectDir: string;
  readonly home: string;
}): CodeOf {
  const facts = diskFacts();
  const variables = {
    CLAUDE_PROJECT_DIR: projectDir,
    AMPLIFIER_PROJECT_DIR: projectDir,
    HOME: home,
    PWD: projectDir,
  };
  return (command, args) => {
    const uses =
      args === null
        ? scriptsInCommand(command, variables, projectDir)
        : scriptsInProgram(command, args, variables, projectDir);
    const scripts = uses.map((use): Script => {
      const text = facts.read(use.path);
      return { ...use, text, language: text === null ? null : languageOf(use.path, text, use.interpreter) };
    });
    const own = args === null ? [shellPart(command)] : [];
    return wholeCode({
      scripts,
      parts: [...own, ...scripts.flatMap((script) => scriptParts(script, facts))],
    });
  };
}

/** Programs that say nothing of their own to a host: what they print is made of words in the text that calls them. */
const QUIET = new Set(
  (
    'awk basename cat cp cut date dirname env egrep false fgrep find git grep head id jq ls mkdir mktemp mv realpath rm sed sleep sort ' +
    'stat tail tee touch tr true uname uniq wc whoami xargs bash sh zsh dash python python3 node deno bun tsx ruby perl'
  ).split(' '),
);

type Seen = Pick<Part, 'open' | 'reading'>;

export function wholeCode({
  scripts,
  parts,
}: {
  readonly scripts: readonly Script[];
  readonly parts: readonly Seen[];
}): string | null {
  const isSeen = ({ open, reading }: Seen): boolean =>
    !open &&
    reading.syntaxError === null &&
    seenOf(reading, 'evaluated').length === 0 &&
    seenOf(reading, 'program').every(({ name }) => QUIET.has(name));
  const isRead = ({ text, language }: Script): boolean => text !== null && language !== null;
  return parts.length > 0 && scripts.every(isRead) && parts.every(isSeen)
    ? parts.map(({ reading }) => reading.code).join('\n')
    : null;
}

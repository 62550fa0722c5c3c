// T6: moves that would take the working directory away.
import type { Segment } from './shell-words.js';
import type { WorkingDirectory } from './working-directory.js';

/** Words that may stand before the program of a segment. */
const BEFORE = new Set([
  'sudo',
  'command',
  'env',
  'exec',
  'nohup',
  'time',
  'then',
  'do',
  'else',
  'if',
  'while',
  'until',
  '!',
  '{',
]);
/** Options of `sudo` that take the next word. */
const SUDO_VALUE = /^-[CDghpRrTtUu]$/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

export function movesWorkingDirectory(
  segments: readonly Segment[],
  directory: WorkingDirectory,
): string | null {
  for (const { words, balanced } of segments) {
    const source = balanced ? sourcesOf(words).find((each) => isHeld(each, directory)) : undefined;
    if (source !== undefined)
      return (
        `Working Directory Rename Prevented: moving "${source}" takes the working directory ${directory.path} away. ` +
        'Move what is inside by name, or change to another directory first.'
      );
  }
  return null;
}

const isHeld = (source: string, directory: WorkingDirectory): boolean =>
  /[*?[]/.test(source) ? directory.isHeldByPattern(source) : directory.isHeldBy(source);

/** What a segment moves; nothing where its program is not `mv`. */
function sourcesOf(words: readonly string[]): readonly string[] {
  const at = programAt(words);
  const program = words[at] ?? '';
  return program.slice(program.lastIndexOf('/') + 1) === 'mv' ? operands(words.slice(at + 1)) : [];
}

function programAt(words: readonly string[]): number {
  let at = 0;
  let prefix: string | null = null;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (BEFORE.has(word)) prefix = word;
    else if (prefix !== null && word.startsWith('-'))
      at += prefix === 'sudo' && SUDO_VALUE.test(word) ? 1 : 0;
    else if (!ASSIGNMENT.test(word)) break;
  }
  return at;
}

/** All operands but the last, which is where they go; all of them where an option says where. */
function operands(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  let hasTarget = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      found.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      found.push(word);
      continue;
    }
    const option = readOption(word);
    hasTarget ||= option.isTarget;
    if (option.takesNext) at += 1;
  }
  return hasTarget || found.length === 1 ? found : found.slice(0, -1);
}

function readOption(word: string): { readonly isTarget: boolean; readonly takesNext: boolean } {
  if (word.startsWith('--')) {
    const isTarget = /^--target-directory(?:=|$)/.test(word);
    return { isTarget, takesNext: word === '--target-directory' || word === '--suffix' };
  }
  // In a group, what follows `t` or `S` is its value; where nothing does, the next word is.
  const value = /^-[^tS]*([tS])(.*)$/s.exec(word);
  return { isTarget: value?.[1] === 't', takesNext: value !== null && value[2] === '' };
}

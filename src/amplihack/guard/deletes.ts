// T4 and T5: recursive deletes whose target is not in sight, or is the working directory.
import type { Segment } from './shell-words.js';
import type { WorkingDirectory } from './working-directory.js';

interface Delete {
  readonly text: string;
  readonly targets: readonly string[];
}

export function deletesIn(segments: readonly Segment[]): readonly Delete[] {
  return segments.flatMap(({ text, words }) => {
    const targets = [...targetsOf('rm', words), ...targetsOf('rmdir', words)];
    return targets.length === 0 ? [] : [{ text, targets: targets.flat() }];
  });
}

/** One list of targets where the segment holds a delete by this program, none where it does not. */
function targetsOf(program: 'rm' | 'rmdir', words: readonly string[]): readonly (readonly string[])[] {
  const at = words.findIndex((word) => word.slice(word.lastIndexOf('/') + 1) === program);
  if (at === -1) return [];
  const rest = words.slice(at + 1);
  const end = rest.indexOf('--');
  const before = end === -1 ? rest : rest.slice(0, end);
  if (program === 'rm' && !before.some(isRecursive)) return [];
  const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';
  return [[...before.filter((word) => !isOption(word)), ...(end === -1 ? [] : rest.slice(end + 1))]];
}

const isRecursive = (word: string): boolean =>
  word.startsWith('--') ? word.length > 2 && '--recursive'.startsWith(word) : /^-.*[rR]/.test(word);

const EXPANSION = /\$\(|`|\$\{|\$[A-Za-z_]/;

export function expandingDelete(deletes: readonly Delete[]): string | null {
  return deletes.some(({ text }) => EXPANSION.test(text))
    ? 'Shell Expansion in a Delete Prevented: what this command deletes is decided by a variable or another command, so it cannot be checked. Write the paths out and try again.'
    : null;
}

export function deletesWorkingDirectory(
  deletes: readonly Delete[],
  directory: WorkingDirectory,
): string | null {
  for (const target of deletes.flatMap(({ targets }) => targets))
    if (directory.isHeldBy(target))
      return (
        `Working Directory Deletion Prevented: "${target}" is the working directory ${directory.path} or holds it. ` +
        'Delete what is inside by name, or change to another directory first.'
      );
  return null;
}

// At the end of a session: its memory is saved, and the user is told what git has not recorded yet.
import type { Context, Reply } from '../context.js';
import { gitStatus } from '../git.js';
import type { InputOf } from '../input/parse.js';
import { saveMemory } from '../memory/save.js';

const MAX_FILES = 10;

export async function sessionStop(
  input: InputOf<'SessionStop' | 'PreCompact'>,
  context: Context,
): Promise<Reply> {
  try {
    await saveMemory(context, input);
  } catch {
    context.warn('session-stop: the session memory could not be saved');
  }
  for (const line of await uncommitted(context)) context.warn(line);
  return {};
}

async function uncommitted(context: Context): Promise<readonly string[]> {
  const lines = (await gitStatus(context))?.split('\n').filter((line) => line !== '') ?? [];
  const named = (isListed: (state: string) => boolean): readonly string[] =>
    lines.filter((line) => isListed(line.slice(0, 2))).map((line) => line.slice(3));
  return [
    ...listed(
      'Staged',
      named((state) => /^[^ ?!]/.test(state)),
    ),
    ...listed(
      'Changed, not staged',
      named((state) => /^[^?!][^ ]/.test(state)),
    ),
    ...listed(
      'Untracked',
      named((state) => state === '??'),
    ),
  ];
}

function listed(title: string, files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const more = files.length - MAX_FILES;
  const shown = files.slice(0, MAX_FILES).map((file) => `  ${file}`);
  return [`${title}:`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

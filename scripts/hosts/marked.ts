// Everything that a program started, found again by a variable that its children inherit.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Mark {
  readonly env: Readonly<Record<string, string>>;
}

const NAME = 'AMPLIFIER_HOOKS_MARK';

export const newMark = (): Mark => ({ env: { [NAME]: randomUUID() } });

/** Ends a process group, and where this system shows processes, all that carry the mark. */
export function endAll(group: number | undefined, mark: Mark): void {
  if (group !== undefined) end(-group);
  for (const pid of marked(mark)) end(pid);
}

function marked({ env }: Mark): readonly number[] {
  const word = `${NAME}=${env[NAME]}`;
  return numbersIn('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(word);
    } catch {
      return false;
    }
  });
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

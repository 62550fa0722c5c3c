// Hooks that got into each other's way, in words.
import type { Conflict } from '../../nouns.js';

const CHANGED: Readonly<Record<Conflict['what'], string>> = {
  input: 'replace the tool input',
  output: 'replace the tool output',
  permissions: 'change permissions',
  field: 'answer',
  file: 'change the file',
};

/** Both names, what they change, and whose change is left. */
export function conflictInWords(
  { what, names, hooks, used }: Conflict,
  called: (id: string) => string,
): string {
  const which = names.length === 0 ? '' : ` (${names.join(', ')})`;
  const left = used === null ? '' : `; that of ${called(used)} is left`;
  return `${hooks.map(called).join(' and ')} ${CHANGED[what]}${which}${left}`;
}

// The entries of a project that somebody names on the command line.
import type { Entry, Survey } from '../../trust/index.js';
import { UserError } from '../io.js';

/** All of them where none is named. Throws `UserError` for a name that nothing has. */
export function entriesNamed(names: readonly string[], { entries }: Survey): readonly Entry[] {
  if (names.length === 0) return entries;
  const chosen = names.flatMap((name) => {
    const found = entries.filter((entry) => isNamed(entry, name));
    if (found.length === 0)
      throw new UserError(
        `nothing of this project is called "${name}"`,
        '`amplifier-hooks trust` shows what there is.',
      );
    return found;
  });
  return entries.filter((entry) => chosen.includes(entry));
}

/** At least four characters of an id, as everywhere. */
function isNamed(entry: Entry, name: string): boolean {
  if (entry.kind === 'settings') return name === 'settings';
  if (entry.kind === 'server') return name === entry.server.name;
  return entry.hook.id === name || (name.length >= 4 && entry.hook.id.startsWith(name));
}

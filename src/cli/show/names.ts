// What hooks are called where several stand together: no two of them alike.
import { partName, shortName } from '../../hook-name.js';
import type { Hook } from '../../nouns.js';

interface Candidate {
  readonly id: string;
  /** From the shortest to the plainest. */
  readonly names: readonly string[];
}

/** The name of each hook by its id: its plugin or script; with the script of the plugin, or the id, where that is not enough. */
export const namesOf = (hooks: readonly Hook[]): ((hook: Pick<Hook, 'id'>) => string) =>
  distinct(hooks.map((hook) => ({ id: hook.id, names: namesFor(hook) })));

const namesFor = (hook: Hook): readonly string[] =>
  hook.source.owner === null ? [shortName(hook)] : [shortName(hook), `${shortName(hook)}/${partName(hook)}`];

/** The same for names that were remembered. */
export function distinct(candidates: readonly Candidate[]): (one: { readonly id: string }) => string {
  const found = new Map<string, string>();
  let open = [...new Map(candidates.map((one) => [one.id, one])).values()];
  for (let round = 0; open.length > 0; round += 1) {
    const nameIn = ({ id, names }: Candidate): string => names[round] ?? `${names.at(-1) ?? ''} (${id})`;
    const counts = new Map<string, number>();
    for (const one of open) counts.set(nameIn(one), (counts.get(nameIn(one)) ?? 0) + 1);
    const isAlone = (one: Candidate): boolean => counts.get(nameIn(one)) === 1 || round >= one.names.length;
    for (const one of open) if (isAlone(one)) found.set(one.id, nameIn(one));
    open = open.filter((one) => !isAlone(one));
  }
  return ({ id }) => found.get(id) ?? id;
}

// What a word on the command line means: a hook by its id, the start of it or its script, or a plugin by its name.
import { type HookState, plainId } from '../config/index.js';
import { partName, shortName } from '../hook-name.js';
import type { Generation, Hook } from '../nouns.js';

export interface Target {
  readonly kind: 'hook' | 'plugin';
  /** The whole id, or the name of the plugin. */
  readonly name: string;
  /** The hooks it stands for; none where only a switch is left of it. */
  readonly hooks: readonly Hook[];
}

export type Lookup =
  | { readonly kind: 'found'; readonly target: Target }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown'; readonly known: readonly string[] };

/** Shorter beginnings of an id would mean another hook tomorrow. */
const SHORTEST_PREFIX = 4;

export function findTarget(word: string, { hooks }: Generation, state: HookState): Lookup {
  const ids = hooks.map(({ id }) => id);
  const owners = new Set(hooks.flatMap(({ source }) => source.owner ?? []));
  if (ids.some((id) => id === word || plainId(id) === word)) return found('hook', word, hooks);
  if (owners.has(word)) return found('plugin', word, hooks);

  const switched = state.layers.flatMap((layer) => [...layer.hooks.keys()]);
  if (switched.includes(word)) return found('hook', word, hooks);
  if (state.layers.some((layer) => layer.plugins.has(word))) return found('plugin', word, hooks);

  const called = hooks.filter((hook) => namesOf(hook).includes(word)).map(({ id }) => id);
  const [sole, ...namesakes] = called;
  if (sole !== undefined && namesakes.length === 0) return found('hook', sole, hooks);
  if (sole !== undefined) return { kind: 'ambiguous', ids: called };

  const meant = [...new Set([...ids.map(plainId), ...switched])].filter((id) => id.startsWith(word));
  const [only, ...others] = word.length < SHORTEST_PREFIX ? [] : meant;
  if (only !== undefined && others.length === 0) return found('hook', only, hooks);
  if (only !== undefined) return { kind: 'ambiguous', ids: meant };
  return { kind: 'unknown', known: [...ids, ...owners, ...hooks.flatMap(namesOf)] };
}

/** What `list` calls it, and its script: of a plugin's hook these are two. */
const namesOf = (hook: Hook): readonly string[] => [shortName(hook), partName(hook)];

function found(kind: Target['kind'], name: string, hooks: readonly Hook[]): Lookup {
  const own = hooks.filter(({ id, source }) =>
    kind === 'plugin' ? source.owner === name : id === name || plainId(id) === name,
  );
  return { kind: 'found', target: { kind, name, hooks: own } };
}

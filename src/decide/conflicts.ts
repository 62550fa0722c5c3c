// Hooks that get into each other's way: what one of them changes, another one changes differently.
import type { HookInput } from '../events/index.js';
import { shortName } from '../hook-name.js';
import type { Conflict, Diagnostic, Hook, HookId, Run } from '../nouns.js';
import { canonicalJson, isRecord } from '../text/index.js';
import { note } from './messages.js';
import type { Effects } from './parts.js';

const NO_CONFLICTS: readonly Conflict[] = Object.freeze([]);

/** Who of several is heard, by what they say something about. */
export interface Heard {
  readonly input: HookId | null;
  readonly output: HookId | null;
  readonly permissions: HookId | null;
  readonly fields: Readonly<Record<string, HookId>>;
}

/** The changes that are lost because another hook's is used. Two hooks that change the same to the same agree. */
export function conflictsOf(
  effects: readonly Effects[],
  { tool }: HookInput,
  heard: Heard,
): readonly Conflict[] {
  // Nearly always at most one hook says anything.
  if (effects.filter(isRewriting).length < 2) return NO_CONFLICTS;
  return [
    ...conflict(effects, 'input', heard.input, ({ updatedInput }) =>
      updatedInput === null ? null : { value: updatedInput },
    ).map((found): Conflict => ({ ...found, names: lostFields(effects, found, tool?.input) })),
    ...conflict(effects, 'output', heard.output, ({ updatedOutput }) => updatedOutput),
    ...conflict(effects, 'permissions', heard.permissions, ({ updatedPermissions }) =>
      updatedPermissions === null ? null : { value: updatedPermissions },
    ),
    ...Object.entries(heard.fields).flatMap(([name, used]) =>
      conflict(effects, 'field', used, ({ output }) =>
        Object.hasOwn(output, name) ? { value: output[name] } : null,
      ).map((found) => ({ ...found, names: [name] })),
    ),
  ].filter(({ what, names }) => what !== 'input' || names.length > 0);
}

const isRewriting = ({ updatedInput, updatedOutput, updatedPermissions, output }: Effects): boolean =>
  updatedInput !== null ||
  updatedOutput !== null ||
  updatedPermissions !== null ||
  Object.keys(output).length > 0;

function conflict(
  effects: readonly Effects[],
  what: Conflict['what'],
  used: HookId | null,
  pick: (effect: Effects) => { readonly value: unknown } | null,
): readonly Conflict[] {
  const saying = effects.flatMap((effect) => {
    const said = pick(effect);
    return said === null ? [] : [{ id: effect.run.hook.id, text: canonicalJson(said.value) }];
  });
  const mine = saying.find(({ id }) => id === used)?.text;
  const others = saying.filter(({ id, text }) => id === used || text !== mine);
  if (used === null || others.length < 2) return NO_CONFLICTS;
  return [{ what, names: [], hooks: others.map(({ id }) => id), used }];
}

/** An input is replaced as a whole: what another hook changed in it, and the used one did not change likewise, is lost. */
function lostFields(
  effects: readonly Effects[],
  { hooks, used }: Conflict,
  before: unknown,
): readonly string[] {
  const inputOf = (id: HookId | null): Readonly<Record<string, unknown>> =>
    effects.find(({ run }) => run.hook.id === id)?.updatedInput ?? {};
  const [was, is] = [isRecord(before) ? before : {}, inputOf(used)];
  const differs = (one: unknown, other: unknown): boolean =>
    canonicalJson(one ?? null) !== canonicalJson(other ?? null);
  const lost = hooks
    .filter((id) => id !== used)
    .flatMap((id) => {
      const mine = inputOf(id);
      const names = new Set([...Object.keys(was), ...Object.keys(mine)]);
      return [...names].filter((name) => differs(mine[name], was[name]) && differs(mine[name], is[name]));
    });
  return [...new Set(lost)].sort();
}

const WHAT: Readonly<Record<Conflict['what'], string>> = {
  input: 'the tool input',
  output: 'the tool output',
  permissions: 'permissions',
  field: 'a field of the answer',
  file: 'the file',
};

/** What to say about conflicts among these runs. */
export function conflictNotes(conflicts: readonly Conflict[], runs: readonly Run[]): readonly Diagnostic[] {
  if (conflicts.length === 0) return [];
  const hooks = runs.map(({ hook }) => hook);
  return conflicts.flatMap((one) => noteOf(one, hooks) ?? []);
}

/** Both names, and whose change is left. */
function noteOf({ what, names, hooks, used }: Conflict, all: readonly Hook[]): Diagnostic | null {
  const hook = all.find(({ id }) => id === used);
  if (hook === undefined) return null;
  const others = hooks.filter((id) => id !== used).map((id) => nameOf(id, all));
  const which = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return what === 'file'
    ? note(
        hook,
        'conflicting-writers',
        `changes ${names.join(', ')} after ${others.join(', ')} did; both run for the same event`,
      )
    : note(
        hook,
        'conflicting-rewrites',
        `replaces ${WHAT[what]}${which}; so do ${others.join(', ')}. The ${what === 'permissions' ? 'first' : 'last'} of the strongest scope is used`,
      );
}

function nameOf(id: HookId, all: readonly Hook[]): string {
  const hook = all.find((one) => one.id === id);
  return hook === undefined ? id : `${shortName(hook)} (${id})`;
}

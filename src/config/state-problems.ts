// What is odd about switches: they speak of hooks that are gone, or that they have no say about.
import type { Diagnostic, Hook } from '../nouns.js';
import { quote } from '../text/index.js';
import { diagnostic } from './diagnostic.js';
import { plainId } from './ids.js';
import { mayProjectSwitch, voiceOf } from './policy.js';
import type { ConfigRequest } from './request.js';
import { type Entry, type HookState, STATE_SCOPE_IN_WORDS, type StateLayer } from './state.js';

/** What the switches say about hooks that are not there, or that they may not switch. */
export function stateProblems(
  { layers }: HookState,
  hooks: readonly Hook[],
  request: ConfigRequest,
): Diagnostic[] {
  const byId = new Map<string, Hook[]>();
  for (const hook of hooks) {
    for (const id of new Set([hook.id, plainId(hook.id)])) addTo(byId, id, hook);
  }
  const owners = new Set(hooks.map(({ source }) => source.owner));
  return layers
    .filter(({ scope }) => scope !== 'user')
    .flatMap((one) => [
      ...weakened(one.hooks).flatMap(([name, entry]) =>
        byId.has(name)
          ? limited(one, name, entry, byId.get(name) ?? [], request)
          : [gone(one, 'hook', name, entry)],
      ),
      ...weakened(one.plugins).flatMap(([name, entry]) =>
        owners.has(name) ? [] : [gone(one, 'plugin', name, entry)],
      ),
    ]);
}

function addTo(byId: Map<string, Hook[]>, id: string, hook: Hook): void {
  const list = byId.get(id);
  if (list === undefined) byId.set(id, [hook]);
  else list.push(hook);
}

/** Switched off, or made to observe only. */
const weakened = (entries: StateLayer['hooks']): readonly (readonly [string, Entry])[] =>
  [...entries].filter(([, { state, mode }]) => state === 'disabled' || mode === 'observe');

function gone(
  { file, scope }: StateLayer,
  kind: 'hook' | 'plugin',
  name: string,
  { state, at }: Entry,
): Diagnostic {
  const [is, undo] = state === 'disabled' ? ['disabled', 'enable'] : ['shadowed', 'promote'];
  const message = `The ${kind} ${quote(name)} is ${is} ${STATE_SCOPE_IN_WORDS[scope]}, but there is no such ${kind} now`;
  const hint = `Forget it with \`amplifier-hooks ${undo} ${name} --scope ${scope}\`, unless it comes back.`;
  return diagnostic('state-unknown', message, { file, at }, { hint });
}

function limited(
  { file, scope }: StateLayer,
  name: string,
  { state, at }: Entry,
  meant: readonly Hook[],
  request: ConfigRequest,
): Diagnostic[] {
  if (scope !== 'project' || meant.some(({ source }) => mayProjectSwitch(request, source))) return [];
  const whose = meant.some(({ source }) => voiceOf(request, source) === 'managed')
    ? 'the administrator'
    : 'the user';
  const [does, stays] = state === 'disabled' ? ['disables', 'on'] : ['shadows', 'in force'];
  const message = `The project ${does} the hook ${quote(name)}, which is one of ${whose} and stays ${stays}`;
  return [diagnostic('state-limited', message, { file, at })];
}

// Files into an immutable generation.
import type { EventBudget, Generation, Hook, Observing, SourceReport, TrustMode } from '../nouns.js';
import { Collection } from './collect.js';
import { meetDemands } from './demands.js';
import { followed, offByType, policyInForce, policyProblems, policyWords } from './hook-policy.js';
import { generationId, idsOf } from './ids.js';
import { type Follow, type HookInMaking, wordsOf } from './judge.js';
import { withheldVariables } from './lists.js';
import { makePolicy, type Policy, voiceOf } from './policy.js';
import { type ConfigRequest, readLimits } from './request.js';
import type { Settings } from './settings.js';
import { listed, unlistedIn } from './sheet.js';
import { readManaged, readSources } from './sources.js';
import { type HookState, observingBy, offByState, readState } from './state.js';
import { stateProblems } from './state-problems.js';

/** What a load looked at, so that changes there can be noticed. */
export interface Looked {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** Finds, reads, checks and merges all hook definitions. Never throws; what is wrong is a diagnostic. */
export function loadGeneration(request: ConfigRequest): Generation {
  return load(request).generation;
}

/** The same, with the places that were looked at. */
export function load(request: ConfigRequest): { readonly generation: Generation; readonly looked: Looked } {
  const { limits, diagnostics } = readLimits(request);
  const all = collectionFor(request, limits);
  readSources(all);
  const stated = readState(request, (path) => all.realOf(path));
  const words = policyWords(all.settings, all.managedFaults);
  const follow = followed(request, words.trust);
  const judging = follow === null ? null : (request.judge?.(request, follow) ?? null);
  for (const file of [...stated.files.map((one) => one.file), ...(judging?.files ?? [])]) all.files.add(file);
  const said = judging === null ? null : wordsOf(all.settings, stated);
  const heard = said === null || judging === null || judging.settings(said);
  const policy = makePolicy(request, heard ? all.settings : all.settings.filter(isNotOfProject), words);
  const state = heard && policy.hearsProject ? stated : withoutProject(stated);
  const sheets = all.found.flatMap(({ sheet }) => (sheet === null ? [] : [sheet]));
  const drafts = sheets.flatMap((sheet) => sheet.hooks);
  const voices = drafts.map(({ source }) => voiceOf(request, source));
  judging?.begins?.(drafts.length);
  const ids = idsOf(drafts, voices, judging?.idOf);
  const each = drafts.map((draft, at): Hook => {
    // Made once: there may be thousands, and a session waits for every reload.
    const hook: HookInMaking = { id: ids[at] ?? '', ...draft, voice: voices[at] ?? 'project', trust: null };
    hook.inactive =
      policy.offFor(hook.source) ??
      offByType(words, hook) ??
      hook.inactive ??
      offByState(state, hook, request);
    const observing = observingBy(state, hook, request);
    if (observing !== hook.observes) setObserving(hook, observing);
    Object.freeze(hook.handler);
    Object.freeze(hook.source);
    judging?.hook(hook);
    return Object.freeze(hook);
  });
  const files = all.found.map(({ source }) => source.file);
  const loaded = judging === null ? each : judging.together(each, files);
  const quarantined = Object.freeze(sheets.flatMap((sheet) => sheet.quarantined));
  const sources = Object.freeze(reports(all, policy));
  const judged = request.judge !== null;
  // Most administrators demand none.
  const { hooks, demands } =
    words.demands.length === 0
      ? { hooks: loaded, demands: [] }
      : meetDemands(words.demands, { hooks: loaded, quarantined, sources, judged });
  const inForce = policyInForce(words, demands);
  const budgets = sheets.flatMap((sheet) =>
    sheet.budgets.map((one): EventBudget => ({ ...one, voice: voiceOf(request, sheet.source) })),
  );
  const content = {
    profile: request.profile.name,
    hooks: Object.freeze(hooks),
    env: policy.env,
    limits,
    http: policy.http,
    policy: inForce,
    ...(budgets.length === 0 ? {} : { budgets: Object.freeze(budgets) }),
  };
  const generation: Generation = Object.freeze({
    id: generationId(content),
    ...content,
    quarantined,
    sources,
    switches: Object.freeze(stated.files),
    diagnostics: Object.freeze([
      ...request.beforehand,
      ...diagnostics,
      ...sheets.flatMap((sheet) => sheet.diagnostics),
      ...unlistedIn(sheets),
      ...listed(all.diagnostics),
      ...listed(policy.diagnostics),
      ...listed(policyProblems(request, inForce, all.managedFaults)),
      ...listed([...state.diagnostics, ...stateProblems(state, hooks, request)]),
      ...listed(withheldVariables(hooks, policy.http, request.profile)),
      ...(judging?.diagnostics() ?? []),
    ]),
  });
  return { generation, looked: { files: all.files, folders: all.folders } };
}

/** Most hooks have no such field, and a hook that decides must not look as if it had. */
function setObserving(hook: HookInMaking, observing: Observing | undefined): void {
  if (observing === undefined) delete hook.observes;
  else hook.observes = observing;
}

/** What the administrator says about trust; `null`: nothing. */
export function managedTrust(request: ConfigRequest): TrustMode | null {
  const all = collectionFor(request, readLimits(request).limits);
  readManaged(all);
  return policyWords(all.settings, all.managedFaults).trust;
}

/** Whose changes need no approval; `null`: nobody is asked at all. */
export const followIn = (request: ConfigRequest): Follow | null => followed(request, managedTrust(request));

const collectionFor = (request: ConfigRequest, { maxTimeoutMs }: Generation['limits']): Collection =>
  new Collection(request, {
    profile: request.profile,
    strict: request.profile.configuration === 'as-observed',
    maxTimeoutMs,
    projectDir: request.projectDir,
  });

const isNotOfProject = ({ scope }: Settings): boolean => scope !== 'project' && scope !== 'local';

const withoutProject = (state: HookState): HookState => ({
  ...state,
  layers: state.layers.filter(({ scope }) => scope !== 'project'),
});

function reports(all: Collection, policy: Policy): SourceReport[] {
  return all.found.map(({ source, sheet }): SourceReport => {
    const { scope, file } = source;
    if (sheet === null) return { scope, file, state: 'absent', why: null };
    if (sheet.broken !== null) return { scope, file, state: 'broken', why: sheet.broken };
    const off = policy.offFor(source);
    return { scope, file, state: off === null ? 'read' : 'off', why: off?.detail ?? null };
  });
}

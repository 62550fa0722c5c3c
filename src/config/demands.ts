// Whether hooks that the administrator requires are there and able to run.
import type { DemandInForce, Hook, HookId, PolicyDemand, Quarantined, SourceReport } from '../nouns.js';
import { covers, splitAtStars } from '../text/index.js';
import { plainId } from './ids.js';
import { handlerInWords } from './in-words.js';

/** What was found where hooks are looked for. */
export interface Found {
  readonly hooks: readonly Hook[];
  readonly quarantined: readonly Quarantined[];
  readonly sources: readonly SourceReport[];
  /** `false`: hooks are only looked at, and nobody says which of a project's are approved. */
  readonly judged: boolean;
}

/** The hooks with those marked that meet a demand, and what became of the demands. */
export function meetDemands(
  demands: readonly PolicyDemand[],
  found: Found,
): { readonly hooks: readonly Hook[]; readonly demands: readonly DemandInForce[] } {
  const { hooks } = found;
  const judged = demands.map((demand) => judge(demand, found));
  const required = new Set<HookId>(judged.flatMap(({ metBy }) => metBy));
  const mark = (hook: Hook): Hook => (required.has(hook.id) ? { ...hook, required: true } : hook);
  return { hooks: hooks.map((hook) => Object.freeze(mark(hook))), demands: judged };
}

function judge(demand: PolicyDemand, { hooks, quarantined, sources, judged }: Found): DemandInForce {
  const all = hooks.filter((hook) => isMeant(demand, hook));
  // A project that repeats a required hook, or the name of its plugin, takes nothing away.
  const own = all.filter(({ voice }) => voice !== 'project');
  const meant = own.length > 0 ? own : all;
  const faults = meant.map((hook) => whyUnfit(demand, hook, judged));
  const metBy = meant.filter((_, index) => faults[index] === null).map(({ id }) => id);
  const unmet = (why: string): DemandInForce => ({ ...demand, metBy: [], unmet: why });
  // Of a plugin all hooks belong together; elsewhere one that does the work is enough.
  const whole = isWholePlugin(demand);
  const first = faults.findIndex((fault) => fault !== null);
  const culprit = meant[first];
  if (culprit !== undefined && (metBy.length === 0 || whole))
    return unmet(`${hookInWords(culprit)} is there, but ${faults[first]}`);
  const aside = quarantined.find(({ event, source }) =>
    demand.plugin === null
      ? event === demand.event
      : fits(demand.plugin, source.owner) && (own.length === 0 || source.scope !== 'project'),
  );
  if (metBy.length > 0)
    return whole && aside !== undefined ? unmet(placeOf(aside)) : { ...demand, metBy, unmet: null };
  const lost = aside === undefined ? sources.find(({ state }) => state === 'broken')?.why : placeOf(aside);
  return unmet(`no such hook is configured${lost == null ? '' : ` (${lost})`}`);
}

const placeOf = ({ source, line, problem }: Quarantined): string =>
  `an entry is set aside: ${problem.message}, ${source.file}:${line}`;

/** Whether a hook is the one that a demand speaks of, able to run or not. */
function isMeant({ id, event, command, url, plugin }: PolicyDemand, { handler, ...hook }: Hook): boolean {
  return (
    (id === null || plainId(id) === plainId(hook.id)) &&
    (event === null || event === hook.event) &&
    fits(plugin, hook.source.kind === 'plugin' ? hook.source.owner : null) &&
    fits(command, handler.type === 'command' ? [handler.command, ...(handler.args ?? [])].join(' ') : null) &&
    fits(url, handler.type === 'http' ? handler.url : null)
  );
}

const fits = (pattern: string | null, text: string | null): boolean =>
  pattern === null || (text !== null && covers(splitAtStars(pattern), text));

const isWholePlugin = ({ id, command, url, plugin }: PolicyDemand): boolean =>
  plugin !== null && id === null && command === null && url === null;

/** Why a hook does not do what is required of it; `null`: it does. */
function whyUnfit(demand: PolicyDemand, hook: Hook, judged: boolean): string | null {
  const { handler, source, voice, trust, inactive } = hook;
  if (inactive !== null) return inactive.detail;
  // The administrator may have a required hook observe; nobody else takes its teeth.
  if (hook.observes !== undefined && voice !== 'managed') return `it only observes: ${hook.observes.detail}`;
  // A repository must not vouch for itself; its user may, as for all that it brings.
  if (judged && voice === 'project' && trust !== 'trusted')
    return trust === 'changed'
      ? 'it changed since its user approved it; `amplifier-hooks trust` shows what changed'
      : 'it is the project’s own and nobody approved it; `amplifier-hooks trust` does';
  if (isWholePlugin(demand)) return null;
  if (source.skill !== null) return 'it runs for one skill only';
  if (source.kind === 'agent') return 'it runs for one agent only';
  if (hook.once) return 'it runs once a session only ("once")';
  if (handler.type === 'command' && handler.background !== 'no') return 'nobody waits for it ("async")';
  if (demand.id !== null) return null;
  if (demand.matcher !== null)
    return hook.matcher === demand.matcher && !isNarrowed(hook)
      ? null
      : `it must have the matcher ${JSON.stringify(demand.matcher)} and no "if"`;
  return selectsAll(hook.matcher) && !isNarrowed(hook)
    ? null
    : 'its matcher or "if" does not select everything; the policy can name it by its id or state its matcher';
}

const isNarrowed = ({ condition }: Hook): boolean => condition !== null && condition.trim() !== '';
const selectsAll = (matcher: string | null): boolean => matcher === null || ['', '*', '.*'].includes(matcher);

const hookInWords = ({ id, event, handler }: Hook): string =>
  `${event} hook ${id} (${handlerInWords(handler)})`;

/** What is required, for people. */
export function demandInWords({ id, event, matcher, command, url, plugin }: PolicyDemand): string {
  const parts = [
    ...(id === null ? [] : [`the hook ${id}`]),
    ...(plugin === null
      ? []
      : [id === null && command === null ? `the plugin ${plugin}` : `of the plugin ${plugin}`]),
    ...(command === null ? [] : [`a hook that runs ${JSON.stringify(command)}`]),
    ...(url === null ? [] : [`a hook that calls ${JSON.stringify(url)}`]),
  ];
  const which = parts.length === 0 ? 'a hook' : parts.join(' ');
  return `${which}${event === null ? '' : ` for ${event}`}${matcher === null ? '' : ` with the matcher ${JSON.stringify(matcher)}`}`;
}

/** What a demand that is not met says to whoever is denied something. */
export const unmetInWords = (demand: DemandInForce): string =>
  [
    `${demand.file}:${demand.line} requires ${demandInWords(demand)}: ${demand.unmet}.`,
    ...(demand.note === null ? [] : [demand.note]),
  ].join(' ');

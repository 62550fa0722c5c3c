// What waits for approval in a session's project: the same survey and the same store as `amplifier-hooks trust`.
import { followIn } from '../../config/index.js';
import { elsewhere, type Settled } from '../../engine/index.js';
import type { Question, Waiting } from '../../hosts/sidecar/index.js';
import type { Hook } from '../../nouns.js';
import { reasonOf } from '../../text/index.js';
import { approve, type Entry, type Survey, survey, type Trust } from '../../trust/index.js';
import { questionAbout } from '../show/question.js';
import { entryInWords } from '../show/trust.js';
import { reachesOf } from '../work/reaches.js';

interface Where {
  /** As the engine knows them now. */
  readonly hooks: readonly Hook[];
  readonly settled: Settled;
  readonly guard: Trust;
}

/** `null`: nothing that could be approved here. */
export function waitingIn({ hooks, settled, guard }: Where): Waiting | null {
  if (followIn(settled.request) === null) return null;
  // Skills come while a session runs; the engine knows of them, its first options do not.
  const loaded = hooks.flatMap(({ source }) => (source.kind === 'skill' ? [source.file] : []));
  const asked = elsewhere(settled, { skills: [...new Set([...settled.request.skills, ...loaded])] });
  const found = survey(asked.request, settled.stateDir, guard.digests);
  if (found.broken !== null) return null;
  const servers = new Set(
    hooks.flatMap(({ handler }) => (handler.type === 'mcp_tool' ? handler.server : [])),
  );
  const entries = found.entries.filter((entry) => waits(entry, servers));
  if (entries.length === 0) return null;
  return {
    digests: entries.map(({ identity }) => identity.digest),
    question: () => questionFor(asked, guard, found, entries),
  };
}

/** A hook that is off for another reason does not run either way, nor does a server that no hook calls. */
function waits(entry: Entry, servers: ReadonlySet<string>): boolean {
  if (entry.state !== 'new' && entry.state !== 'changed') return false;
  if (entry.kind === 'server') return servers.has(entry.server.name);
  if (entry.kind === 'settings') return true;
  const { inactive } = entry.hook;
  return inactive === null || inactive.code === 'untrusted';
}

async function questionFor(
  settled: Settled,
  guard: Trust,
  found: Survey,
  waiting: readonly Entry[],
): Promise<Question | null> {
  const reaches = await reachesOf(settled);
  const project = guard.projectOf(settled.request);
  const worded = questionAbout(found, waiting, [...new Set(waiting.flatMap(pluginOf))], {
    reachOf: (entry) => (entry.kind === 'hook' ? (reaches.get(entry.hook.id) ?? null) : null),
    changesOf: ({ identity }) => project.changesOf(identity),
  });
  if (worded === null) return null;
  const { text, entries } = worded;
  const digests = entries.map(({ identity }) => identity.digest);
  return { text, digests, approve: () => kept(found, entries) };
}

function kept(found: Survey, entries: readonly Entry[]): readonly string[] {
  try {
    const unfit = approve(found, entries, new Date());
    return unfit.map(({ entry, why }) => `not approved: ${entryInWords(entry)}: ${why}`);
  } catch (error) {
    return [`the user's approval could not be kept: ${reasonOf(error)}`];
  }
}

/** The command that shows an entry has to name the folder that it comes from. */
function pluginOf(entry: Entry): readonly string[] {
  if (entry.kind !== 'hook') return [];
  const { scope, pluginRoot } = entry.hook.source;
  return scope === 'plugin' && pluginRoot !== null ? [pluginRoot] : [];
}

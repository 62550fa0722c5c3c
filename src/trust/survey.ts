// Everything in a project that needs approval, with its state.
import { type ConfigRequest, loadGeneration, type ProjectWords, type ServerWords } from '../config/index.js';
import { loadMcpServers } from '../config/mcp/index.js';
import type { Hook, TrustState } from '../nouns.js';
import { type Gone, goneFrom } from './gone.js';
import type { Identity } from './identity.js';
import type { Judged } from './judging.js';
import { approvalsFile, type Last, type Lasts, readLasts } from './store.js';
import { Trust } from './trust.js';

/** One thing that needs approval. */
export type Entry = {
  /** What the answer is kept for: the repository, or the hooks directory that the user's plugins lie in. */
  readonly key: string;
  readonly identity: Identity;
  readonly state: TrustState;
  /** What was approved last; `null`: nothing. */
  readonly last: Last | null;
} & (
  | { readonly kind: 'hook'; readonly hook: Hook }
  | { readonly kind: 'server'; readonly server: ServerWords }
  | { readonly kind: 'settings'; readonly words: ProjectWords }
);

export interface Survey {
  /** The repository that answers are kept for. */
  readonly key: string;
  /** Where they are kept. */
  readonly file: string;
  readonly stateDir: string;
  readonly projectDir: string;
  readonly follow: boolean;
  /** Why the answers cannot be used; `null`: they can. */
  readonly broken: string | null;
  /** What helps where they cannot. */
  readonly remedy: string;
  /** Hooks in declared order, servers, settings. */
  readonly entries: readonly Entry[];
  /** What was approved and is no longer there. */
  readonly gone: readonly Gone[];
}

const AS_APPROVED: ConfigRequest['trust'] = { stated: 'content', usual: 'content' };

/** Reads a project as an engine would; nothing of it is run. */
export function survey(
  request: ConfigRequest,
  stateDir: string,
  digests: ReadonlySet<string> = new Set(),
): Survey {
  const trust = new Trust({ stateDir, digests });
  const heard: (readonly [Judged, Hook | ServerWords | ProjectWords, string])[] = [];
  const judge: ConfigRequest['judge'] = (places, follow) =>
    trust.judging(places, follow, (judged, of, { repository }) => heard.push([judged, of, repository.key]));
  // Where nobody would be asked it can be looked at all the same.
  const { stated } = request.trust;
  const asked = { ...request, judge, trust: stated === 'follow' ? request.trust : AS_APPROVED };
  const { sources } = loadGeneration(asked);
  loadMcpServers(asked, { env: null });
  const project = trust.projectOf(request);
  const { approvals, broken, remedy, repository, projectDir } = project;
  const lasts = readLasts(stateDir, repository.key);
  const entries = heard.map(([judged, of, key]) =>
    entryOf(judged, of, key, key === repository.key ? lasts : readLasts(stateDir, key)),
  );
  project.seen.keep();
  return {
    key: repository.key,
    file: approvalsFile(stateDir, repository.key),
    stateDir,
    projectDir,
    follow: approvals.follow,
    broken,
    remedy,
    entries: ['hook', 'server', 'settings'].flatMap((kind) => entries.filter((one) => one.kind === kind)),
    gone: goneFrom(approvals, () => lasts, {
      projectDir,
      items: new Set(entries.flatMap(({ key, identity }) => (key === repository.key ? identity.item : []))),
      files: sources.map(({ file }) => file),
    }),
  };
}

function entryOf(
  { identity, state }: Judged,
  of: Hook | ServerWords | ProjectWords,
  key: string,
  lasts: Lasts,
): Entry {
  const base = { key, identity, state, last: lasts[identity.item] ?? null };
  if ('handler' in of) return { ...base, kind: 'hook', hook: of };
  return 'name' in of ? { ...base, kind: 'server', server: of } : { ...base, kind: 'settings', words: of };
}

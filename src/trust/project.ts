// What is known of one project: its repository, the answers of its user, what was seen of its files.
import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { eventRow } from '../events/index.js';
import type { Hook, HookSource, TrustState } from '../nouns.js';
import { canonicalJson, isRecord } from '../text/index.js';
import { liesIn } from './digests.js';
import { definitionDigest, type Identity, NO_VARIABLES, type Subject } from './identity.js';
import { pinnedSource } from './pins.js';
import { type Repository, repositoryOf } from './repository.js';
import { Seen } from './seen.js';
import { type Approvals, approvalsFile, readApprovals, readLasts } from './store.js';

export interface ProjectPlace {
  readonly stateDir: string;
  readonly projectDir: string;
  readonly home: string;
}

/** Answers that do not stand in the user's state directory. */
export interface Granted {
  /** Changes need no approval. */
  readonly follow: boolean;
  /** Digests that were approved elsewhere, for machines without a person. */
  readonly digests: ReadonlySet<string>;
}

export class Project {
  readonly stateDir: string;
  readonly projectDir: string;
  readonly home: string;
  readonly repository: Repository;
  /** The uppermost folder of the repository, by way of the project's own path. */
  readonly top: string;
  /** Variables that the project sets for its hooks, as they were last read. */
  own = NO_VARIABLES;
  readonly #granted: Granted;
  #seen: Seen | null = null;
  #of: string | null = null;
  #answers: ReturnType<typeof readApprovals> | null = null;

  constructor({ stateDir, projectDir, home }: ProjectPlace, granted: Granted) {
    this.stateDir = stateDir;
    this.projectDir = projectDir;
    this.home = home;
    this.repository = repositoryOf(projectDir);
    this.top = resolve(projectDir, relative(real(projectDir), this.repository.top) || '.');
    this.#granted = granted;
  }

  get seen(): Seen {
    this.#seen ??= new Seen(this.stateDir, this.projectDir);
    return this.#seen;
  }

  /** The answers, as they were last read. */
  get approvals(): Approvals {
    this.#answers ??= this.#read();
    return this.#answers.approvals;
  }

  /** Why they cannot be used; `null`: they can. */
  get broken(): string | null {
    this.#answers ??= this.#read();
    return this.#answers.broken;
  }

  /** Reads the answers again where they may have changed. */
  refresh(): void {
    const stamp = this.#stamp();
    if (stamp !== this.#of || stamp === null) this.#answers = null;
    this.#of = stamp;
  }

  /** `null`: there is no file, or it changed so shortly ago that it may change again without a trace. */
  #stamp(): string | null {
    const stats = statSync(approvalsFile(this.stateDir, this.repository.key), { throwIfNoEntry: false });
    if (stats === undefined || Date.now() - stats.ctimeMs < 2500) return null;
    return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mode}:${stats.ctimeMs}`;
  }

  #read(): ReturnType<typeof readApprovals> {
    const read = readApprovals(this.stateDir, this.repository.key);
    const { top } = this.repository;
    // Whoever sets the environment of a session may choose the state directory; a project must not hold its own approval.
    if (!liesIn(top, real(this.stateDir)) || liesIn(top, real(this.home))) return read;
    const broken = `The state directory ${this.stateDir} lies in the project itself`;
    return { approvals: { ...read.approvals, follow: false, items: {} }, broken };
  }

  get follows(): boolean {
    return this.#granted.follow || this.approvals.follow;
  }

  /** Where a hook is pinned, and its definition is the one that was: the place of the copy. */
  pinned(hook: Hook, subject: Subject): HookSource | null {
    const pins = this.approvals.items[subject.item]?.pins;
    if (pins === undefined || hook.inactive !== null) return null;
    const digest = pins[definitionDigest({ item: subject.item, definition: subject.definition() })];
    return digest === undefined ? null : pinnedSource(this.stateDir, hook.source, digest, this.seen.digests);
  }

  hasRefused(item: string): boolean {
    return (this.approvals.items[item]?.refused.length ?? 0) > 0;
  }

  stateOf({ item, digest, problems }: Identity): TrustState {
    const answer = this.approvals.items[item];
    if (answer?.refused.includes(digest) === true) return 'refused';
    if (this.follows) return 'trusted';
    const known = answer !== undefined && answer.approved.length > 0;
    if (problems.length > 0) return known ? 'changed' : 'new';
    if (this.#granted.digests.has(digest) || answer?.approved.includes(digest) === true) return 'trusted';
    return known ? 'changed' : 'new';
  }

  /** In the user's words, with what to do. */
  whyNot(identity: Identity, state: TrustState): string {
    const look = 'amplifier-hooks trust shows what it runs and approves it';
    if (state === 'refused') return 'you refused it; amplifier-hooks trust asks again';
    const odd = identity.problems.length === 0 ? '' : ` (${identity.problems.join('; ')})`;
    if (state === 'changed')
      return `it changed since you approved it: ${this.changesOf(identity)}${odd}; ${look}`;
    return `nobody approved it yet${odd}; ${look}`;
  }

  /** Whether a hook that is edited was one that calls waited for when it was approved; where that is not known, it was. */
  wasWaitedFor({ event }: Hook, { item }: Identity): boolean {
    const handler = readLasts(this.stateDir, this.repository.key)[item]?.definition['handler'];
    const { tool, permission } = eventRow(event);
    return tool && permission && !(isRecord(handler) && handler['background'] !== 'no');
  }

  /** What differs from the last approval, by name. */
  changesOf({ item, contents, definition }: Identity): string {
    const last = readLasts(this.stateDir, this.repository.key)[item];
    if (last === undefined) return 'its definition or files differ';
    const names = [...new Set([...Object.keys(last.contents), ...Object.keys(contents)])].sort();
    const changed = names.filter((name) => (last.contents[name] ?? null) !== (contents[name] ?? null));
    const own = canonicalJson(last.definition) === canonicalJson(definition) ? [] : ['its definition'];
    return [...own, ...changed].join(', ') || 'another version of it was approved last';
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

// What is known of one project: its repository, the answers of its user, what was seen of its files.
import { realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Follow } from '../config/index.js';
import { eventRow } from '../events/index.js';
import { liesIn } from '../files/index.js';
import type { Hook, HookSource, TrustState } from '../nouns.js';
import { canonicalJson, isRecord } from '../text/index.js';
import { trustFix } from './diagnostic.js';
import { definitionDigest, type Identity, NO_VARIABLES, type Subject } from './identity.js';
import { Listed } from './listed.js';
import { MadeOf } from './made-of.js';
import { pinnedSource } from './pins.js';
import { type Repository, repositoryOf } from './repository.js';
import { Seen } from './seen.js';
import {
  type Answer,
  type Approvals,
  approvalsFile,
  type ReadApprovals,
  readApprovals,
  readLasts,
} from './store.js';

export interface ProjectPlace {
  readonly stateDir: string;
  readonly projectDir: string;
  readonly home: string;
}

interface Answers extends ReadApprovals {
  /** A large object is slow to ask for names that were made a moment ago. */
  readonly byItem: Listed<Answer>;
  /** How many items have something approved. */
  readonly approved: number;
}

const answersIn = new MadeOf<Answers>();

export class Project {
  readonly stateDir: string;
  readonly projectDir: string;
  readonly home: string;
  readonly repository: Repository;
  /** The uppermost folder of the repository, by way of the project's own path. */
  readonly top: string;
  /** Variables that the project sets for its hooks, as they were last read. */
  own = NO_VARIABLES;
  /** Whether changes need approval, as was said when the configuration was last read. */
  follow: Follow = 'answered';
  /** Its servers, as they were last read, by name. */
  readonly servers = new Map<string, Subject>();
  readonly #digests: ReadonlySet<string>;
  #seen: Seen | null = null;
  #answers: Answers | null = null;
  /** As long as the answers count. */
  #bringing: boolean | null = null;

  constructor({ stateDir, projectDir, home }: ProjectPlace, digests: ReadonlySet<string>) {
    this.stateDir = stateDir;
    this.projectDir = projectDir;
    this.home = home;
    this.repository = repositoryOf(projectDir);
    const { project, top } = this.repository;
    this.top = project === top ? resolve(projectDir) : resolve(projectDir, relative(project, top));
    this.#digests = digests;
  }

  get seen(): Seen {
    if (this.#seen === null) {
      const { projectDir, top, home } = this;
      this.#seen = new Seen({ stateDir: this.#bringsState() ? null : this.stateDir, projectDir, top, home });
    }
    return this.#seen;
  }

  /** Whoever sets the environment of a session may choose the state directory; a project must not hold its own approval. */
  #bringsState(): boolean {
    const { top } = this.repository;
    this.#bringing ??= liesIn(top, real(this.stateDir)) && !liesIn(top, real(this.home));
    return this.#bringing;
  }

  /** All that was answered: the same object as long as the answers are the same. */
  get answers(): Answers {
    this.#answers ??= this.#read();
    return this.#answers;
  }

  /** The answers, as they were last read. */
  get approvals(): Approvals {
    return this.answers.approvals;
  }

  /** Why they cannot be used; `null`: they can. */
  get broken(): string | null {
    return this.answers.broken;
  }

  /** What helps where they cannot. */
  get remedy(): string {
    return this.#bringsState()
      ? 'Set XDG_STATE_HOME to a folder outside of the project, or leave it out, and approve there.'
      : trustFix('trust-store-invalid');
  }

  /** Reads the answers again where they may have changed. */
  refresh(): void {
    this.#answers = null;
    this.#bringing = null;
  }

  #read(): Answers {
    const { stateDir, repository } = this;
    const { key } = repository;
    const read = answersIn.get(approvalsFile(stateDir, key), key, () => listed(readApprovals(stateDir, key)));
    if (!this.#bringsState()) return read;
    const broken = `The state directory ${stateDir} lies in the project itself`;
    return listed({ approvals: { ...read.approvals, follow: false, items: {} }, broken });
  }

  /** How many items have something approved. */
  get approved(): number {
    return this.answers.approved;
  }

  /** What was answered about an item; `undefined`: nothing. */
  answerTo(item: string): Answer | undefined {
    return this.answers.byItem.get(item);
  }

  get follows(): boolean {
    return this.follow === 'all' || (this.follow === 'answered' && this.approvals.follow);
  }

  /** Where a hook is pinned, and its definition is the one that was: the place of the copy. */
  pinned(hook: Hook, subject: Subject, pins: Answer['pins']): HookSource | null {
    if (pins === undefined || hook.inactive !== null) return null;
    const digest = pins[definitionDigest({ item: subject.item, definition: subject.definition() })];
    return digest === undefined ? null : pinnedSource(this.stateDir, hook.source, digest, this.seen.digests);
  }

  /** Whether everything but what was refused may run, and nothing like this was. */
  isFollowed(answer: Answer | undefined): boolean {
    return this.follows && (answer === undefined || answer.refused.length === 0);
  }

  stateOf({ digest, problems }: Identity, answer: Answer | undefined): TrustState {
    if (answer?.refused.includes(digest) === true) return 'refused';
    if (this.follows) return 'trusted';
    const known = answer !== undefined && answer.approved.length > 0;
    if (problems.length > 0) return known ? 'changed' : 'new';
    if (answer?.approved.includes(digest) === true || this.#digests.has(digest)) return 'trusted';
    return known ? 'changed' : 'new';
  }

  /** Where exactly this was approved, nobody has to find that out again as long as neither it nor the answers change. */
  noteApproved(subject: Subject, digest: string, answer: Answer | undefined): void {
    if (answer?.approved.includes(digest) === true && !answer.refused.includes(digest))
      this.seen.isApprovedBy(this.answers, subject, digest);
  }

  /** In the user's words, with what to do. */
  whyNot(identity: Identity, state: TrustState): string {
    const look = '`amplifier-hooks trust` shows what it runs and approves it';
    if (state === 'refused') return 'you refused it; `amplifier-hooks trust` asks again';
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

  /** Whether a hook that is edited only observed when it was approved last. */
  onlyObserved({ item }: Identity): boolean {
    return readLasts(this.stateDir, this.repository.key)[item]?.definition['mode'] === 'observe';
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

function listed(read: ReadApprovals): Answers {
  const { items } = read.approvals;
  const answers = Object.values(items);
  let approved = 0;
  for (const answer of answers) if (answer.approved.length > 0) approved += 1;
  return { ...read, byItem: new Listed(Object.keys(items), answers), approved };
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

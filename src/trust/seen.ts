// What the files of definitions were when they were last looked at, kept so that nothing is read or parsed twice.

import { join } from 'node:path';
import type { Draft } from '../config/index.js';
import { isPrivateFile, PRIVATE_FILE, privateFolder, replaceFile, textIn } from '../files/index.js';
import type { HookId } from '../nouns.js';
import { sha256 } from '../text/index.js';
import { Digests } from './digests.js';
import type { Places } from './files.js';
import {
  contentsOf,
  firstPart,
  haveSameRest,
  type Identity,
  identityOf,
  partsOf,
  type Subject,
} from './identity.js';
import { Listed } from './listed.js';
import {
  type Ahead,
  isSameDefinition,
  type Look,
  lookOf,
  readLooks,
  type SeenFile,
  writtenLooks,
} from './looks.js';
import { MadeOf } from './made-of.js';
import { trustFolder } from './store.js';

/** A file with more than this is begun anew. */
const MOST_LOOKS = 20_000;
/** So many times as many things as are asked about may be known, for all of them to be looked at ahead. */
const AHEAD = 2;
const NO_PROBLEMS: readonly string[] = Object.freeze([]);

/** A subject that is as it was when it was last looked at. */
class Same implements Identity {
  readonly item: string;
  readonly files: Look['files'];
  readonly digest: string;
  readonly problems = NO_PROBLEMS;
  readonly #subject: Subject;

  constructor(subject: Subject, { files, digest }: Look) {
    this.#subject = subject;
    this.item = subject.item;
    this.files = files;
    this.digest = digest;
  }

  // Nobody asks for these where everything is as it was approved.
  get definition(): Readonly<Record<string, unknown>> {
    return this.#subject.definition();
  }

  get contents(): Identity['contents'] {
    return contentsOf(this.files);
  }
}

/** Where it is kept, and what every definition of the project depends on. */
export interface SeenPlaces {
  /** `null`: nowhere; a file that the project itself could bring is neither read nor written. */
  readonly stateDir: string | null;
  readonly projectDir: string;
  readonly top: string;
  readonly home: string;
}

const looksIn = new MadeOf<Listed<Look>>();

/** Throws where it is nothing that was written here. */
function looksOf(file: string, of: readonly string[]): Listed<Look> {
  const content = isPrivateFile(file) ? textIn(file) : null;
  return content === null ? new Listed() : readLooks(content, of);
}

/** For one project in one place. Losing it costs time and nothing else. */
export class Seen {
  readonly #file: string | null;
  readonly #of: readonly string[];
  /** By slot. */
  #looks: Listed<Look>;
  readonly digests = new Digests();
  #learned = false;
  /** The definition that was last found as it was, with the variables of its project. */
  #last: { readonly look: Look; readonly draft: Draft; readonly own: Places['own'] } | null = null;

  constructor({ stateDir, projectDir, top, home }: SeenPlaces) {
    this.#of = [projectDir, top, home];
    this.#file =
      stateDir === null ? null : join(trustFolder(stateDir), `${sha256(projectDir).slice(0, 24)}.seen`);
    this.#looks = this.#kept();
  }

  #kept(): Listed<Look> {
    const file = this.#file;
    try {
      if (file !== null) return looksIn.get(file, this.#of.join('\0'), () => looksOf(file, this.#of)).copy();
    } catch {
      // Then everything is looked at.
    }
    return new Listed();
  }

  /**
   * What is as it was of everything that is known, for one reading of the configuration. All in one go: between other work each look at
   * a file takes twice as long. `null`: there is far more than the things that are asked about.
   */
  ahead(things: number): Ahead | null {
    if (this.#looks.size > AHEAD * things) return null;
    const ahead: Ahead = {};
    // Many hooks run the same script: of each file the one that was found as it was.
    const still = new Map<string, SeenFile>();
    for (const look of this.#looks.things)
      if (look?.files.every((file) => this.#isStillAsBefore(file, still))) look.still = ahead;
    return ahead;
  }

  #isStillAsBefore(file: SeenFile, before: Map<string, SeenFile>): boolean {
    const known = before.get(file.path);
    if (known !== undefined && known.content === file.content && known.root === file.root) return true;
    if (!this.digests.isStill(file)) return false;
    before.set(file.path, file);
    return true;
  }

  /**
   * What was seen of the hook that is asked about next, where its definition is as it was; `null`: it is not, or it bears a number.
   * Asked for every hook of every load, in the order of the files.
   */
  unchanged(draft: Draft, own: Places['own']): Look | null {
    // One that was edited or taken out leaves its place to the next one.
    for (let far = 0; far < 2; far += 1) {
      const look = this.#looks.ahead(far);
      if (look === undefined || look.id === null || !this.#isOf(look, draft, own)) continue;
      this.#looks.step(far);
      return look;
    }
    return null;
  }

  #isOf(look: Look, draft: Draft, own: Places['own']): boolean {
    const last = this.#last;
    if (last !== null && last.look.rest === look.rest && last.own === own && haveSameRest(last.draft, draft))
      return look.first === firstPart(draft);
    if (!isSameDefinition(look, partsOf(draft, own))) return false;
    this.#last = { look, draft, own };
    return true;
  }

  /** Whether the hook with this definition runs what it ran when these answers approved it. */
  wasApproved(look: Look, id: HookId, ahead: Ahead, answers: object): boolean {
    return look.id === id && look.still === ahead && look.approvedBy === answers;
  }

  /** By these answers, and nothing else, that with this digest is approved. */
  isApprovedBy(answers: object, { slot }: Subject, digest: string): void {
    const look = this.#looks.get(slot);
    if (look?.digest === digest) look.approvedBy = answers;
  }

  /**
   * The identity of a subject as its files are now.
   *
   * @param ahead what is as it was, looked at a moment ago; `null`: nobody looked
   */
  identityOf(subject: Subject, ahead: Ahead | null = null): Identity {
    const parts = subject.parts();
    const look = this.#looks.get(subject.slot);
    if (look !== undefined && isSameDefinition(look, parts)) {
      const isStill = ahead === null ? this.#isStill(look) : look.still === ahead;
      if (isStill) return new Same(subject, look);
    }
    const identity = identityOf(subject, this.digests);
    if (identity.problems.length === 0) {
      const { digest } = identity;
      const files = identity.files.map((file) => ({
        ...file,
        stamp: this.digests.stampOf(file.path, file.content),
      }));
      const [first = null, ...rest] = parts;
      this.#looks.set(subject.slot, lookOf(subject.slot, { first, rest, files, digest }));
      this.#learned = true;
    } else this.#looks.delete(subject.slot);
    return identity;
  }

  /** Whether all files are as they were; which files there are depends on nothing but what is in them. */
  #isStill({ files }: Look): boolean {
    for (const file of files) if (!this.digests.isStill(file)) return false;
    return true;
  }

  /** Writes what was learned. Never throws: without it the next look takes longer. */
  keep(): void {
    if (!this.#learned && !this.digests.learned) return;
    [this.#learned, this.digests.learned] = [false, false];
    if (this.#file === null) return;
    if (this.#looks.size > MOST_LOOKS) this.#looks = new Listed();
    try {
      privateFolder(join(this.#file, '..'));
      replaceFile(this.#file, writtenLooks(this.#looks, this.#of), { mode: PRIVATE_FILE });
    } catch {
      // The state directory cannot be written; approving will say so.
    }
  }
}

// What the files of definitions were when they were last looked at, kept so that nothing is read or parsed twice.
import { join } from 'node:path';
import { isPrivateFile, PRIVATE_FILE, privateFolder, replaceFile, textIn } from '../files/index.js';
import { type Infer, listOf, number, object, oneOf, orNull, text, tupleOf } from '../text/shapes/index.js';
import { Digests, type Known, sha256 } from './digests.js';
import { contentsOf, type Identity, identityOf, type LookedAt, type Part, type Subject } from './identity.js';
import { trustFolder } from './store.js';

const VERSION = 4;

// Lists and not objects: every new process reads the whole file.
/** Name, path, root, how it is written, digest, stamp. */
const fileShape = tupleOf(
  text,
  text,
  orNull(text),
  orNull(text),
  orNull(text),
  orNull(tupleOf(number, number, number, number)),
);
/** Slot, digest of the definition with all of its files, parts of the definition, files. */
const lookShape = tupleOf(text, text, listOf(orNull(text)), listOf(fileShape));
const seenShape = object({ version: oneOf(VERSION), of: listOf(text), looks: listOf(lookShape) });

interface Look {
  readonly parts: readonly Part[];
  readonly files: readonly LookedAt[];
  readonly digest: string;
}

/** A file with more than this is begun anew. */
const MOST_LOOKS = 20_000;
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

/** For one project in one place. Losing it costs time and nothing else. */
export class Seen {
  readonly #file: string | null;
  readonly #of: readonly string[];
  /** By slot. */
  readonly #looks = new Map<string, Look>();
  readonly digests: Digests;
  #learned = false;

  constructor({ stateDir, projectDir, top, home }: SeenPlaces) {
    this.#of = [projectDir, top, home];
    this.#file =
      stateDir === null ? null : join(trustFolder(stateDir), `${sha256(projectDir).slice(0, 24)}.seen`);
    const known: [string, Known][] = [];
    for (const [slot, digest, parts, files] of this.#kept())
      this.#looks.set(slot, { parts, files: files.map((file) => unpacked(file, known)), digest });
    this.digests = new Digests(known);
  }

  #kept(): Infer<typeof seenShape>['looks'] {
    const content = this.#file !== null && isPrivateFile(this.#file) ? textIn(this.#file) : null;
    if (content === null) return [];
    try {
      const value: unknown = JSON.parse(content);
      return seenShape.is(value) && areEqual(value.of, this.#of) ? value.looks : [];
    } catch {
      return [];
    }
  }

  /** The identity of a subject as its files are now. */
  identityOf(subject: Subject): Identity {
    const parts = subject.parts();
    const look = this.#looks.get(subject.slot);
    if (look !== undefined && areEqual(look.parts, parts) && this.#isStill(look))
      return new Same(subject, look);
    const identity = identityOf(subject, this.digests);
    if (identity.problems.length === 0) {
      const { files, digest } = identity;
      this.#looks.set(subject.slot, { parts, files, digest });
      this.#learned = true;
    } else this.#looks.delete(subject.slot);
    return identity;
  }

  /** Whether all files are as they were; which files there are depends on nothing but what is in them. */
  #isStill({ files }: Look): boolean {
    for (const file of files) if (this.digests.of(file) !== file.content) return false;
    return true;
  }

  /** Writes what was learned. Never throws: without it the next look takes longer. */
  keep(): void {
    if (!this.#learned && !this.digests.learned) return;
    [this.#learned, this.digests.learned] = [false, false];
    if (this.#file === null) return;
    if (this.#looks.size > MOST_LOOKS) this.#looks.clear();
    const content: Infer<typeof seenShape> = {
      version: VERSION,
      of: this.#of,
      looks: Array.from(this.#looks, ([slot, { parts, files, digest }]) => [
        slot,
        digest,
        parts,
        files.map((file) => packed(file, this.digests)),
      ]),
    };
    try {
      privateFolder(join(this.#file, '..'));
      replaceFile(this.#file, JSON.stringify(content), { mode: PRIVATE_FILE });
    } catch {
      // The state directory cannot be written; approving will say so.
    }
  }
}

function areEqual(some: readonly Part[], others: readonly Part[]): boolean {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index += 1) if (some[index] !== others[index]) return false;
  return true;
}

type Packed = Infer<typeof fileShape>;

function packed({ name, path, root, written, content }: LookedAt, digests: Digests): Packed {
  const known = digests.knownOf(path);
  // What was seen for a hook that is gone may be older than what is known of the file: then the stamp is not its own.
  const stamp =
    known?.digest === content ? ([known.dev, known.ino, known.size, known.ctimeMs] as const) : null;
  return [name, path, root, written, content, stamp];
}

function unpacked([name, path, root, written, content, stamp]: Packed, known: [string, Known][]): LookedAt {
  if (stamp !== null && content !== null) {
    const [dev, ino, size, ctimeMs] = stamp;
    known.push([path, { dev, ino, size, ctimeMs, digest: content }]);
  }
  return { name, path, root, written, content };
}

// What the files of definitions were when they were last looked at, kept so that nothing is read or parsed twice.
import { join } from 'node:path';
import { isPrivateFile, PRIVATE_FILE, privateFolder, replaceFile, textIn } from '../files/index.js';
import { type Infer, is, listOf, mapOf, object, oneOf, orNull, text } from '../text/shapes/index.js';
import { Digests, sha256 } from './digests.js';
import { type Identity, identityOf, type Subject } from './identity.js';
import { trustFolder } from './store.js';

const VERSION = 1;
const fileShape = object({ name: text, path: text, root: orNull(text), written: orNull(text) });
const lookShape = object({ files: listOf(fileShape), contents: mapOf(orNull(text)), digest: text });
const seenShape = object({
  version: oneOf(VERSION),
  files: mapOf(object({ stamp: text, digest: text })),
  looks: mapOf(lookShape),
});

type Look = Infer<typeof lookShape>;

/** A file with more than this is begun anew. */
const MOST_LOOKS = 20_000;

/** For one project in one place. Losing it costs time and nothing else. */
export class Seen {
  readonly #file: string;
  readonly #looks: Map<string, Look>;
  readonly digests: Digests;
  #learned = false;

  constructor(stateDir: string, projectDir: string) {
    this.#file = join(trustFolder(stateDir), `${sha256(projectDir).slice(0, 24)}.seen`);
    const kept = isPrivateFile(this.#file) ? parse(textIn(this.#file)) : null;
    this.#looks = new Map(Object.entries(kept?.looks ?? {}));
    this.digests = new Digests(kept?.files);
  }

  /** The identity of a subject as its files are now. */
  identityOf(subject: Subject): Identity {
    const { item, definition } = subject;
    const key = JSON.stringify([item, definition, subject.variables]);
    const look = this.#looks.get(key);
    if (look !== undefined && this.isStill(look)) return { item, definition, problems: [], ...look };
    const identity = identityOf(subject, this.digests);
    if (identity.problems.length === 0) {
      const { files, contents, digest } = identity;
      this.#looks.set(key, { files, contents, digest });
      this.#learned = true;
    } else this.#looks.delete(key);
    return identity;
  }

  /** Whether all files are as they were; which files there are depends on nothing but what is in them. */
  isStill({ files, contents }: Pick<Identity, 'files' | 'contents'>): boolean {
    for (const file of files) if (this.digests.of(file) !== contents[file.name]) return false;
    return true;
  }

  /** Writes what was learned. Never throws: without it the next look takes longer. */
  keep(): void {
    if (!this.#learned && !this.digests.learned) return;
    [this.#learned, this.digests.learned] = [false, false];
    if (this.#looks.size > MOST_LOOKS) this.#looks.clear();
    const paths = [...this.#looks.values()].flatMap(({ files }) => files.map(({ path }) => path));
    const content = {
      version: VERSION,
      files: this.digests.knownOf(paths),
      looks: Object.fromEntries(this.#looks),
    };
    try {
      privateFolder(join(this.#file, '..'));
      replaceFile(this.#file, JSON.stringify(content), { mode: PRIVATE_FILE });
    } catch {
      // The state directory cannot be written; approving will say so.
    }
  }
}

function parse(content: string | null): Infer<typeof seenShape> | null {
  try {
    const value: unknown = content === null ? null : JSON.parse(content);
    return is(seenShape, value) ? value : null;
  } catch {
    return null;
  }
}

// What the files of definitions were when they were last looked at, kept so that nothing is read or parsed twice.
import { join } from 'node:path';
import { isPrivateFile, PRIVATE_FILE, privateFolder, replaceFile, textIn } from '../files/index.js';
import { type Infer, is, listOf, mapOf, object, oneOf, orNull, text } from '../text/shapes/index.js';
import { Digests, type Known, sha256 } from './digests.js';
import type { NamedFile } from './files.js';
import { type Identity, identityOf, type Subject } from './identity.js';
import { trustFolder } from './store.js';

const VERSION = 4;

/** Of a file: name, path, root, how it is written, digest, stamp. */
const fileShape = listOf(orNull(text));
/** The digest of a definition with all of its files, and these. */
const lookShape = object({ is: text, files: listOf(fileShape) });
const seenShape = object({ version: oneOf(VERSION), looks: mapOf(lookShape) });

type Look = Pick<Identity, 'files' | 'contents' | 'digest'>;

/** A file with more than this is begun anew. */
const MOST_LOOKS = 20_000;
const NO_PROBLEMS: readonly string[] = Object.freeze([]);

/** A subject that is as it was when it was last looked at. */
class Same implements Identity {
  readonly item: string;
  readonly files: Look['files'];
  readonly contents: Look['contents'];
  readonly digest: string;
  readonly problems = NO_PROBLEMS;
  readonly #subject: Subject;

  constructor(subject: Subject, { files, contents, digest }: Look) {
    this.#subject = subject;
    this.item = subject.item;
    this.files = files;
    this.contents = contents;
    this.digest = digest;
  }

  /** Nobody asks for it where everything is as it was approved. */
  get definition(): Readonly<Record<string, unknown>> {
    return this.#subject.definition();
  }
}

/** For one project in one place. Losing it costs time and nothing else. */
export class Seen {
  readonly #file: string;
  readonly #looks: Map<string, Look>;
  readonly digests: Digests;
  #learned = false;

  constructor(stateDir: string, projectDir: string) {
    this.#file = join(trustFolder(stateDir), `${sha256(projectDir).slice(0, 24)}.seen`);
    const kept = isPrivateFile(this.#file) ? parse(textIn(this.#file)) : null;
    const known: [string, Known][] = [];
    this.#looks = new Map(
      Object.entries(kept?.looks ?? {}).map(([key, look]) => [key, unpacked(look, known)] as const),
    );
    this.digests = new Digests(known);
  }

  /** The identity of a subject as its files are now. */
  identityOf(subject: Subject): Identity {
    const key = subject.key();
    const look = this.#looks.get(key);
    if (look !== undefined && this.isStill(look)) return new Same(subject, look);
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
    const looks = [...this.#looks].map(([key, look]) => [key, packed(look, this.digests)] as const);
    const content = { version: VERSION, looks: Object.fromEntries(looks) };
    try {
      privateFolder(join(this.#file, '..'));
      replaceFile(this.#file, JSON.stringify(content), { mode: PRIVATE_FILE });
    } catch {
      // The state directory cannot be written; approving will say so.
    }
  }
}

const stampOf = (known: Known | null): string | null =>
  known === null ? null : [known.dev, known.ino, known.size, known.ctimeMs].join(' ');

/** A stamp that cannot be understood is that of no file. */
function fromStamp(stamp: string, digest: string): Known {
  const [dev = Number.NaN, ino = Number.NaN, size = Number.NaN, ctimeMs = Number.NaN] = stamp
    .split(' ')
    .map(Number);
  return { dev, ino, size, ctimeMs, digest };
}

function packed({ files, contents, digest }: Look, digests: Digests): Infer<typeof lookShape> {
  return {
    is: digest,
    files: files.map(({ name, path, root, written }) => [
      name,
      path,
      root,
      written,
      contents[name] ?? null,
      stampOf(digests.knownOf(path)),
    ]),
  };
}

function unpacked({ is: digest, files: list }: Infer<typeof lookShape>, known: [string, Known][]): Look {
  const contents: Record<string, string | null> = {};
  const files = list.map(([name, path, root, written, content, stamp]): NamedFile => {
    contents[name ?? ''] = content ?? null;
    if (path && stamp && content) known.push([path, fromStamp(stamp, content)]);
    return { name: name ?? '', path: path ?? '', root: root ?? null, written: written ?? null };
  });
  return { files, contents, digest };
}

function parse(content: string | null): Infer<typeof seenShape> | null {
  try {
    const value: unknown = content === null ? null : JSON.parse(content);
    return is(seenShape, value) ? value : null;
  } catch {
    return null;
  }
}

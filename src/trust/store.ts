// What a person approved and refused: one file a repository, in the state directory of the user and nowhere else.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  isPrivateFile,
  PRIVATE_FILE,
  privateFolder,
  replaceFile,
  textIfThere,
  textIn,
  whileLockedSync,
} from '../files/index.js';
import { reasonOf, sha256 } from '../text/index.js';
import {
  anything,
  check,
  flag,
  type Infer,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  text,
} from '../text/shapes/index.js';

const VERSION = 1;

/** What was approved last, for showing what changed since. Kept apart: whoever runs hooks does not need it. */
const lastShape = object({
  definition: mapOf(anything),
  contents: mapOf(orNull(text)),
  at: text,
  /** The file that a hook stood in, from the project. */
  from: optional(text),
});
const lastsShape = object({ version: oneOf(VERSION), items: mapOf(lastShape) });

export type Last = Infer<typeof lastShape>;
export type Lasts = Readonly<Record<string, Last>>;

const answerShape = object({
  /** Digests that may run, the latest first. */
  approved: listOf(text),
  refused: listOf(text),
  /** Copies that are run instead of what lies in the project, by the digest of the definition. */
  pins: optional(mapOf(text)),
});

export const approvalsShape = object({
  version: oneOf(VERSION),
  /** The common folder of the repository, or the project itself. */
  project: text,
  /** Changes need no approval: the project is the user's own work. */
  follow: flag,
  items: mapOf(answerShape),
});

export type Answer = Infer<typeof answerShape>;
export type Approvals = Infer<typeof approvalsShape>;

/** What a file says; `broken`: why it cannot be used, and then nothing is approved. */
export interface ReadApprovals {
  readonly approvals: Approvals;
  readonly broken: string | null;
}

/** Two commands at once lose nothing: the second waits the moment that the first takes. */
const WAITING = { patienceMs: 5000, abandonedMs: 60_000 };

export const trustFolder = (stateDir: string): string => join(stateDir, 'trust');

export const approvalsFile = (stateDir: string, key: string): string =>
  join(trustFolder(stateDir), `${sha256(key).slice(0, 24)}.json`);

const nothing = (project: string): Approvals => ({ version: VERSION, project, follow: false, items: {} });

/** Never throws. */
export function readApprovals(stateDir: string, key: string): ReadApprovals {
  const file = approvalsFile(stateDir, key);
  try {
    return { approvals: parse(file, key), broken: null };
  } catch (error) {
    return { approvals: nothing(key), broken: reasonOf(error) };
  }
}

function parse(file: string, key: string): Approvals {
  const content = textIfThere(file);
  if (content === null) return nothing(key);
  if (!isPrivateFile(file)) throw new Error(`${file} is not a file of this user alone`);
  const value: unknown = JSON.parse(content);
  if (!approvalsShape.is(value))
    throw new Error(`${file}: ${check(approvalsShape, value)[0]?.message ?? 'not understood'}`);
  if (value.project !== key) throw new Error(`${file} is about another project, ${value.project}`);
  return value;
}

/** Changes the approvals of a project, one at a time. Throws where that cannot be done, and then nothing changed. */
export function changeApprovals(
  stateDir: string,
  key: string,
  change: (now: Approvals) => Approvals,
): Approvals {
  const file = approvalsFile(stateDir, key);
  privateFolder(trustFolder(stateDir));
  return whileLockedSync(`${file}.lock`, WAITING, () => {
    const next = change(parse(file, key));
    replaceFile(file, `${JSON.stringify(next, null, 1)}\n`, { mode: PRIVATE_FILE, durable: true });
    return next;
  });
}

const lastsFile = (stateDir: string, key: string): string =>
  approvalsFile(stateDir, key).replace(/json$/, 'last');

/** What was approved last, by item; nothing where that is not known any more. */
export function readLasts(stateDir: string, key: string): Lasts {
  try {
    const value: unknown = JSON.parse(textIn(lastsFile(stateDir, key)) ?? 'null');
    return lastsShape.is(value) ? value.items : {};
  } catch {
    return {};
  }
}

/** To be called where approvals are changed, so that two commands lose nothing. */
export function writeLasts(stateDir: string, key: string, items: Lasts): void {
  replaceFile(lastsFile(stateDir, key), JSON.stringify({ version: VERSION, items }), { mode: PRIVATE_FILE });
}

/** Every project that something was answered about. */
export function allApprovals(stateDir: string): readonly ReadApprovals[] {
  return namesIn(trustFolder(stateDir)).flatMap((name): ReadApprovals[] => {
    const file = join(trustFolder(stateDir), name);
    try {
      const value: unknown = JSON.parse(textIn(file) ?? '');
      if (approvalsShape.is(value)) return [readApprovals(stateDir, value.project)];
    } catch {
      // Told below.
    }
    return [{ approvals: nothing(file), broken: `${file} cannot be understood` }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[0-9a-f]+\.json$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

const textsFolder = (stateDir: string): string => join(trustFolder(stateDir), 'texts');

/** Keeps the text of an approved file, so that a later change can be shown. */
export function keepText(stateDir: string, digest: string, content: Uint8Array): void {
  privateFolder(textsFolder(stateDir));
  replaceFile(join(textsFolder(stateDir), digest), content, { mode: PRIVATE_FILE });
}

/** `null`: it was not kept. */
export const keptText = (stateDir: string, digest: string): string | null => {
  const kept = textIn(join(textsFolder(stateDir), digest));
  return kept !== null && sha256(kept) === digest ? kept : null;
};

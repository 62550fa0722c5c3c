// known.json: which marketplaces somebody added, and where they come from.
import { dirname } from 'node:path';
import { PRIVATE_FILE, privateFolder, readText, replaceFile } from '../../files/index.js';
import type { Diagnostic } from '../../nouns.js';
import { isRecord, systemReasonOf } from '../../text/index.js';
import { anything, open, optional, orNull, text } from '../../text/shapes/index.js';
import { exclusively } from '../install/busy.js';
import { codeOfFileError, PluginProblem } from '../problem.js';
import { type Replaced, recoverCopies } from './copies.js';
import { marketplaceNameProblem } from './names.js';
import { Notes } from './notes.js';
import { type Origin, origin } from './origin.js';
import { busyFile, knownFile } from './places.js';

export interface Known {
  /** What the user calls it. */
  readonly name: string;
  readonly origin: Origin;
  readonly addedAt: string;
  /** When its content was last fetched; of what is read where it lies, when it was added. */
  readonly updatedAt: string;
  /** The commit of a git repository. */
  readonly commit: string | null;
}

export interface KnownReading {
  readonly known: readonly Known[];
  readonly diagnostics: readonly Diagnostic[];
}

const VERSION = 1;

/** One of the marketplaces. */
const written = open({
  origin,
  addedAt: optional(anything),
  updatedAt: optional(anything),
  commit: optional(orNull(text)),
});

/** What becomes of the list, and what is done together with that. */
export interface KnownChange<T> {
  /** `null` takes an entry out. */
  readonly changes: ReadonlyMap<string, Known | null>;
  readonly result: T;
  /** What was done already, and can be taken back where the list cannot be written. */
  readonly done: Replaced | null;
}

/** Never throws: what cannot be understood is a diagnostic, and the rest counts. */
export function readKnown(home: string): KnownReading {
  const { entries, notes } = openKnown(home);
  const known = Object.entries(entries).flatMap(([name, value]): Known[] => {
    const entry = entryOf(name, value);
    if (entry !== null) return [entry];
    notes.report(
      'known-entry',
      null,
      `The entry ${JSON.stringify(name)} of ${notes.file} cannot be understood and is left out`,
    );
    return [];
  });
  return { known: known.sort((a, b) => (a.name < b.name ? -1 : 1)), diagnostics: notes.diagnostics };
}

/** Changes entries while nobody else does; `work` decides by what is there then. What others wrote stays as it is. */
export function changeKnown<T>(home: string, work: (known: readonly Known[]) => KnownChange<T>): Promise<T> {
  return exclusively(busyFile(home), () => {
    const { root, entries, notes } = openKnown(home);
    const [problem] = notes.diagnostics;
    if (problem !== undefined)
      throw new PluginProblem('cannot-write', `${problem.message}; it was not touched`, {
        hint: `Correct ${notes.file}, or remove it and add the marketplaces again.`,
      });
    recoverCopies(home, Date.now());
    const known = Object.entries(entries).flatMap(([name, value]) => entryOf(name, value) ?? []);
    const { changes, result, done } = work(known);
    try {
      if (changes.size > 0) write(home, root, apply(entries, changes));
    } catch (error) {
      done?.undo();
      throw error;
    }
    done?.finish();
    return result;
  });
}

type Node = Readonly<Record<string, unknown>>;

function openKnown(home: string): { readonly root: Node; readonly entries: Node; readonly notes: Notes } {
  const file = knownFile(home);
  const notes = new Notes(file, '');
  const nothing = { root: {}, entries: {}, notes };
  const read = readText(file);
  if (read.state === 'absent') return nothing;
  const broken = (why: string) => {
    notes.report('known-broken', null, why);
    return nothing;
  };
  if (read.state === 'broken') return broken(read.message);
  let root: unknown;
  try {
    root = JSON.parse(read.text);
  } catch {
    return broken(`${file} is not valid JSON`);
  }
  if (!isRecord(root) || !isRecord(root['marketplaces'])) return broken(`${file} holds no "marketplaces"`);
  if (root['version'] !== VERSION) return broken(`${file} does not state "version": ${VERSION}`);
  return { root, entries: root['marketplaces'], notes };
}

function apply(entries: Node, changes: ReadonlyMap<string, Known | null>): Node {
  const kept = Object.entries(entries).filter(([name]) => changes.get(name) !== null);
  const changed = [...changes].flatMap(([name, known]): [string, unknown][] => {
    if (known === null) return [];
    const { name: _name, ...rest } = known;
    return [[name, rest]];
  });
  return Object.fromEntries([...kept, ...changed]);
}

function write(home: string, root: Node, marketplaces: Node): void {
  const file = knownFile(home);
  const { version: _version, marketplaces: _marketplaces, ...others } = root;
  const content = { version: VERSION, marketplaces, ...others };
  try {
    privateFolder(dirname(file));
    // Addresses may hold keys.
    replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: PRIVATE_FILE, durable: true });
  } catch (error) {
    const why = systemReasonOf(error);
    throw new PluginProblem(codeOfFileError(error), `${file} cannot be written: ${why}`, { cause: error });
  }
}

function entryOf(name: string, value: unknown): Known | null {
  if (!written.is(value) || marketplaceNameProblem(name) !== null) return null;
  const { origin: from, addedAt, updatedAt, commit = null } = value;
  return { name, origin: from, addedAt: timeOf(addedAt), updatedAt: timeOf(updatedAt), commit };
}

/** A moment that cannot be read was long ago. */
const timeOf = (value: unknown): string =>
  typeof value === 'string' && Number.isFinite(Date.parse(value)) ? value : new Date(0).toISOString();

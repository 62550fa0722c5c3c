// Writes one switch into a state file: whole or not at all, with what else stands there left as it is.
import { STATE_VERSION, type StateEntry } from '../config/index.js';
import { replaceFile, targetOf, textIfThere, whileLockedSync } from '../files/index.js';
import { isRecord, systemReasonOf } from '../text/index.js';

export interface SwitchEntry {
  readonly file: string;
  /** The project under `projects` that it stands under; `null`: at the top. */
  readonly key: string | null;
  readonly kind: 'hook' | 'plugin';
  readonly name: string;
  /** What is to be said from now on, `null` for nothing; what is left out stays. `null`: remove the entry. */
  readonly entry: Partial<StateEntry> | null;
  /** For people who read the file. */
  readonly what: string | null;
}

/** A state file that cannot be written, and what to do about it. */
export class StateFileProblem extends Error {}

/** Two commands at once lose nothing: the second waits the moment that the first takes. */
const WAITING = { patienceMs: 5000, abandonedMs: 60_000 };

/** The state before the last change is beside it, as `<file>.bak`. */
export function writeSwitch(order: SwitchEntry): void {
  try {
    const file = targetOf(order.file);
    whileLockedSync(`${file}.lock`, WAITING, () => change(file, order));
  } catch (error) {
    if (error instanceof StateFileProblem) throw error;
    throw new StateFileProblem(`${order.file} cannot be written: ${systemReasonOf(error)}`);
  }
}

function change(file: string, order: SwitchEntry): void {
  const before = textIfThere(file);
  const root = parse(order.file, before);
  const content = order.key === null ? changed(root, order) : inProject(root, order.key, order);
  const { version: _version, ...rest } = content;
  // In the place of whatever stands there: a link is not followed.
  if (before !== null) replaceFile(`${file}.bak`, before);
  replaceFile(file, `${JSON.stringify({ version: STATE_VERSION, ...rest }, null, 2)}\n`, { durable: true });
}

type Node = Readonly<Record<string, unknown>>;

function inProject(root: Node, key: string, order: SwitchEntry): Node {
  const projects = isRecord(root['projects']) ? root['projects'] : {};
  const own = projects[key];
  return withKey(root, 'projects', withKey(projects, key, changed(isRecord(own) ? own : {}, order)));
}

function changed(node: Node, { kind, name, entry, what }: SwitchEntry): Node {
  const list = kind === 'plugin' ? 'plugins' : 'hooks';
  const entries = isRecord(node[list]) ? node[list] : {};
  const known = entries[name];
  return withKey(node, list, withKey(entries, name, nextOf(isRecord(known) ? known : {}, entry, what)));
}

/** An entry that says nothing any more is none. */
function nextOf(known: Node, entry: SwitchEntry['entry'], what: string | null): Node {
  if (entry === null) return {};
  const all = { ...known, ...entry, ...(what === null ? {} : { what }) };
  const next: Node = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return next['state'] === undefined && next['mode'] === undefined ? {} : next;
}

/** The object with a key set, or without it where nothing is left in the value. */
function withKey(node: Node, key: string, value: Node): Node {
  const others = Object.entries(node).filter(([name]) => name !== key);
  if (Object.keys(value).length === 0) return Object.fromEntries(others);
  return Object.hasOwn(node, key)
    ? Object.fromEntries(Object.entries(node).map(([name, old]) => [name, name === key ? value : old]))
    : Object.fromEntries([...others, [key, value]]);
}

function parse(file: string, text: string | null): Node {
  if (text === null) return {};
  const refuse = (why: string): StateFileProblem =>
    new StateFileProblem(`${file} ${why}; it was not touched. Correct it, or remove it`);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('is not plain JSON, and rewriting it would lose what is in it');
  }
  if (!isRecord(value)) throw refuse('does not hold an object');
  if (value['version'] !== STATE_VERSION) throw refuse(`does not state "version": ${STATE_VERSION}`);
  return value;
}

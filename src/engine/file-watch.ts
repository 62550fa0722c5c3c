// Sees whether two hooks of an event change the file that the event is about.
//
// Hooks run side by side, so a change cannot be laid at the door of one of them while several run. Where the file changes again
// after it changed, the same hooks run one after the other at the next such event, once in a session: then it is certain whose
// change is whose. Nobody is accused before.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HookInput } from '../events/index.js';
import { textIn } from '../files/index.js';
import type { Conflict, Hook, HookId, Plan } from '../nouns.js';
import { isRecord, sha256 } from '../text/index.js';

/** What a session knows of hooks that run together: `suspected`, `cleared`, or who changes files, in the order of their changes. */
export type Writers = 'suspected' | 'cleared' | readonly HookId[];

/** A larger file is no source text that people format. */
const LARGEST = 2 * 1024 * 1024;

const NAMING = ['file_path', 'notebook_path'];

/** The hooks of a plan that may change a file, and the file; `null`: there are not two, or there is none. */
function watched(
  plan: Plan,
  { row, tool, cwd }: HookInput,
): { readonly hooks: readonly Hook[]; readonly file: string } | null {
  if (!row.tool || row.permission || tool === null || plan.runs.length < 2) return null;
  // One that goes on in the background may write while another one runs, whatever the order.
  if (plan.runs.some(({ handler }) => handler.type === 'command' && handler.background !== 'no')) return null;
  const hooks = plan.runs.filter(({ handler }) => handler.type === 'command');
  if (hooks.length < 2 || !isRecord(tool.input)) return null;
  const { input } = tool;
  const named = NAMING.map((name) => input[name]).find((value) => typeof value === 'string');
  return typeof named === 'string' ? { hooks, file: resolve(cwd ?? '/', named) } : null;
}

export class FileWatch {
  readonly key: string;
  /** The hooks have to run one after the other, so that it can be told who changes what. */
  readonly inTurn: boolean;
  readonly #file: string;
  readonly #known: Writers | undefined;
  readonly #writers: HookId[] = [];
  #look: Look;
  #changes = 0;

  private constructor(key: string, file: string, known: Writers | undefined) {
    this.key = key;
    this.#file = file;
    this.#known = known;
    this.inTurn = known === 'suspected';
    this.#look = lookAt(file, null);
  }

  /** `null`: nothing can go wrong, or it is known that nothing does. */
  static of(plan: Plan, input: HookInput, knownOf: (key: string) => Writers | undefined): FileWatch | null {
    const found = watched(plan, input);
    if (found === null) return null;
    const key = found.hooks.map(({ id }) => id).join(' ');
    const known = knownOf(key);
    return known === 'cleared' ? null : new FileWatch(key, found.file, known);
  }

  /** A hook ended: what changed since the last look was changed while it ran. */
  ended({ id }: Hook): void {
    const look = lookAt(this.#file, this.#look);
    if (look.digest !== this.#look.digest) {
      this.#changes += 1;
      if (this.inTurn) this.#writers.push(id);
    }
    this.#look = look;
  }

  /** What is known from now on, and what to tell. */
  end(): { readonly known: Writers | null; readonly conflict: Conflict | null } {
    if (this.inTurn) {
      const both = this.#writers.length > 1;
      return {
        known: both ? this.#writers : 'cleared',
        conflict: both ? this.#conflict(this.#writers) : null,
      };
    }
    if (this.#changes < 2) return { known: null, conflict: null };
    if (this.#known === undefined) return { known: 'suspected', conflict: null };
    return { known: null, conflict: typeof this.#known === 'string' ? null : this.#conflict(this.#known) };
  }

  #conflict(writers: readonly HookId[]): Conflict {
    return { what: 'file', names: [this.#file], hooks: writers, used: writers.at(-1) ?? null };
  }
}

/** A file at one moment. */
interface Look {
  /** What the file system says of it: while that is the same, so is the file. */
  readonly state: string;
  /** `null`: there is none, or it is no text that people format. */
  readonly digest: string | null;
}

/** A hundred hooks would otherwise mean to read it a hundred times. */
function lookAt(file: string, last: Look | null): Look {
  const state = stateOf(file);
  if (last !== null && state === last.state) return last;
  const text = textIn(file, LARGEST);
  return { state, digest: text === null ? null : sha256(text) };
}

function stateOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch {
    // Not there, or no name of a file at all: the event says what it likes.
    return '';
  }
}

// Keeps over-long texts of hooks away from hosts and models: the whole goes to a file, a preview stays.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateFile } from '../files/index.js';
import { hookName, hookOf } from '../hook-name.js';
import type { Decision, Diagnostic, Hook, HookId, Said } from '../nouns.js';
import { reasonOf, redactText } from '../text/index.js';
import { engineDiagnostic } from './diagnostic.js';
import { diagnosticsOfEvent } from './diagnostics.js';
import { fileName } from './names.js';
import { byAge, SessionFolders } from './session-folders.js';

/** Longest text, in UTF-16 units, that is handed on whole where the host says nothing else. */
export const TEXT_LIMIT = 10_000;
const PREVIEW = 2_000;
/** What is said in place of a text that went to a file, without its preview. */
const ABOUT_A_FILE = 500;
/** Of the long texts of a session the last ones are kept, so many and so many bytes. */
const MOST_FILES = 100;
const MOST_BYTES = 16 * 1024 * 1024;

/** Of all engines in this process: several may answer for one session. */
let saved = 0;

/** Whose texts they are, and how long they may be. */
interface Bounds {
  readonly session: string;
  readonly limit: number;
  readonly hooks: readonly Hook[];
}

type Texts = readonly Said<string>[];

export class Spill {
  readonly #folders: SessionFolders;
  /** One hook speaks for all: the host takes what they say together as one text. */
  readonly #isOne: boolean;

  constructor(stateDir: string, isOne = false) {
    this.#folders = new SessionFolders(join(stateDir, 'output'));
    this.#isOne = isOne;
  }

  /** A session that is over needs them no more. */
  remove(session: string): void {
    this.#folders.remove(session);
  }

  /** The decision with every long text for model, user or host replaced by a preview and the path of the whole. */
  apply(decision: Decision, session: string, limit: number = TEXT_LIMIT): Decision {
    const diagnostics = diagnosticsOfEvent(decision.diagnostics);
    const isLong = hasLongText(decision, limit) || (this.#isOne && hasLongTexts(decision, limit));
    if (diagnostics === decision.diagnostics && !isLong) return decision;
    const { reason, decidedBy, stop, failures } = decision;
    const bounds = { session, limit, hooks: decision.runs.map(({ hook }) => hook) };
    const fields = fittingFields(decision, bounds);
    // Hosts get both as one.
    const context = this.#together([...decision.context, ...decision.late], bounds);
    return {
      ...decision,
      reason: reason === null ? null : this.#text(reason, decidedBy[0] ?? '', bounds),
      feedback: this.#together(decision.feedback, bounds),
      context: context.slice(0, decision.context.length),
      systemMessages: this.#together(decision.systemMessages, bounds),
      late: context.slice(decision.context.length),
      stop:
        stop === null || stop.value === null
          ? stop
          : { ...stop, value: this.#text(stop.value, stop.by, bounds) },
      failures: failures.map((failure) => ({
        ...failure,
        message: this.#text(failure.message, failure.by, bounds),
      })),
      output: fields.output,
      diagnostics: [...diagnostics, ...fields.diagnostics],
    };
  }

  texts(list: readonly Said<string>[], session: string): readonly Said<string>[] {
    return this.#texts(list, { session, limit: TEXT_LIMIT, hooks: [] });
  }

  /** Texts that the host gets as one: of those that are too long together, the longest go to files. */
  #together(list: Texts, bounds: Bounds): Texts {
    const each = this.#texts(list, bounds);
    const long = this.#isOne ? longestOf(each, bounds.limit) : new Set();
    if (long.size === 0) return each;
    const preview = Math.floor(PREVIEW / long.size);
    return each.map((said) =>
      long.has(said) ? { ...said, value: this.#saved(said.value, said.by, bounds, preview) } : said,
    );
  }

  #texts(list: readonly Said<string>[], bounds: Bounds): readonly Said<string>[] {
    if (!list.some(({ value }) => value.length > bounds.limit)) return list;
    return list.map((said) => ({ ...said, value: this.#text(said.value, said.by, bounds) }));
  }

  #text(text: string, by: HookId, bounds: Bounds): string {
    return text.length <= bounds.limit ? text : this.#saved(text, by, bounds, PREVIEW);
  }

  #saved(text: string, by: HookId, { session, limit, hooks }: Bounds, most: number): string {
    const name = nameOf(by, hooks);
    const than =
      text.length > limit ? `more than the ${limit}` : `and with all others more than the ${limit}`;
    const head = `The output of the ${name} has ${text.length} characters, ${than} that are handed on.`;
    const preview = `It begins:\n${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}`;
    try {
      const folder = this.#folders.make(session);
      saved += 1;
      const file = join(folder, `${process.pid}-${saved}-${fileName(by)}.txt`);
      // A session that nobody ends leaves it behind, so secrets are not written down with it.
      const whole = redactText(text);
      newPrivateFile(file, whole);
      keepLast(folder);
      const without = whole === text ? '' : ', with its secrets replaced';
      return `${head} All of it is in ${file}${without}\n${preview}`;
    } catch (error) {
      const why = reasonOf(error);
      return `${head} It could not be saved: ${why}\n${preview}`;
    }
  }
}

/** Of texts that are too long together those that leave room for the others, the longest first. */
function longestOf(list: Texts, limit: number): ReadonlySet<Said<string>> {
  let room = limit - lengthOf(list);
  const long = new Set<Said<string>>();
  for (const said of [...list].sort((one, other) => other.value.length - one.value.length)) {
    if (room >= 0) break;
    long.add(said);
    // All of them share one preview.
    room += said.value.length - ABOUT_A_FILE - (long.size === 1 ? PREVIEW : 0);
  }
  return long;
}

const lengthOf = (list: Texts): number => list.reduce((sum, { value }) => sum + value.length + 1, 0);

const hasLongTexts = ({ context, late, feedback, systemMessages }: Decision, limit: number): boolean =>
  [[...context, ...late], feedback, systemMessages].some((list) => lengthOf(list) > limit);

function keepLast(folder: string): void {
  let bytes = 0;
  for (const [index, { path, size }] of [...byAge(folder)].reverse().entries()) {
    bytes += size;
    // The last one always stays: its path is being handed out.
    if (index > 0 && (index >= MOST_FILES || bytes > MOST_BYTES)) rmSync(path, { force: true });
  }
}

/** What ran in the background may be gone. */
function nameOf(by: HookId, hooks: readonly Hook[]): string {
  const hook = hookOf(by, hooks);
  return hook === null ? 'hook' : hookName(hook);
}

const isLongField = ({ value }: Said<unknown>, limit: number): boolean =>
  typeof value === 'string' && value.length > limit;

const hasLongText = ({ reason, stop, failures, output, ...lists }: Decision, limit: number): boolean =>
  (reason?.length ?? 0) > limit ||
  (stop?.value?.length ?? 0) > limit ||
  failures.some(({ message }) => message.length > limit) ||
  Object.values(output).some((said) => isLongField(said, limit)) ||
  [lists.feedback, lists.context, lists.systemMessages, lists.late].some((list) =>
    list.some(({ value }) => value.length > limit),
  );

/** Fields for the host mean something as they are, so one that is too long is left out, and a preview would not do. */
function fittingFields(
  { output }: Decision,
  { limit, hooks }: Bounds,
): {
  readonly output: Decision['output'];
  readonly diagnostics: readonly Diagnostic[];
} {
  const long = Object.entries(output).filter(([, said]) => isLongField(said, limit));
  if (long.length === 0) return { output, diagnostics: [] };
  const diagnostics = long.map(([name, { by }]) => {
    const message = `${nameOf(by, hooks)}: "${name}" has more than ${limit} characters and is left out`;
    return engineDiagnostic('field-too-long', message, null, null);
  });
  const fitting = Object.entries(output).filter(([, said]) => !isLongField(said, limit));
  return { output: Object.fromEntries(fitting), diagnostics };
}

// Keeps over-long texts of hooks away from hosts and models: the whole goes to a file, a preview stays.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateFile } from '../files/index.js';
import type { Decision, Diagnostic, HookId, Said } from '../nouns.js';
import { reasonOf, redactText } from '../text/index.js';
import { engineDiagnostic } from './codes.js';
import { diagnosticsOfEvent } from './diagnostics.js';
import { fileName } from './names.js';
import { byAge, SessionFolders } from './session-folders.js';

/** Longest text, in UTF-16 units, that is handed on whole. */
export const TEXT_LIMIT = 10_000;
const PREVIEW = 2_000;
/** Of the long texts of a session the last ones are kept, so many and so many bytes. */
const MOST_FILES = 100;
const MOST_BYTES = 16 * 1024 * 1024;

/** Of all engines in this process: several may answer for one session. */
let saved = 0;

export class Spill {
  readonly #folders: SessionFolders;

  constructor(stateDir: string) {
    this.#folders = new SessionFolders(join(stateDir, 'output'));
  }

  /** A session that is over needs them no more. */
  remove(session: string): void {
    this.#folders.remove(session);
  }

  /** The decision with every long text for model, user or host replaced by a preview and the path of the whole. */
  apply(decision: Decision, session: string): Decision {
    const diagnostics = diagnosticsOfEvent(decision.diagnostics);
    if (diagnostics === decision.diagnostics && !hasLongText(decision)) return decision;
    const { reason, decidedBy, stop, failures } = decision;
    const fields = fittingFields(decision);
    return {
      ...decision,
      reason: reason === null ? null : this.#text(reason, decidedBy[0] ?? '', session),
      feedback: this.texts(decision.feedback, session),
      context: this.texts(decision.context, session),
      systemMessages: this.texts(decision.systemMessages, session),
      late: this.texts(decision.late, session),
      stop:
        stop === null || stop.value === null
          ? stop
          : { ...stop, value: this.#text(stop.value, stop.by, session) },
      failures: failures.map((failure) => ({
        ...failure,
        message: this.#text(failure.message, failure.by, session),
      })),
      output: fields.output,
      diagnostics: [...diagnostics, ...fields.diagnostics],
    };
  }

  texts(list: readonly Said<string>[], session: string): readonly Said<string>[] {
    if (!list.some(({ value }) => isLong(value))) return list;
    return list.map((said) => ({ ...said, value: this.#text(said.value, said.by, session) }));
  }

  #text(text: string, by: HookId, session: string): string {
    if (!isLong(text)) return text;
    const head = `The output of hook ${by} has ${text.length} characters, more than the ${TEXT_LIMIT} that are handed on.`;
    const preview = `It begins:\n${text.slice(0, PREVIEW).replace(/[\ud800-\udbff]$/, '')}`;
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

function keepLast(folder: string): void {
  let bytes = 0;
  for (const [index, { path, size }] of [...byAge(folder)].reverse().entries()) {
    bytes += size;
    // The last one always stays: its path is being handed out.
    if (index > 0 && (index >= MOST_FILES || bytes > MOST_BYTES)) rmSync(path, { force: true });
  }
}

const isLong = (text: string): boolean => text.length > TEXT_LIMIT;

const isLongField = ({ value }: Said<unknown>): boolean => typeof value === 'string' && isLong(value);

const hasLongText = ({ reason, stop, failures, output, ...lists }: Decision): boolean =>
  (reason !== null && isLong(reason)) ||
  (stop !== null && stop.value !== null && isLong(stop.value)) ||
  failures.some(({ message }) => isLong(message)) ||
  Object.values(output).some(isLongField) ||
  [lists.feedback, lists.context, lists.systemMessages, lists.late].some((list) =>
    list.some(({ value }) => isLong(value)),
  );

/** Fields for the host mean something as they are, so one that is too long is left out, and a preview would not do. */
function fittingFields({ output }: Decision): {
  readonly output: Decision['output'];
  readonly diagnostics: readonly Diagnostic[];
} {
  const long = Object.entries(output).filter(([, said]) => isLongField(said));
  if (long.length === 0) return { output, diagnostics: [] };
  const diagnostics = long.map(([name, { by }]) => {
    const message = `hook ${by}: "${name}" has more than ${TEXT_LIMIT} characters and is left out`;
    return engineDiagnostic('field-too-long', message, null, null);
  });
  const fitting = Object.entries(output).filter(([, said]) => !isLongField(said));
  return { output: Object.fromEntries(fitting), diagnostics };
}

// Keeps over-long texts of hooks away from hosts and models: the whole goes to a file, a preview stays.
import { join } from 'node:path';
import { newPrivateFile, privateFolder } from '../files/index.js';
import type { Decision, Diagnostic, HookId, Said } from '../nouns.js';
import { reasonOf, redactText } from '../text/index.js';
import { engineDiagnostic } from './codes.js';
import { diagnosticsOfEvent } from './diagnostics.js';
import { fileName } from './names.js';

/** Longest text, in UTF-16 units, that is handed on whole. */
export const TEXT_LIMIT = 10_000;
const PREVIEW = 2_000;

export class Spill {
  readonly #folder: string;
  #count = 0;

  constructor(stateDir: string) {
    this.#folder = join(stateDir, 'output');
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
      const folder = join(this.#folder, fileName(session));
      privateFolder(folder);
      this.#count += 1;
      const file = join(folder, `${process.pid}-${this.#count}-${fileName(by)}.txt`);
      // It stays when the session is over, so secrets are not written down with it.
      const whole = redactText(text);
      newPrivateFile(file, whole);
      const without = whole === text ? '' : ', with its secrets replaced';
      return `${head} All of it is in ${file}${without}\n${preview}`;
    } catch (error) {
      const why = reasonOf(error);
      return `${head} It could not be saved: ${why}\n${preview}`;
    }
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

// Keeps over-long hook output away from the model: the whole goes to a file, a preview stays.
import { join } from 'node:path';
import { newPrivateFile, privateFolder } from '../files/index.js';
import type { Decision, Said } from '../nouns.js';
import { reasonOf, redactText } from '../text/index.js';
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

  /** The decision with every long text for model or user replaced by a preview and the path of the whole. */
  apply(decision: Decision, session: string): Decision {
    const lists = [decision.context, decision.systemMessages, decision.late];
    if (!lists.some((list) => list.some(tooLong))) return decision;
    return {
      ...decision,
      context: this.texts(decision.context, session),
      systemMessages: this.texts(decision.systemMessages, session),
      late: this.texts(decision.late, session),
    };
  }

  texts(list: readonly Said<string>[], session: string): readonly Said<string>[] {
    if (!list.some(tooLong)) return list;
    return list.map((said) => (tooLong(said) ? { ...said, value: this.#save(said, session) } : said));
  }

  #save(said: Said<string>, session: string): string {
    const head = `The output of hook ${said.by} has ${said.value.length} characters, more than the ${TEXT_LIMIT} that are handed on.`;
    const preview = `It begins:\n${said.value.slice(0, PREVIEW)}`;
    try {
      const folder = join(this.#folder, fileName(session));
      privateFolder(folder);
      this.#count += 1;
      const file = join(folder, `${process.pid}-${this.#count}-${fileName(said.by)}.txt`);
      // It stays when the session is over, so secrets are not written down with it.
      const whole = redactText(said.value);
      newPrivateFile(file, whole);
      const without = whole === said.value ? '' : ', with its secrets replaced';
      return `${head} All of it is in ${file}${without}\n${preview}`;
    } catch (error) {
      const why = reasonOf(error);
      return `${head} It could not be saved: ${why}\n${preview}`;
    }
  }
}

const tooLong = (said: Said<string>): boolean => said.value.length > TEXT_LIMIT;

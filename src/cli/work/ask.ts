// Questions that only a person can answer.
import { createInterface, type Interface } from 'node:readline/promises';
import type { Io } from '../io.js';

/** Whether a person at a terminal says yes. Anything else, also the end of the input, is a no. */
export async function askYes(io: Io, question: string): Promise<boolean> {
  const reader = createInterface({ input: io.stdin, terminal: false });
  try {
    io.stderr.text(`${question} [y/N] `);
    for await (const line of reader) return /^y(es)?$/i.test(line.trim());
    return false;
  } finally {
    reader.close();
  }
}

/** Several questions in a row. */
export class Dialogue {
  readonly #io: Io;
  readonly #reader: Interface;
  readonly #lines: AsyncIterator<string>;

  constructor(io: Io) {
    this.#io = io;
    this.#reader = createInterface({ input: io.stdin, terminal: false });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** The answer, or where nothing is typed what is usual; asks again while `wrong` has something to say. `null`: the input ended. */
  async ask(
    question: string,
    usual: string,
    wrong: (answer: string) => string | null,
  ): Promise<string | null> {
    for (;;) {
      this.#io.stderr.text(`${question} [${usual}] `);
      const { done, value } = await this.#lines.next();
      if (done === true) return null;
      const answer = value.trim() || usual;
      const problem = wrong(answer);
      if (problem === null) return answer;
      this.#io.stderr.lines([`  ${problem}`]);
    }
  }

  close(): void {
    this.#reader.close();
  }
}

// A question that only a person can answer.
import { createInterface } from 'node:readline/promises';
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

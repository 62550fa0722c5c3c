// `--color[=always|never|auto]`, which every command takes, anywhere on its line.
import type { Io } from '../io.js';
import { COLOURS, type Colour, Output } from '../output.js';

export interface Coloured {
  readonly io: Io;
  /** The line without it. */
  readonly words: readonly string[];
}

/** What the words say about colours; of several the last one counts. What is none stays on the line, to be refused with the rest of it. */
export function inColour(argv: readonly string[], io: Io): Coloured {
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  const words: string[] = [];
  let colour: Colour | null = null;
  for (let at = 0; at < own.length; at += 1) {
    const word = own[at] ?? '';
    const stated = COLOURS.find((one) => word === `--color=${one}`);
    if (stated !== undefined) colour = stated;
    else if (word === '--no-color') colour = 'never';
    else if (word === '--color') {
      const next = COLOURS.find((one) => one === own[at + 1]);
      if (next !== undefined) at += 1;
      colour = next ?? 'always';
    } else words.push(word);
  }
  if (colour === null) return { io, words: argv };
  return { io: withColour(io, colour), words: [...words, ...argv.slice(own.length)] };
}

/** Streams are made when they are used, here too. */
const withColour = (io: Io, colour: Colour): Io => ({
  get stdin() {
    return io.stdin;
  },
  get stdout() {
    return new Output(io.stdout.stream, colour);
  },
  get stderr() {
    return new Output(io.stderr.stream, colour);
  },
  env: io.env,
  cwd: io.cwd,
  ...(io.interruption === undefined ? {} : { interruption: io.interruption }),
  ...(io.caller === undefined ? {} : { caller: io.caller }),
});

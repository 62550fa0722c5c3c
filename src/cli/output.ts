// The way out: whatever people see of a command passes here, and nothing else writes to a terminal.
import type { Writable } from 'node:stream';
import { shown, shownBlock, shownJson } from '../text/index.js';

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** When colours are shown. `auto`: where a person looks at a terminal, unless the environment says otherwise. */
export type Colour = (typeof COLOURS)[number];
export const COLOURS = ['always', 'auto', 'never'] as const;

/** Standard output or standard error, as commands use it. */
export class Output {
  /** For who must know when it is full or closed, or talks to a program; never for writing to people. */
  readonly stream: Stream;
  readonly colour: Colour;
  /** Completes the commands in what people read, so that they work when they are pasted. */
  readonly hint: (text: string) => string;

  constructor(stream: Stream, colour: Colour = 'auto', hint = (text: string): string => text) {
    this.stream = stream;
    this.colour = colour;
    this.hint = hint;
  }

  /** The same stream, for a call whose options belong to the commands that it prints. */
  hinting(hint: (text: string) => string): Output {
    return new Output(this.stream, this.colour, hint);
  }

  get isTTY(): boolean {
    return this.stream.isTTY === true;
  }

  get columns(): number {
    // A terminal that does not know its width says 0.
    return this.stream.columns || 80;
  }

  /** For people. Each is one line, whatever stands in it. `false`: the reader is slower than the writer. */
  lines(lines: readonly string[]): boolean {
    return this.data(lines.map((line) => `${rendered(this.hint(line), shown)}\n`).join(''));
  }

  /** For people: a text with its own lines. */
  text(text: string): boolean {
    return this.data(rendered(text, shownBlock));
  }

  /** For people, on a terminal: instead of what stands on the line so far. */
  over(line: string): boolean {
    return this.data(`\r${rendered(line, shown)}\u001b[K`);
  }

  /** For people, on a terminal: takes away all that stands there. */
  clear(): boolean {
    return this.data('\u001b[H\u001b[2J\u001b[3J');
  }

  /** For programs and people alike. */
  json(value: unknown, indent = 2): boolean {
    return this.data(`${shownJson(JSON.stringify(value, null, indent))}\n`);
  }

  /** For programs: exactly this. */
  data(text: string): boolean {
    return this.stream.write(text);
  }
}

/**
 * Colours are marks in a text until it goes out. A mark holds a secret of this process, so that no text from elsewhere can be
 * taken for one.
 */
let marks: { readonly secret: string; readonly pattern: RegExp } | null = null;

export function painted(text: string, on: number, off: number): string {
  marks ??= newMarks();
  return `\0${marks.secret};${on}m${text}\0${marks.secret};${off}m`;
}

function newMarks(): NonNullable<typeof marks> {
  const secret = crypto.randomUUID();
  return { secret, pattern: new RegExp(`\\x00${secret};(\\d+)m`) };
}

function rendered(text: string, show: (text: string) => string): string {
  if (marks === null) return show(text);
  return text
    .split(marks.pattern)
    .map((part, index) => (index % 2 === 0 ? show(part) : `\u001b[${part}m`))
    .join('');
}

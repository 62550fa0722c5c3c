// What a person sees of a text: colours where they are wanted, lines of its width, short paths.

import { sep } from 'node:path';
import { shownBlock } from '../../text/index.js';
import type { Io } from '../io.js';
import { type Colour, painted } from '../output.js';

type Paint = (text: string) => string;

export interface Screen {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly width: number;
  /** A person looks at it; otherwise a program or a file reads, and lines stay whole. */
  readonly isTerminal: boolean;
  /** Text from elsewhere on one line, whole. */
  line(text: string): string;
  /** A sentence of ours: paths below the project are shown without it. */
  short(text: string): string;
  /** Commands in a text with the options of the present call, so that they speak of the same hooks. */
  hint(text: string): string;
}

/** What the stdout of a command can show. */
export const screenOf = (io: Io, projectDir: string): Screen => screenFor(io.stdout, io.env, projectDir);

type Env = Readonly<Record<string, string | undefined>>;

interface Shown {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly colour?: Colour;
  readonly hint?: (text: string) => string;
}

/** What an output stream can show. Paths below the project are shown without it. */
export function screenFor(stream: Shown, env: Env, projectDir: string): Screen {
  const colours = hasColours(stream, env);
  const paint = (on: number, off: number): Paint =>
    colours ? (text) => painted(text, on, off) : (text) => text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    isTerminal: stream.isTTY === true,
    width: Math.max(60, Math.min(stream.columns ?? 80, 120)),
    line: oneLine,
    short: (text) => withoutFolder(text, projectDir, ''),
    hint: (text) => stream.hint?.(text) ?? text,
  };
}

/** The command line decides, then `FORCE_COLOR`, then `NO_COLOR`, as Node itself has it, then what the stream is. */
function hasColours({ isTTY, colour = 'auto' }: Shown, env: Env): boolean {
  if (colour !== 'auto') return colour === 'always';
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

/** Blanks inside of a line may mean something, as in a pattern of sed; only the ends of lines are brought together. */
const oneLine = (text: string): string =>
  shownBlock(text)
    .replace(/[ \t]*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .trim();

/** A command in a sentence. It is there to be copied, so it stands on one line. */
const COMMAND = /`amplifier-hooks [^`]*`/g;
/** Spelled out in every text, so it stands in none. */
const JOINED = '\0';

/**
 * Text in lines of the width of the screen, as far as its words allow; nothing of it is cut. The first line is indented by
 * `indent`, further ones by `further`.
 */
export function wrap(screen: Screen, text: string, indent: number, further: number = indent): string[] {
  const words = screen
    .hint(screen.line(text))
    .replace(COMMAND, (command) => command.replaceAll(' ', JOINED))
    .split(' ');
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of words) {
    const room = screen.width - (lines.length === 0 ? indent : further);
    if (line !== null && line.trim() !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === null ? word : `${line} ${word}`;
  }
  return [...lines, line ?? ''].map(
    (each, index) => `${' '.repeat(index === 0 ? indent : further)}${each.replaceAll(JOINED, ' ').trimEnd()}`,
  );
}

/** Narrower columns of text are hard to read. */
const NARROWEST = 24;

/**
 * A text behind what stands before it, which takes `width` columns; further lines begin below the text, or where that
 * leaves no room, all of it stands below, a little indented.
 */
export function beside(screen: Screen, lead: string, width: number, text: string): string[] {
  const isShort = width + screen.line(text).length <= screen.width;
  if (!isShort && screen.width - width < NARROWEST) return [lead.trimEnd(), ...wrap(screen, text, LITTLE)];
  const [first = '', ...rest] = wrap(screen, text, width);
  return [`${lead}${first.slice(width)}`.trimEnd(), ...rest];
}

const LITTLE = 7;

export interface Places {
  readonly projectDir: string;
  readonly home: string;
}

/** Below the project relative to it, below the home directory with `~`, otherwise whole. */
export function shortPath(path: string, { projectDir, home }: Places): string {
  if (path.startsWith(projectDir + sep)) return path.slice(projectDir.length + 1);
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** The same for every path in a sentence. */
export const shortPaths = (text: string, { projectDir, home }: Places): string =>
  withoutFolder(withoutFolder(text, projectDir, ''), home, `~${sep}`);

/** Only where a path begins: `/some/app/.env` is not below `/app`. */
function withoutFolder(text: string, folder: string, instead: string): string {
  const whole = folder.endsWith(sep) ? folder : folder + sep;
  if (whole === sep || !text.includes(whole)) return text;
  return text
    .split(whole)
    .reduce((shown, part) => `${shown}${/[\w.~/\\-]$/.test(shown) ? whole : instead}${part}`);
}

// Colours, where a person looks at a terminal or wants them.

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
  /** Text from elsewhere as it will be shown, on one line, cut to a width. */
  line(text: string, width: number): string;
}

/** What the stdout of a command can show. */
export const screenOf = (io: Io, projectDir: string): Screen => screenFor(io.stdout, io.env, projectDir);

type Env = Readonly<Record<string, string | undefined>>;

interface Shown {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly colour?: Colour;
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
    line: (text, width) => oneLine(text.replaceAll(`${projectDir}/`, ''), width),
  };
}

/** The command line decides, then `FORCE_COLOR`, then `NO_COLOR`, as Node itself has it, then what the stream is. */
function hasColours({ isTTY, colour = 'auto' }: Shown, env: Env): boolean {
  if (colour !== 'auto') return colour === 'always';
  const forced = env['FORCE_COLOR'] ?? '';
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

function oneLine(text: string, width: number): string {
  const flat = shownBlock(text).replace(/\s+/g, ' ').trim();
  if (flat.length <= width) return flat;
  // Half a character is none.
  return `${flat.slice(0, Math.max(0, width - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Text from elsewhere in lines of the width of the screen, as far as its words allow. The first line is indented by
 * `indent`, further ones by `further`.
 */
export function wrap(screen: Screen, text: string, indent: number, further: number = indent): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of screen.line(text, Number.POSITIVE_INFINITY).split(' ')) {
    const room = screen.width - (lines.length === 0 ? indent : further);
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each, index) => `${' '.repeat(index === 0 ? indent : further)}${each}`);
}

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
  text.replaceAll(projectDir + sep, '').replaceAll(home + sep, `~${sep}`);

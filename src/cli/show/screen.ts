// Colours, only where a person looks at a terminal.
import { shownBlock } from '../../text/index.js';
import { painted } from '../output.js';

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

/** What an output stream can show; `NO_COLOR` is honoured. Paths below the project are shown without it. */
export function screenFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>,
  projectDir: string,
): Screen {
  const colours = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
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

function oneLine(text: string, width: number): string {
  const flat = shownBlock(text).replace(/\s+/g, ' ').trim();
  if (flat.length <= width) return flat;
  // Half a character is none.
  return `${flat.slice(0, Math.max(0, width - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

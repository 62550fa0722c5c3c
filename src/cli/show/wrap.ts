// Long sentences in several lines.
import type { Screen } from './screen.js';

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

// What is wrong with a connection.
import type { Finding } from '../../connect/index.js';
import { type Places, type Screen, shortPath, shortPaths, wrap } from './screen.js';

export const showFinding = (
  { file, line, message, fix }: Finding,
  screen: Screen,
  places: Places,
  indent = 0,
): string[] => {
  const where = `${shortPath(file, places)}${line === null ? '' : `:${line}`}`;
  return [
    ...wrap(screen, `${where}: ${shortPaths(message, places)}`, indent, indent + 2),
    ...wrap(screen, `fix: ${shortPaths(fix, places)}`, indent + 2, indent + 4),
  ];
};

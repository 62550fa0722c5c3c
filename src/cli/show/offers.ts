// Hooks of other tools, with the commands that take them over.
import type { Offer } from '../work/elsewhere.js';
import { type Places, type Screen, shortPaths, wrap } from './screen.js';

export function showOffers(offers: readonly Offer[], screen: Screen, places: Places): readonly string[] {
  if (offers.length === 0) return [];
  return [
    '',
    'Other tools have hooks that are not read here. Take them over:',
    ...offers.flatMap(({ what, commands }) => [
      ...wrap(screen, shortPaths(what, places), 2, 4),
      // Whole, however long: they are there to be copied.
      ...commands.map((command) => `      ${screen.line(command)}`),
    ]),
    ...(offers.some(({ tool }) => tool === 'claude')
      ? ['', 'The option --claude-settings reads settings of Claude Code where they are.']
      : []),
  ];
}

// The administrator's policy, for a person.
import { demandInWords } from '../../config/index.js';
import type { PolicyBounds, PolicyInForce } from '../../nouns.js';
import { beside, type Places, type Screen, shortPath, shortPaths, wrap } from './screen.js';

/** The lines about a policy; none where there is none. */
export function showPolicy(policy: PolicyInForce, screen: Screen, places: Places): string[] {
  const { files, trust, sources, handlerTypes, demands } = policy;
  const shut = showShut(policy, screen, places);
  if (files.length === 0 && shut.length === 0) return [];
  const bounds = (name: string, all: readonly PolicyBounds[]): string[] =>
    all.flatMap(({ allow, refuse }) => [
      ...(allow === null ? [] : [`  ${name} allowed: ${allow.join(', ') || 'none'}`]),
      ...(refuse.length === 0 ? [] : [`  ${name} refused: ${refuse.join(', ')}`]),
    ]);
  return [
    '',
    screen.bold('Policy of the administrator'),
    ...files.map((file) => `  ${shortPath(file, places)}`),
    ...(trust === null ? [] : [`  trust ${trust}`]),
    ...bounds('sources', sources),
    ...bounds('handler types', handlerTypes),
    ...demands.flatMap((demand) => {
      const state = demand.unmet === null ? screen.green('there  ') : screen.red('missing');
      return beside(screen, `  ${state} `, 10, demandInWords(demand));
    }),
    ...shut,
  ];
}

/** Which events are denied before any hook is asked, and why. */
export function showShut({ shut }: PolicyInForce, screen: Screen, places: Places): string[] {
  const reasons = new Set(Object.values(shut));
  return [...reasons].flatMap((reason) => {
    const events = Object.entries(shut).flatMap(([event, why]) => (why === reason ? [event] : []));
    return [
      screen.red(`  Denied without asking any hook: ${events.join(', ')}`),
      ...wrap(screen, shortPaths(reason, places), 4),
    ];
  });
}

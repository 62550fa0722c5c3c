// Hooks in other agents, for a person: a table where it fits, otherwise a list.
import type { HookInHost, HookPorts } from '../../explain/index.js';
import type { Hook } from '../../nouns.js';
import type { Ported, PortedBy } from '../../portability/index.js';
import { plural } from '../../text/index.js';
import { type Screen, wrap } from './screen.js';

type Verdict = Ported['verdict'];

const MARKS: Readonly<Record<Verdict, string>> = { same: '=', degraded: '~', lost: '–' };
const PAINT = { same: 'green', degraded: 'yellow', lost: 'red' } as const;
const VERDICTS: readonly Verdict[] = ['same', 'degraded', 'lost'];
const UNMEASURED = '?';

const HOW: Readonly<Record<PortedBy, string>> = {
  dispatch: 'Through amplifier-hooks (`amplifier-hooks dispatch --host <agent>`)',
  own: 'As an entry of the agent’s own configuration (`amplifier-hooks migrate --to <agent>`)',
};

/** Every hook in every agent. */
export function showPorts(
  ports: readonly HookPorts[],
  nameOf: (hook: Hook) => string,
  by: PortedBy,
  screen: Screen,
): string[] {
  const [first] = ports;
  if (first === undefined) return ['No hook is shown.'];
  const names = ports.map(({ hook }) => screen.line(nameOf(hook)));
  const column = Math.max(...names.map(({ length }) => length)) + 2;
  const hosts = first.hosts.map(({ host }) => host);
  const fits = 2 + column + hosts.reduce((sum, host) => sum + host.length + 2, 0) <= screen.width;
  const events = [...new Set(ports.map(({ hook }) => hook.event))];
  const rowsOf = (event: string): string[] =>
    ports.flatMap((one, index) => {
      if (one.hook.event !== event) return [];
      const name = names[index] ?? '';
      return fits ? [row(name, one, column, by, screen)] : listed(name, one, by, screen);
    });
  const heading = `${' '.repeat(column + 2)}${hosts.join('  ')}`;
  return [
    ...wrap(screen, `${HOW[by]}:`, 0),
    '',
    ...(fits ? [screen.dim(heading)] : []),
    ...events.flatMap((event) => [screen.bold(event), ...rowsOf(event)]),
    '',
    ...legend(ports, by, fits, screen),
  ];
}

function row(name: string, { hosts }: HookPorts, column: number, by: PortedBy, screen: Screen): string {
  const cells = hosts.map((one) => {
    const { verdict, measured } = one[by];
    const mark = `${MARKS[verdict]}${measured ? '' : UNMEASURED}`;
    return screen[PAINT[verdict]](mark) + ' '.repeat(one.host.length + 2 - mark.length);
  });
  return `  ${name.padEnd(column)}${cells.join('')}`.trimEnd();
}

/** Agents by what becomes of a hook in them. */
function listed(name: string, { hosts }: HookPorts, by: PortedBy, screen: Screen): string[] {
  const shown = (one: HookInHost): string => `${one.host}${one[by].measured ? '' : UNMEASURED}`;
  return [
    ...wrap(screen, name, 2, 4),
    ...VERDICTS.flatMap((verdict) => {
      const own = hosts.filter((one) => one[by].verdict === verdict);
      return own.length === 0 ? [] : wrap(screen, `${verdict}: ${own.map(shown).join(', ')}`, 4, 6);
    }),
  ];
}

function legend(ports: readonly HookPorts[], by: PortedBy, isTable: boolean, screen: Screen): string[] {
  const marks = VERDICTS.map((verdict) => `${MARKS[verdict]} ${verdict}`).join('   ');
  const isUnmeasured = ports.some(({ hosts }) => hosts.some((one) => !one[by].measured));
  const unmeasured = `${UNMEASURED} not measured, only read in documents`;
  const parts = [...(isTable ? [marks] : []), ...(isUnmeasured ? [unmeasured] : [])];
  return [
    ...(parts.length === 0 ? [] : wrap(screen, parts.join('   '), 0)),
    ...wrap(screen, `${plural(ports.length, 'hook')}.${exampleOf(ports, by)}`, 0),
  ];
}

/** How to ask for the reasons, by the first hook that has any. */
function exampleOf(ports: readonly HookPorts[], by: PortedBy): string {
  const [example] = ports.flatMap(({ hook, hosts }) => {
    const one = hosts.find((host) => host[by].verdict !== 'same');
    return one === undefined ? [] : [`explain --host ${one.host} ${hook.id}`];
  });
  return example === undefined ? '' : ` Why: \`amplifier-hooks ${example}\``;
}

/** One hook in one agent, with all reasons. */
export function showPort(name: string, hook: Hook, one: HookInHost, screen: Screen): string[] {
  const title = `${name} in ${one.title}`;
  const when = `${hook.event} ${hook.matcher ?? '*'}`;
  return [
    ...wrap(screen, `${screen.bold(title)}  ${when}`, 0, 2),
    ...verdictLines('through amplifier-hooks', one.dispatch, screen),
    ...verdictLines('in its own configuration', one.own, screen),
  ];
}

function verdictLines(how: string, { verdict, reasons, measured }: Ported, screen: Screen): string[] {
  return [
    `  ${how}: ${screen[PAINT[verdict]](verdict)}${measured ? '' : ' (not measured)'}`,
    ...reasons.flatMap((reason) => wrap(screen, `${reason}.`, 4, 6)),
  ];
}

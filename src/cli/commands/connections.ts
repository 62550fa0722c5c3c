// `connections`: which agents run our hooks, where that is said, and whether it works.
import { type Around, allHosts, type Connection, type HostStatus, statusOf } from '../../connect/index.js';
import { plural } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { showFinding } from '../show/findings.js';
import { type Screen, screenOf, shortPath, shortPaths, wrap } from '../show/screen.js';
import { agentOf, aroundOf, findingJson, nameOf, withProblems } from '../work/connecting.js';
import { needsOfHooks } from '../work/own-hooks.js';
import { ownProgram } from '../work/own-program.js';
import { probeConnection, type Tried } from '../work/probe-connection.js';

export const connections: CommandModule = {
  define(command) {
    command
      .option('--probe [host]', 'ask as the connected hosts would, and see whether they are stopped')
      .option('--json', 'one object for programs')
      .option('--project <dir>', 'the project (default: the one around)')
      .option('--home <dir>', 'the home directory (default: yours)')
      .addHelpText(
        'after',
        `
Reads the files of every agent that can be connected, yours and those of the
project, and changes nothing.

--probe takes our command from the agent's own file, starts it as the agent does,
and asks about a call of its shell, amplifier-hooks-probe, that is always denied:
the answer must be the denial that this agent obeys. No hook is run for it. Codex
is asked itself whether it trusts the hooks.

Exit codes: 0 everything is as it should be; 1 something is not.

Examples:
  amplifier-hooks connections
  amplifier-hooks connections --probe
  amplifier-hooks connections --probe codex`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

interface Row {
  readonly status: HostStatus;
  /** What was tried, in the order of connections; `null`: nothing was. */
  readonly tried: readonly (readonly Tried[])[] | null;
}

async function run(call: Call): Promise<number> {
  const { io, options } = call;
  const around = aroundOf(call);
  const only = textFlag(options, 'probe');
  const probes = only !== null || flag(options, 'probe');
  const meant = only === null ? null : agentOf(only);
  const wanted = { needs: needsOfHooks(call), program: ownProgram(io) };
  const rows: Row[] = [];
  for (const host of await allHosts()) {
    if (meant !== null && host.name !== meant) continue;
    const status = await statusOf(host, around, wanted);
    const tried: (readonly Tried[])[] = [];
    if (probes) for (const one of status.connections) tried.push(await probeConnection(status, one, around));
    rows.push({ status, tried: probes ? tried : null });
  }
  if (meant !== null && rows.every(({ status }) => status.connections.length === 0))
    throw new UserError(`${meant} is not connected`, `\`amplifier-hooks connect ${meant}\``);
  if (flag(options, 'json')) printJson(io, { project: around.projectDir, hosts: rows.map(rowJson) });
  else print(io, shown(rows, screenOf(io, around.projectDir), around));
  return rows.every(isFine) ? EXIT.fine : EXIT.problem;
}

const isFine = ({ status, tried }: Row): boolean =>
  status.findings.every(({ kind }) => kind === 'note') &&
  status.connections.every(({ state, trust }) => state === 'connected' && trust !== 'missing') &&
  (tried ?? []).every((all) => all.every(({ ok }) => ok));

function shown(rows: readonly Row[], screen: Screen, around: Around): string[] {
  const isShown = ({ connections: all, findings, program }: HostStatus): boolean =>
    all.length > 0 || findings.some(({ kind }) => kind !== 'note' || program !== null);
  const connected = rows.filter(({ status }) => isShown(status));
  const others = rows.filter((row) => !connected.includes(row));
  const here = others.filter(({ status }) => status.program !== null);
  const away = others.filter(({ status }) => status.program === null);
  return [
    ...connected.flatMap((row) => [...rowLines(row, screen, around), '']),
    ...(connected.length === 0 ? ['No agent is connected.'] : []),
    ...(here.length === 0 ? [] : ['Installed, and not connected:']),
    ...here.map(({ status: { host } }) => `  ${nameOf(host)}: \`amplifier-hooks connect ${host.name}\``),
    ...(away.length === 0
      ? []
      : wrap(screen, `Not on PATH: ${away.map(({ status }) => status.host.name).join(', ')}`, 0, 2)),
  ];
}

const STATES: Readonly<Record<Connection['state'], string>> = {
  connected: 'up to date',
  incomplete: 'incomplete',
  outdated: 'out of date',
  broken: 'cannot be read',
};

function rowLines({ status, tried }: Row, screen: Screen, around: Around): string[] {
  const { host, program, connections: all, findings } = status;
  const away = program === null ? `  ${screen.dim('not on PATH')}` : '';
  return [
    `${screen.bold(nameOf(host))}${away}`,
    ...all.flatMap((one, index) => [
      ...connectionLines(one, host.name, screen, around),
      ...(tried?.[index] ?? []).flatMap((each) => triedLines(each, screen, around)),
    ]),
    ...findings.flatMap((finding) => showFinding(finding, screen, around, 2)),
  ];
}

function connectionLines(one: Connection, name: string, screen: Screen, around: Around): string[] {
  const { scope, place, line, state, events, missing, trust, steps } = one;
  const where = `${shortPath(place, around)}${line === null ? '' : `:${line}`}`;
  const good = state === 'connected' && trust !== 'missing';
  const paint = good ? screen.green : screen.yellow;
  const trusted = trust === 'prepared' ? ', trusted' : trust === 'missing' ? ', not trusted' : '';
  return [
    `  ${scope}  ${where}  ${paint(`${STATES[state]}${trusted}`)}  ${screen.dim(plural(events, 'hook'))}`,
    ...(missing.length === 0 ? [] : wrap(screen, `missing: ${missing.join(', ')}`, 4, 6)),
    ...steps.flatMap((step) => wrap(screen, `- ${shortPaths(step, around)}`, 4, 6)),
    ...(state === 'connected' ? [] : [`    fix: \`amplifier-hooks connect ${name} --scope ${scope}\``]),
  ];
}

function triedLines({ what, ok, seen, fix }: Tried, screen: Screen, around: Around): string[] {
  const mark = ok ? screen.green('ok') : screen.red('FAIL');
  return [
    ...wrap(screen, `${mark} ${shortPaths(what, around)}`, 4, 9),
    ...(seen === null ? [] : wrap(screen, `seen: ${shortPaths(seen, around)}`, 9, 11)),
    ...(fix === null ? [] : wrap(screen, `fix: ${shortPaths(fix, around)}`, 9, 11)),
  ];
}

const rowJson = ({ status: { host, program, connections: all, findings }, tried }: Row) => ({
  host: host.name,
  title: host.title,
  program,
  connections: all.map(({ scope, place, line, state, events, missing, trust, steps }, index) => ({
    scope,
    place,
    line,
    state,
    events,
    missing,
    trust,
    steps,
    probe: tried?.[index] ?? null,
  })),
  findings: findings.map(findingJson),
});

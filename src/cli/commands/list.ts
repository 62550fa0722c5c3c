// `list`: every hook with its event, matcher, what it runs, where it comes from and its state.

import { readGeneration, type Settled } from '../../engine/index.js';
import { EVENT_NAMES, findEventRow } from '../../events/index.js';
import {
  HOOK_STATES,
  type HookState,
  type Item,
  inventory,
  pluginInventory,
  portsOf,
} from '../../explain/index.js';
import { shortName } from '../../hook-name.js';
import { type LastResult, lastResults, wouldInWords } from '../../journal/index.js';
import type { Generation, Severity } from '../../nouns.js';
import { PORTED_BY, type PortedBy } from '../../portability/index.js';
import { momentOf, plural, similarName } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { journalPlace } from '../options/journal-flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { budgetInWords } from '../show/budget.js';
import { namesOf } from '../show/names.js';
import { showOffers } from '../show/offers.js';
import { showPlugins } from '../show/plugins.js';
import { showShut } from '../show/policy.js';
import { showPorts } from '../show/ports.js';
import { loadProblems } from '../show/problems.js';
import { reviewed } from '../show/review.js';
import type { Screen } from '../show/screen.js';
import { beside, type Places, screenOf, shortPath, shortPaths, wrap } from '../show/screen.js';
import type { Offer } from '../work/elsewhere.js';
import { withProblems } from '../work/install-tools.js';

export const list: CommandModule = {
  define(command) {
    command
      .option('--event <name>', 'only hooks of this event')
      .option('--owner <name>', 'only hooks of this plugin, skill or agent')
      .addOption(
        command.createOption('--state <state>', 'only hooks in this state').choices([...HOOK_STATES]),
      )
      .option('--plugins', 'plugins instead of hooks: where each comes from, and whether it is as it was')
      .addOption(
        command
          .createOption('--hosts [how]', 'what becomes of each hook in other agents, and why')
          .choices([...PORTED_BY])
          .preset('dispatch'),
      )
      .option('--json', 'one object for programs');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
States:
  armed                runs when its event comes and its matcher selects
  observing            runs, and what it says counts for nothing; see report
  disabled             switched off: by disable, a setting, or its own file
  not-allowed          kept out by an option of the host or by the administrator
  untrusted            not approved, changed since, or refused; see trust
  handler-not-allowed  its event cannot be served by its type
  quarantined          set aside, because it cannot be understood

In other agents (--hosts), through amplifier-hooks, or with --hosts own as an
entry of the agent's own configuration:
  same      as in Claude Code
  degraded  it runs; something that it may ask for is done otherwise, or not
  lost      it never runs, or what it forbids happens all the same

Examples:
  amplifier-hooks list
  amplifier-hooks list --event PreToolUse --state armed
  amplifier-hooks list --plugins
  amplifier-hooks list --hosts
  amplifier-hooks list --json`,
    );
  },

  async run(call) {
    const { io, options } = call;
    const settled = settledOptions(call);
    if (flag(options, 'plugins')) return withProblems(() => listPlugins(call, settled));
    const generation = readGeneration(settled);
    const how = PORTED_BY.find((name) => name === textFlag(options, 'hosts'));
    if (how !== undefined) return listHosts(call, settled, generation, how);
    const items = chosen(await inventory(generation, settled), call);
    const last = await lastResults(journalPlace(call));
    const problems = countProblems(generation);
    const elsewhere = isEmpty(generation) ? await offersOf(call, settled) : [];
    if (flag(options, 'json')) {
      printJson(io, {
        project: settled.projectDir,
        hooks: items.map((item) => ({ ...item, last: lastOf(item, last) })),
        problems,
        shut: generation.policy.shut,
        elsewhere,
      });
    } else {
      const screen = screenOf(io, settled.projectDir);
      print(io, [
        ...show(items, last, generation, screen, settled),
        ...(isEmpty(generation) || settled.projectDir === io.cwd
          ? []
          : [`The project is ${settled.projectDir}`]),
        ...showOffers(elsewhere, screen, settled),
      ]);
    }
    return EXIT.fine;
  },
};

const isEmpty = ({ hooks, quarantined }: Generation): boolean => hooks.length + quarantined.length === 0;

/** Loaded only where there is nothing else to show. */
const offersOf = async (call: Call, settled: Settled): Promise<readonly Offer[]> =>
  (await import('../work/elsewhere.js')).offers(call, settled);

/** Only hooks that take part have anything to lose. */
async function listHosts(
  call: Call,
  settled: Settled,
  generation: Generation,
  by: PortedBy,
): Promise<number> {
  const { io, options } = call;
  const meant = new Set(
    chosen(await inventory(generation, settled), call)
      .filter(({ state }) => state !== 'disabled' && state !== 'not-allowed')
      .map(({ id }) => id),
  );
  const ports = (await portsOf(generation, settled)).filter(({ hook }) => meant.has(hook.id));
  if (flag(options, 'json')) {
    const hooks = ports.map(({ hook: { id, event, matcher }, hosts }) => ({ id, event, matcher, hosts }));
    printJson(io, { project: settled.projectDir, hooks });
  } else {
    const screen = screenOf(io, settled.projectDir);
    print(io, showPorts(ports, namesOf(generation.hooks), by, screen));
  }
  return EXIT.fine;
}

async function listPlugins(call: Call, settled: Settled): Promise<number> {
  const { io, options } = call;
  const owner = textFlag(options, 'owner');
  const items = (await pluginInventory(settled)).filter(({ name }) => owner === null || name === owner);
  if (flag(options, 'json')) printJson(io, { plugins: items });
  else print(io, showPlugins(items, screenOf(io, settled.projectDir)));
  return EXIT.fine;
}

function chosen(items: readonly Item[], { options }: Call): readonly Item[] {
  const [event, owner, state] = ['event', 'owner', 'state'].map((name) => textFlag(options, name));
  const row = event === null || event === undefined ? null : findEventRow(event);
  if (row === undefined) {
    const meant = similarName(event ?? '', EVENT_NAMES);
    throw new UserError(
      `there is no event "${event}"`,
      meant === null ? 'docs/events.md lists them.' : `Did you mean ${meant}?`,
    );
  }
  return items.filter(
    (item) =>
      (row === null || item.event === row.name) &&
      (owner === null || item.owner === owner) &&
      (state === null || item.state === state),
  );
}

type Problems = Readonly<Record<Severity, number>>;

function countProblems({ diagnostics }: Generation): Problems {
  const count = (severity: Severity) => diagnostics.filter((one) => one.severity === severity).length;
  return { error: count('error'), warning: count('warning'), info: count('info') };
}

type Last = Awaited<ReturnType<typeof lastResults>>;

const lastOf = ({ id }: Item, last: Last): LastResult | null => (id === null ? null : (last.get(id) ?? null));

function show(
  items: readonly Item[],
  last: Last,
  generation: Generation,
  screen: Screen,
  places: Places,
): string[] {
  const titles = [...new Set(items.map(titleOf))].sort((a, b) => rank(a) - rank(b));
  const called = new Map(generation.hooks.map((hook) => [hook.id, shortName(hook)]));
  const nameOf = ({ id }: Item): string => (id === null ? '–' : (called.get(id) ?? ''));
  const groups = titles.flatMap((title) => {
    const own = items.filter((item) => titleOf(item) === title);
    return [
      screen.bold(title),
      ...own.flatMap((item) => showItem(item, screen.line(nameOf(item)), lastOf(item, last), screen, places)),
      '',
    ];
  });
  return [
    ...groups,
    ...summary(items, generation, places, screen),
    ...showShut(generation.policy, screen, places),
  ];
}

function titleOf({ event }: Item): string {
  if (event === null) return 'No event';
  return EVENT_NAMES.some((name) => name === event) ? event : `${event}, which is not an event`;
}

/** In the order of the event table; what is no event comes last. */
function rank(title: string): number {
  const names: readonly string[] = EVENT_NAMES;
  const place = names.indexOf(title);
  return place < 0 ? EVENT_NAMES.length : place;
}

function showItem(
  item: Item,
  name: string,
  last: LastResult | null,
  screen: Screen,
  places: Places,
): string[] {
  const { id, matcher, condition, runs, details, background, why, state, budget } = item;
  const when = [matcher ?? '*', ...(condition === null ? [] : [`if ${condition}`])].join('  ');
  const owner = item.owner === null ? '' : `, ${item.owner}`;
  const paint = PAINT[state] ?? 'yellow';
  const head = [name, ...(id === null ? [] : [`(${id})`])].join(' ');
  const from = `${shortPath(item.file, places)}:${item.line} (${item.scope}${owner})`;
  return [
    ...beside(
      screen,
      `  ${screen.bold(head)}  ${screen[paint](state)}  `,
      head.length + state.length + 6,
      runs === null ? '' : when,
    ),
    ...(runs === null
      ? []
      : reviewed(screen, `${background ? '(in the background) ' : ''}${runs}`, { indent: 4 })),
    ...details.flatMap((line) => reviewed(screen, shortPaths(line, places), { indent: 6 })),
    ...reviewed(screen, from, { indent: 4, paint: screen.dim }),
    ...(why === null ? [] : wrap(screen, shortPaths(why, places), 4)),
    ...(budget === null ? [] : wrap(screen, `budget: ${budgetInWords(budget)} a run`, 4)),
    ...(last === null ? [] : wrap(screen, `last: ${shortPaths(lastInWords(last), places)}`, 4, 6)),
  ];
}

function lastInWords(last: LastResult): string {
  const { at, outcome, exitCode, ms, verdict, failed, count, start } = last;
  const ended = exitCode === null ? (failed?.message ?? outcome) : `exit ${exitCode}`;
  const would = last.observed === true ? wouldInWords({ run: { verdict }, effects: [] }) : verdict;
  const said = failed !== null ? ['failed'] : verdict === 'nothing' ? [] : [would];
  const runs = `${plural(count, 'run')} recorded`;
  const how = start === undefined ? [] : [start.kind === 'cold' ? 'cold' : 'warm'];
  return [momentOf(at), ...said, `${Math.max(1, Math.round(ms))} ms`, ...how, runs, ended].join(', ');
}

const PAINT: Partial<Record<HookState, 'green' | 'dim' | 'red'>> = {
  // What runs and has no say is neither on nor off.
  observing: 'dim',
  armed: 'green',
  disabled: 'dim',
  quarantined: 'red',
};

function summary(
  items: readonly Item[],
  generation: Generation,
  { projectDir }: Places,
  screen: Screen,
): string[] {
  const everything = generation.hooks.length + generation.quarantined.length;
  if (everything === 0)
    return [
      `No hooks are configured for ${projectDir}`,
      '`amplifier-hooks config` shows where they are looked for; `amplifier-hooks init` makes one.',
      ...loadProblems(generation.diagnostics, screen),
    ];
  const counts = HOOK_STATES.map(
    (state) => [items.filter((item) => item.state === state).length, state] as const,
  )
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`);
  const left = everything - items.length;
  const rest = left === 0 ? '' : `; ${left} not shown`;
  return [
    `${plural(items.length, 'hook')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}${rest}`,
    ...loadProblems(generation.diagnostics, screen),
  ];
}

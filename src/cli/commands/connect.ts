// `connect <host>`: makes another agent run our hooks, by its own configuration.
import {
  byConnect,
  type ConnectOrder,
  type ConnectPlan,
  carryOut,
  hasChanges,
  hostNamed,
  planConnect,
} from '../../connect/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { type Places, screenOf, shortPath, wrap } from '../show/screen.js';
import {
  agentOf,
  aroundOf,
  changeJson,
  defineConnectFlags,
  scopeOf,
  showChanges,
  withProblems,
} from '../work/connecting.js';
import { ownProgram } from '../work/own-program.js';

export const connect: CommandModule = {
  define(command) {
    defineConnectFlags(command);
    command
      .option('--claude-settings', 'also run the hooks of Claude Code’s settings files there')
      .option('--dry-run', 'only show what would be written')
      .option('--json', 'one object for programs')
      .option('--project <dir>', 'the project (default: the one around)')
      .option('--home <dir>', 'the home directory (default: yours)')
      .addHelpText(
        'after',
        `
Writes the agent's own configuration, so that it asks amplifier-hooks at every
event it has: ~/.claude/settings.json, ~/.codex/hooks.json and so on. Hooks of
others, comments and the layout stay. Connecting again brings our entries up to
date, and changes nothing where they are. disconnect takes exactly them out.

In your own configuration the command is a script in ~/.amplifier/bin, whose
path stays the same over updates. In a project, whose files others have too, it
is amplifier-hooks, as found on PATH.

Examples:
  amplifier-hooks connect claude
  amplifier-hooks connect codex --scope project
  amplifier-hooks connect gemini --dry-run`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

async function run(call: Call): Promise<number> {
  const { io, args, options } = call;
  const around = aroundOf(call);
  const scope = scopeOf(call, around);
  const host = await hostNamed(agentOf(args[0] ?? ''));
  const words = flag(options, 'claudeSettings') ? ['--claude-settings'] : [];
  const order: ConnectOrder = {
    ...around,
    host,
    scope,
    program: ownProgram(io),
    words,
    watched: [],
    used: [],
  };
  const plan = await planConnect(order);
  if (plan === null) throw new UserError(`${host.title} reads no hooks of a project`, `Say --scope user.`);
  const dryRun = flag(options, 'dryRun');
  const changed = hasChanges(plan);
  if (!dryRun)
    await carryOut(plan.changes, { home: around.home, by: byConnect(host.name), now: () => new Date() });
  if (flag(options, 'json')) printJson(io, inJson(order, plan, dryRun));
  else print(io, shown(call, order, plan, { dryRun, changed }));
  return EXIT.fine;
}

function shown(
  { io }: Call,
  { host, scope, ...places }: ConnectOrder,
  { place, changes, events }: ConnectPlan,
  { dryRun, changed }: { readonly dryRun: boolean; readonly changed: boolean },
): string[] {
  const screen = screenOf(io, places.projectDir);
  const where = shortPath(place, places satisfies Places);
  if (!changed) return [`${host.title} is connected already: ${where} is as it should be.`];
  if (dryRun)
    return [...showChanges(changes, screen, places), '', 'Nothing was written. Without --dry-run it is.'];
  const undo = `amplifier-hooks disconnect ${host.name}${scope === 'user' ? '' : ` --scope ${scope}`}`;
  return [
    `${host.title} is connected: ${where}, ${events.length} events.`,
    ...(host.settings.trust.length === 0 ? [] : ['', 'Before its hooks run:']),
    ...host.settings.trust.flatMap((line) => wrap(screen, `- ${line}`, 2, 4)),
    `Undo: \`${undo}\``,
  ];
}

const inJson = ({ host, scope }: ConnectOrder, plan: ConnectPlan, dryRun: boolean) => ({
  host: host.name,
  scope,
  dryRun,
  place: plan.place,
  events: plan.events,
  changed: hasChanges(plan) && !dryRun,
  files: plan.changes.map(changeJson),
  trust: host.settings.trust,
});

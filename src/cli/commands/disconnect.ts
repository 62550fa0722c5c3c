// `disconnect <host>`: takes out of an agent's configuration what `connect` wrote, and nothing else.
import { carryOut, type DisconnectPlan, hasChanges, hostNamed, planDisconnect } from '../../connect/index.js';
import { plural } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { screenOf, shortPath } from '../show/screen.js';
import {
  agentOf,
  aroundOf,
  changeJson,
  defineConnectFlags,
  nameOf,
  scopeOf,
  showChanges,
  withProblems,
} from '../work/connecting.js';
import { refuseAgent } from '../work/person.js';
import { NOT_FOR_AGENTS } from '../work/switch-command.js';

export const disconnect: CommandModule = {
  define(command) {
    defineConnectFlags(command);
    command
      .option('--dry-run', 'only show what would change')
      .option('--json', 'one object for programs')
      .option('--project <dir>', 'the project (default: the one around)')
      .option('--home <dir>', 'the home directory (default: yours)')
      .addHelpText(
        'after',
        `
Where nobody else changed the file since, it is as it was before connect, to the
last character; a file that connect made goes. Else only our entries go.
${NOT_FOR_AGENTS}

Examples:
  amplifier-hooks disconnect claude
  amplifier-hooks disconnect codex --scope project --dry-run`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

async function run(call: Call): Promise<number> {
  const { io, args, options } = call;
  const around = aroundOf(call);
  const scope = scopeOf(call, around);
  const host = await hostNamed(agentOf(args[0] ?? ''));
  const plan = await planDisconnect({ ...around, host, scope });
  if (plan === null) throw new UserError(`${host.title} reads no hooks of a project`, 'Say --scope user.');
  const dryRun = flag(options, 'dryRun');
  if (!dryRun) refuseAgent(io);
  if (!dryRun)
    await carryOut(plan.changes, { home: around.home, by: `disconnect ${host.name}`, now: () => new Date() });
  if (flag(options, 'json'))
    printJson(io, {
      host: host.name,
      scope,
      dryRun,
      place: plan.place,
      removed: plan.removed,
      exact: plan.isExact,
      changed: hasChanges(plan) && !dryRun,
      files: plan.changes.map(changeJson),
    });
  else {
    const screen = screenOf(io, around.projectDir);
    const where = shortPath(plan.place, around);
    if (plan.removed === 0) print(io, [`${nameOf(host)} was not connected: nothing of ours is in ${where}.`]);
    else if (dryRun) print(io, [...showChanges(plan.changes, screen, around), '', 'Nothing was changed.']);
    else print(io, done(nameOf(host), where, plan));
  }
  return EXIT.fine;
}

const done = (title: string, where: string, { isExact, shared, moved }: DisconnectPlan): string[] => [
  `${title} is disconnected: ${where} is ${isExact ? 'as it was before' : 'without our entries; everything else in it stays'}.`,
  ...(moved === 0
    ? []
    : [
        `It trusts hooks by their place: start it and look under /hooks, since ${plural(moved, 'hook')} of others moved up.`,
      ]),
  ...shared.map((other) => `${other.title} reads the same file, and is disconnected with it.`),
];

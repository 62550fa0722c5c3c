// `connect <host>`: makes another agent run our hooks, by its own configuration.
import {
  byConnect,
  type ConnectOrder,
  type ConnectPlan,
  carryOut,
  claudeHooks,
  type HostStatus,
  hasChanges,
  hostNamed,
  isOfNpx,
  ourCommand,
  pathOf,
  planConnect,
  statusOf,
} from '../../connect/index.js';
import { plural } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { showFinding } from '../show/findings.js';
import { screenOf, shortPath, wrap } from '../show/screen.js';
import { type CodexCheck, codexCheck } from '../work/codex-check.js';
import {
  agentOf,
  aroundOf,
  changeJson,
  defineConnectFlags,
  findingJson,
  nameOf,
  scopeOf,
  showChanges,
  withProblems,
} from '../work/connecting.js';
import { needsOfHooks } from '../work/own-hooks.js';
import { ownProgram } from '../work/own-program.js';
import { agentSign, whyNobody } from '../work/person.js';

export const connect: CommandModule = {
  define(command) {
    defineConnectFlags(command);
    command
      .option('--claude-settings', 'also run the hooks of Claude Code’s settings files there')
      .option('--trust', 'let the host trust our hooks, where nobody sits at a terminal')
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

Codex runs only hooks whose hash its configuration has. At a terminal, or with
--trust, connect writes them too; never for an agent. What else a person must do
before hooks run is printed, and so is what would make them run twice.

Examples:
  amplifier-hooks connect claude
  amplifier-hooks connect codex --scope project
  amplifier-hooks connect gemini --claude-settings
  amplifier-hooks connect qwen --dry-run`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

interface Outcome {
  readonly order: ConnectOrder;
  readonly plan: ConnectPlan;
  readonly dryRun: boolean;
  readonly changed: boolean;
  readonly status: HostStatus;
  readonly check: CodexCheck | null;
}

async function run(call: Call): Promise<number> {
  const { io, options } = call;
  const order = await orderOf(call);
  const { host, home } = order;
  const plan = await planConnect(order);
  if (plan === null) throw new UserError(`${host.title} reads no hooks of a project`, 'Say --scope user.');
  const dryRun = flag(options, 'dryRun');
  const changed = hasChanges(plan);
  if (!dryRun) await carryOut(plan.changes, { home, by: byConnect(host.name), now: () => new Date() });
  const status = await statusOf(host, order, { program: order.program, needs: needsOfHooks(call) });
  const check = dryRun || plan.hashes.length === 0 ? null : await codexCheck(io, plan);
  const outcome = { order, plan, dryRun, changed, status, check };
  if (flag(options, 'json')) printJson(io, inJson(outcome));
  else {
    print(io, shown(call, outcome));
    complain(io, warnings(call, outcome));
  }
  return check?.kind === 'differs' ? EXIT.problem : EXIT.fine;
}

async function orderOf(call: Call): Promise<ConnectOrder> {
  const { io, args, options } = call;
  const around = aroundOf(call);
  const scope = scopeOf(call, around);
  const host = await hostNamed(agentOf(args[0] ?? ''));
  const claudeSettings = flag(options, 'claudeSettings');
  if (claudeSettings && host.name === 'claude')
    throw new UserError(
      'Claude Code runs the hooks of its settings files itself; with --claude-settings they would run twice',
      'Leave it out.',
    );
  const sign = agentSign(io);
  if (flag(options, 'trust') && sign !== null)
    throw new UserError(
      `--trust is a person's word, and an agent runs this command (${sign} is set)`,
      'Leave it out, and have a person say it at a terminal.',
    );
  const trusts = flag(options, 'trust') || whyNobody(io) === null;
  const words = claudeSettings ? ['--claude-settings'] : [];
  return { ...around, ...needsOfHooks(call)(scope), host, scope, program: ownProgram(io), words, trusts };
}

function shown({ io }: Call, { order, plan, dryRun, changed, status, check }: Outcome): string[] {
  const { host, scope } = order;
  const screen = screenOf(io, order.projectDir);
  const where = shortPath(plan.place, order);
  if (dryRun)
    return changed
      ? [...showChanges(plan.changes, screen, order), '', 'Nothing was written. Without --dry-run it is.']
      : [`${nameOf(host)} is connected already: ${where} is as it should be.`];
  const undo = `amplifier-hooks disconnect ${host.name}${scope === 'user' ? '' : ` --scope ${scope}`}`;
  const steps = status.connections.find((one) => one.scope === scope)?.steps ?? [];
  return [
    changed
      ? `${nameOf(host)} is connected: ${where}, ${plural(plan.events.length, 'event')}.`
      : `${nameOf(host)} is connected already: ${where} is as it should be.`,
    ...plan.shared.map((other) => `${other.title} reads the same file, and is connected by it too.`),
    ...(steps.length === 0 ? [] : ['Before its hooks run:']),
    ...steps.flatMap((step) => wrap(screen, `- ${step}`, 2, 4)),
    ...(plan.hashes.length > 0 && steps.length === 0 ? [trusted(check)] : []),
    ...(changed ? [`Undo: \`${undo}\``] : []),
  ];
}

const trusted = (check: CodexCheck | null): string =>
  check?.kind === 'same'
    ? 'Its hooks are trusted: Codex computes the same hashes.'
    : 'Its hooks are trusted by their hashes; Codex itself could not be asked.';

/** What would go wrong, or is missing. */
function warnings({ io }: Call, { order, status, check, dryRun }: Outcome): string[] {
  const { host, scope, program } = order;
  const screen = screenOf(io, order.projectDir);
  const left = hooksLeft(order);
  return [
    ...status.findings
      .filter(({ kind }) => kind === 'twice' || kind === 'note' || !dryRun)
      .flatMap((finding) => showFinding(finding, screen, order)),
    ...(check?.kind === 'differs'
      ? wrap(screen, `Codex will not run all of them: ${check.why}. Start it, and look under /hooks.`, 0, 2)
      : []),
    ...(check?.kind === 'unasked'
      ? wrap(screen, `Codex could not be asked whether its hashes are the same: ${check.why}.`, 0, 2)
      : []),
    ...(scope === 'user' && isOfNpx(program)
      ? wrap(
          screen,
          `${program.command} lies where npx keeps what it ran, and goes one day; then nothing is permitted any more. Install it: npm install -g amplifier-hooks`,
          0,
          2,
        )
      : []),
    ...(left === 0
      ? []
      : wrap(
          screen,
          `${plural(left, 'hook')} in the settings of Claude Code ${left === 1 ? 'does' : 'do'} not run in ${host.title}. To run them too: \`amplifier-hooks connect ${host.name} --scope ${scope} --claude-settings\``,
          0,
          2,
        )),
  ];
}

/** Hooks of Claude Code's settings that neither the host nor we run. */
function hooksLeft({ host, words, ...around }: ConnectOrder): number {
  if (host.name === 'claude' || words.includes('--claude-settings')) return 0;
  return ['~/.claude/settings.json', '.claude/settings.json', '.claude/settings.local.json']
    .filter((name) => !host.settings.claudeFiles.includes(name))
    .map((name) => pathOf(name, { moved: { variable: 'CLAUDE_CONFIG_DIR', folder: '~/.claude' } }, around))
    .filter((file, index, all) => all.indexOf(file) === index)
    .flatMap(claudeHooks)
    .filter(({ command }) => ourCommand(command) === null).length;
}

const inJson = ({ order, plan, dryRun, changed, status, check }: Outcome) => {
  const connection = status.connections.find(({ scope }) => scope === order.scope);
  return {
    host: order.host.name,
    scope: order.scope,
    dryRun,
    place: plan.place,
    events: plan.events,
    changed: changed && !dryRun,
    files: plan.changes.map(changeJson),
    trust: connection?.trust ?? null,
    steps: connection?.steps ?? [],
    checked: check?.kind ?? null,
    findings: status.findings.map(findingJson),
  };
};

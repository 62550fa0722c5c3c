// `migrate`: moves the hooks of another tool here, or ours to Claude Code or into the configuration of another agent; first says what becomes of each.
import type { Diagnostic } from '../../nouns.js';
import {
  type Backup,
  carryOut,
  HOST_NAMES,
  type HookReport,
  type HostName,
  hasHooks,
  isNative,
  type Journey,
  MIGRATE_SCOPES,
  type Plan,
  PluginProblem,
  planMigration,
  sourceFor,
  TARGET_NAMES,
  type TargetName,
  titleOf,
} from '../../plugins/migrate/index.js';
import { codeReader } from '../../validate/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, type Io, print, printJson, UserError } from '../io.js';
import { flag, loadOptions, textFlag } from '../options/flags.js';
import { countVerdicts, runsIn, showMigration } from '../show/migration.js';
import { showOffers } from '../show/offers.js';
import { type Places, screenFor, screenOf, shortPath, shortPaths, wrap } from '../show/screen.js';
import { askYes } from '../work/ask.js';
import { type Offer, offers } from '../work/elsewhere.js';
import { homeFor } from '../work/home.js';
import { definedIn, ownAct } from '../work/own-act.js';

export const migrate: CommandModule = {
  define(command) {
    command
      .addOption(
        command
          .createOption('--from <tool>', 'whose hooks are moved (default with --to: where there are some)')
          .choices([...HOST_NAMES]),
      )
      .addOption(
        command
          .createOption('--to <tool>', 'where they go (default: amplifier; from amplifier: claude)')
          .choices([...TARGET_NAMES]),
      )
      .addOption(
        command
          .createOption('--scope <scope>', 'the hooks of the project, or yours for all projects')
          .choices([...MIGRATE_SCOPES])
          .default('project'),
      )
      .option('--dry-run', 'only say what would become of every hook')
      .option('--yes', 'write without asking')
      .option('--json', 'one object for programs')
      .option('--project <dir>', 'the project (default: the one around)')
      .option('--home <dir>', 'the home directory (default: yours)')
      .addHelpText(
        'after',
        `
To another agent hooks go as entries of its own configuration: the agent runs the
commands itself. What it would not hear or do is a warning; a hook that would be
lost is not written.

What becomes of a hook:
  same     it moves as it is
  changed  it moves; what is written or meant differently is listed
  there    the target has it already, and it is not written twice
  cannot   it stays; why, and what to do about it

Nothing is taken away from the other tool, entries and comments of the target
stay, and the file as it was can be brought back with amplifier-hooks restore.
The exit code is 1 where a hook cannot be moved or a file cannot be read.

Examples:
  amplifier-hooks migrate --from claude --dry-run
  amplifier-hooks migrate --from gemini --scope user --yes
  amplifier-hooks migrate --from amplifier --to claude
  amplifier-hooks migrate --to codex --dry-run`,
      );
  },

  async run(call) {
    const { io, options } = call;
    const { from, journey } = orderOf(call);
    const json = flag(options, 'json');
    const places = { projectDir: journey.projectDir, home: journey.home };
    return explained(async () => {
      const plan = await planMigration(from, journey, codeReader(journey));
      tell(plan.report.diagnostics, io, places);
      const screen = screenOf(io, journey.projectDir);
      if (!json) print(io, showMigration(plan.report, screen, places));
      const dryRun = flag(options, 'dryRun');
      const backup =
        dryRun || plan.after === null || !(await isAgreed(call, plan, places))
          ? null
          : carryOut(plan, journey, new Date());
      if (json) printJson(io, inJson(plan, backup, dryRun));
      else {
        print(io, closing(plan, backup, dryRun, places));
        const meant = definedIn([plan.report.target]);
        if (backup !== null) print(io, ownAct(io, { projectDir: places.projectDir, meant }));
        print(io, alsoThere(call, from, journey));
        if (plan.report.hooks.length === 0)
          print(io, showOffers(others(call, from, journey), screen, places));
      }
      const { hooks, diagnostics } = plan.report;
      const left = plan.after !== null && backup === null && !dryRun;
      const failed =
        left ||
        hooks.some(({ verdict }) => verdict === 'cannot') ||
        diagnostics.some(({ severity }) => severity === 'error');
      return failed ? EXIT.problem : EXIT.fine;
    });
  },
};

function orderOf(call: Call): { readonly from: HostName; readonly journey: Journey } {
  const { options, io } = call;
  const load = loadOptions(call);
  const said = HOST_NAMES.find((name) => name === textFlag(options, 'from')) ?? null;
  const usual: TargetName = said === 'amplifier' ? 'claude' : 'amplifier';
  const to = TARGET_NAMES.find((name) => name === textFlag(options, 'to')) ?? null;
  if (said === null && to === null)
    throw new UserError('say whose hooks are moved, or where to', 'Such as --from gemini, or --to codex.');
  if (said !== null && said === to)
    throw new UserError(`the hooks of ${said} are there already`, `Say --to ${usual}.`);
  const scope = MIGRATE_SCOPES.find((name) => name === textFlag(options, 'scope')) ?? 'project';
  const home = homeFor(io, load.home);
  if (scope === 'project' && load.projectDir === home)
    throw new UserError(
      'this is your home directory, not a project',
      'Say --scope user, or go to a project.',
    );
  const journey = { to: to ?? usual, scope, projectDir: load.projectDir, home, env: io.env };
  return { from: said ?? sourceFor(journey), journey };
}

/** What there is in the other scope, or where another tool keeps its hooks. */
const others = (call: Call, from: HostName, journey: Journey): readonly Offer[] =>
  journey.to !== 'amplifier'
    ? []
    : offers(call, journey).filter(({ tool, scope }) => tool !== from || scope !== journey.scope);

/** Nobody said whose hooks are meant, and there are others that may be. */
function alsoThere(call: Call, from: HostName, journey: Journey): readonly string[] {
  const { options } = call;
  const other = from === 'amplifier' ? 'claude' : 'amplifier';
  if (textFlag(options, 'from') !== null || !isNative(journey.to) || !hasHooks(other, journey)) return [];
  const scope = journey.scope === 'project' ? '' : ` --scope ${journey.scope}`;
  return [
    `${titleOf(other)} has hooks too: \`amplifier-hooks migrate --from ${other} --to ${journey.to}${scope}\``,
  ];
}

/** The room's own problems are the user's to put right. */
export async function explained<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PluginProblem) throw new UserError(error.message, error.hint);
    throw error;
  }
}

function tell(diagnostics: readonly Diagnostic[], io: Io, places: Places): void {
  const screen = screenFor(io.stderr, io.env, places.projectDir);
  for (const { severity, message, file, line, column, hint } of diagnostics) {
    const where =
      file === null ? '' : `${shortPath(file, places)}${line === null ? '' : `:${line}:${column}`}: `;
    complain(io, [
      ...wrap(screen, `${where}${severity}: ${shortPaths(message, places)}`, 0, 2),
      ...(hint === null ? [] : wrap(screen, `fix: ${hint}`, 2, 4)),
    ]);
  }
}

async function isAgreed({ io, options }: Call, { report }: Plan, places: Places): Promise<boolean> {
  if (flag(options, 'yes')) return true;
  if (io.stdin.isTTY !== true || flag(options, 'json'))
    throw new UserError(
      'nothing was written, because there is nobody here to ask',
      'Say --yes to write, or --dry-run to see only the report.',
    );
  return askYes(io, `Write ${shortPath(report.target, places)}?`);
}

function closing({ report, after }: Plan, backup: Backup | null, dryRun: boolean, places: Places): string[] {
  const target = shortPath(report.target, places);
  if (backup !== null) return [`Written to ${target}`, `Undo: \`amplifier-hooks restore ${backup.id}\``];
  if (after === null) return ['Nothing has to be written.'];
  return dryRun ? [`Nothing was written. Without --dry-run ${target} is.`] : ['Nothing was written.'];
}

const inJson = ({ report, after }: Plan, backup: Backup | null, dryRun: boolean) => ({
  from: report.from,
  to: report.to,
  scope: report.scope,
  dryRun,
  target: report.target,
  wouldWrite: after !== null,
  written: backup !== null,
  backup: backup?.id ?? null,
  counts: countVerdicts(report.hooks),
  looked: report.looked,
  hooks: report.hooks.map(hookJson),
  left: report.left,
  notes: report.notes,
  diagnostics: report.diagnostics,
});

const hookJson = (report: HookReport): Readonly<Record<string, unknown>> => {
  const { verdict, found, to, differences, warnings, why, hint } = report;
  return {
    verdict,
    from: {
      file: found.file,
      line: found.line,
      column: found.column,
      event: found.event,
      matcher: found.group['matcher'] ?? found.hook['matcher'] ?? null,
      runs: runsIn(report),
    },
    to: to === null ? null : { event: to.event, ...to.group, hook: to.hook },
    differences,
    warnings,
    why,
    hint,
  };
};

// `restore [backup]`: lists the copies of files that were changed, and puts one back.
import {
  type Backup,
  backupsFolder,
  listBackups,
  planRestore,
  restore as putBack,
  type RestorePlan,
} from '../../plugins/migrate/index.js';
import { diffLines } from '../../text/index.js';
import type { CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag, loadOptions } from '../options/flags.js';
import { reviewedDiff } from '../show/review.js';
import type { Screen } from '../show/screen.js';
import { type Places, screenOf, shortPath } from '../show/screen.js';
import { homeFor } from '../work/home.js';
import { refuseAgent } from '../work/person.js';
import { NOT_FOR_AGENTS } from '../work/switch-command.js';
import { explained } from './migrate.js';

export const restore: CommandModule = {
  define(command) {
    command
      .argument('[backup]', 'which one: its id, the start of it, or "latest" (default: list them)')
      .option('--force', 'also where the file was edited since')
      .option('--dry-run', 'only show what would change')
      .option('--json', 'one object for programs')
      .option('--home <dir>', 'the home directory (default: yours)')
      .addHelpText(
        'after',
        `
Backups are made whenever migrate, connect, disconnect, promote or restore
changes a file. They are in ~/.amplifier/hooks-backups, for your eyes only. A
file that did not exist before is removed. What is there now is backed up first,
so that a restore can be undone too.
${NOT_FOR_AGENTS}

Examples:
  amplifier-hooks restore
  amplifier-hooks restore latest --dry-run
  amplifier-hooks restore 20260314T0915 --force`,
      );
  },

  async run(call) {
    const { args, options, io } = call;
    const load = loadOptions(call);
    const places = { projectDir: load.projectDir, home: homeFor(io, load.home) };
    const json = flag(options, 'json');
    const backups = listBackups(places.home);
    const [word] = args;
    if (word === undefined) {
      if (json) printJson(io, { folder: backupsFolder(places.home), backups });
      else print(io, showList(backups, places, screenOf(io, places.projectDir)));
      return EXIT.fine;
    }
    return explained(async () => {
      const plan = planRestore(places.home, chosen(backups, word));
      const dryRun = flag(options, 'dryRun');
      if (!dryRun) refuseAgent(io);
      const screen = screenOf(io, places.projectDir);
      if (!json) print(io, showPlan(plan, places, screen));
      const refused = plan.edited && !flag(options, 'force');
      const undo = dryRun || refused ? null : putBack(places.home, plan, new Date());
      if (json)
        printJson(io, {
          backup: plan.backup,
          edited: plan.edited,
          dryRun,
          restored: undo !== null,
          undo: undo?.id ?? null,
          diff: diffLines(plan.now ?? '', plan.restored ?? ''),
        });
      if (refused) {
        complain(io, [
          `amplifier-hooks: ${shortPath(plan.backup.file, places)} was edited since; it was not touched`,
          'Save what you need of it, then say --force. What is there now is backed up then.',
        ]);
        return EXIT.problem;
      }
      if (!json) print(io, closing(plan, undo, dryRun, places));
      return EXIT.fine;
    });
  },
};

function chosen(backups: readonly Backup[], word: string): Backup {
  const [latest] = backups;
  if (latest === undefined)
    throw new UserError(
      'there are no backups',
      'They are made when migrate, connect or promote changes a file.',
    );
  if (word === 'latest') return latest;
  const found = backups.filter(({ id }) => id === word || id.startsWith(word));
  const [only, ...others] = found;
  if (only === undefined)
    throw new UserError(`there is no backup "${word}"`, '`amplifier-hooks restore` lists them.');
  if (others.length > 0)
    throw new UserError(
      `"${word}" is the start of ${found.length} backups: ${found.map(({ id }) => id).join(', ')}`,
    );
  return only;
}

function showList(backups: readonly Backup[], places: Places, screen: Screen): string[] {
  if (backups.length === 0)
    return ['There are no backups. They are made when migrate, connect or promote changes a file.'];
  return [
    ...backups.flatMap((backup) => [
      `${screen.bold(backup.id)}  ${screen.line(shortPath(backup.file, places))}`,
      `  ${screen.line(`before ${backup.by}${backup.before === null ? ' (there was no such file)' : ''}`)}`,
    ]),
    '',
    '`amplifier-hooks restore <backup>` puts one back.',
  ];
}

const showPlan = ({ backup, now, restored }: RestorePlan, places: Places, screen: Screen): string[] => [
  screen.bold(shortPath(backup.file, places)),
  ...reviewedDiff(screen, now ?? '', restored ?? ''),
];

function closing(
  { backup, now, restored }: RestorePlan,
  undo: Backup | null,
  dryRun: boolean,
  places: Places,
): string[] {
  const file = shortPath(backup.file, places);
  if (now === restored) return [`${file} is as it was; there is nothing to do.`];
  if (dryRun || undo === null) return ['Nothing was changed.'];
  return [
    restored === null
      ? `${file} is removed, as it did not exist before.`
      : `${file} is as it was before ${backup.by}.`,
    `Undo: \`amplifier-hooks restore ${undo.id}\``,
  ];
}

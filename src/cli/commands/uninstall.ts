// `uninstall <name…>`: takes plugins away, exactly what was installed of them.
import { settle } from '../../engine/index.js';
import { type Removal, StateFileProblem, uninstall as takeAway } from '../../plugins/index.js';
import { plural } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { showProgress } from '../show/progress.js';
import type { Screen } from '../show/screen.js';
import { type Places, screenOf, shortPath, shortPaths, wrap } from '../show/screen.js';
import { defineScopeFlags, installedIn, placesFor, withProblems } from '../work/install-tools.js';
import { refuseAgent } from '../work/person.js';
import { NOT_FOR_AGENTS } from '../work/switch-command.js';

export const uninstall: CommandModule = {
  define(command) {
    command.argument('<name...>', 'the plugins to take away');
    defineScopeFlags(command, 'that of this project, or that for you in every project');
    command
      .option('--keep-data', 'keep what the plugin stored for itself')
      .option('--dry-run', 'only say what would go')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Files that you added to its folder stay, and are named. Installed files that you
changed are kept as a backup. What enable and disable wrote about it is forgotten.
${NOT_FOR_AGENTS}

Examples:
  amplifier-hooks uninstall hookify
  amplifier-hooks uninstall hookify --keep-data --dry-run`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

async function run(call: Call): Promise<number> {
  const { io, options, args } = call;
  const places = placesFor(call);
  const { request } = settle({ ...places, env: io.env });
  const dryRun = flag(options, 'dryRun');
  if (!dryRun) refuseAgent(io);
  const order = { request, keepData: flag(options, 'keepData'), dryRun };
  const progress = showProgress(io.stderr, io.env, { elsewhere: 'nothing' });
  const removals: Removal[] = [];
  try {
    for (const [place, names] of installedIn(call, args))
      for (const name of names) removals.push(await takeAway(name, { ...order, place, progress }));
  } catch (error) {
    if (error instanceof StateFileProblem) throw new UserError(error.message);
    throw error;
  } finally {
    progress.end();
  }
  if (flag(options, 'json'))
    printJson(io, {
      dryRun,
      plugins: removals.map(({ place, ...rest }) => ({ ...rest, scope: place.scope })),
    });
  else {
    const screen = screenOf(io, places.projectDir);
    print(
      io,
      removals.flatMap((removal) => report(removal, dryRun, screen, places)),
    );
  }
  return EXIT.fine;
}

function report(removal: Removal, dryRun: boolean, screen: Screen, places: Places): string[] {
  const { name, folder, removed, kept, backup, data, dataStays, switches } = removal;
  const line = (text: string): string[] => wrap(screen, shortPaths(text, places), 2, 4);
  return [
    `${name}: ${dryRun ? 'would be removed' : 'removed'} from ${shortPath(folder, places)}, ${plural(removed.length, 'file')}`,
    ...(kept.length === 0 ? [] : line(`yours, and still there: ${kept.join(', ')}`)),
    ...(backup === null ? [] : line(`your edits are in ${backup}`)),
    ...(data === null ? [] : line(`its data in ${data} ${dryRun ? 'would be' : 'is'} removed too`)),
    ...(dataStays === null ? [] : line(dataStays)),
    ...(switches.length === 0 ? [] : line(`switches forgotten: ${switches.join(', ')}`)),
  ];
}

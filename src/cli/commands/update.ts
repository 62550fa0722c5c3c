// `update [name…]`: asks the sources of installed plugins again, and shows what would newly run.
import { type Done, type Plan, refreshMarketplaces, update as updatePlugins } from '../../plugins/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { shortPath } from '../show/screen.js';
import {
  defineScopeFlags,
  doneJson,
  installedIn,
  placesFor,
  refuseBroken,
  toolsFor,
  withProblems,
} from '../work/install-tools.js';
import { definedIn, ownAct } from '../work/own-act.js';

export const update: CommandModule = {
  define(command) {
    command.argument('[name...]', 'the plugins to update; without one, all');
    defineScopeFlags(command, 'only those of this project, or those for you in every project');
    command
      .option('--yes', 'agree beforehand to what will newly run')
      .option('--dry-run', 'show what would change, and change nothing')
      .option('--force', 'in spite of errors, and over local edits, which are kept as a backup')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
The data of a plugin stays. What is pinned to a commit, a version or a checksum
stays too: install another one instead.

Examples:
  amplifier-hooks update --dry-run
  amplifier-hooks update hookify`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

async function run(call: Call): Promise<number> {
  const { io, options, args } = call;
  const chosen = installedIn(call, args);
  if (chosen.length === 0)
    throw new UserError('no plugin is installed here', 'See `amplifier-hooks install --help`.');
  const tools = toolsFor(call, question);
  const results: Done[] = [];
  try {
    const stale = await refreshMarketplaces(chosen, tools);
    tools.end();
    complain(
      io,
      stale.map((note) => `amplifier-hooks: ${note}`),
    );
    for (const [place, names] of chosen) {
      const order = { place, dryRun: flag(options, 'dryRun'), force: flag(options, 'force') };
      const done = await updatePlugins(names, order, tools);
      tools.end();
      results.push(done);
      if (!flag(options, 'json') && done.broken.length === 0) print(io, report(done, call));
    }
    if (flag(options, 'json')) printJson(io, { places: results.map(doneJson) });
    refuseBroken(results);
    return EXIT.fine;
  } finally {
    tools.end();
  }
}

const question = ({ steps }: Plan): string =>
  steps.length === 1 ? 'Update it?' : `Update these ${steps.length} plugins?`;

function report({ steps, same, applied, backups, place }: Done, call: Call): string[] {
  const places = placesFor(call);
  return [
    ...same.map((name) => `${name}: up to date (${place.scope})`),
    ...(applied
      ? steps.map(({ candidate, before }) => {
          const versions = [before?.version ?? 'unknown', candidate.locked.version ?? 'unknown'];
          return `${candidate.name}: updated, ${[...new Set(versions)].join(' → ')}`;
        })
      : []),
    ...backups.map(({ name, folder }) => `${name}: your edits are in ${shortPath(folder, places)}`),
    ...(steps.length > 0 && !applied ? ['Nothing was changed.'] : []),
    ...(applied && place.scope === 'project'
      ? ownAct(call.io, {
          projectDir: places.projectDir,
          meant: definedIn(steps.map(({ target }) => target)),
        })
      : []),
  ];
}

// `install [source…]`: puts plugins into the project or the user's hooks, or restores what hooks.lock.json says.
import { type Done, install as installPlugins, type Plan, restore } from '../../plugins/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { shortPath } from '../show/screen.js';
import {
  defineScopeFlags,
  doneJson,
  placeFor,
  placesFor,
  refuseBroken,
  toolsFor,
  withProblems,
} from '../work/install-tools.js';
import { definedIn, ownAct } from '../work/own-act.js';

export const install: CommandModule = {
  define(command) {
    command.argument('[source...]', 'where the plugins come from; without one, what hooks.lock.json says');
    defineScopeFlags(command, 'in this project (the default), or for you in every project');
    command
      .option('--name <name>', 'what to call the plugin instead of its own name')
      .option('--yes', 'agree beforehand to what will run')
      .option('--dry-run', 'show what would be installed, and change nothing')
      .option('--force', 'in spite of errors, and over local edits, which are kept as a backup')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Sources:
  ./folder                      a folder on this machine
  owner/name[#ref][:folder]     a repository at GitHub; every git URL works too
  npm:package[@version]         an npm package
  https://…/x.tgz[#sha256=…]    a tarball or zip, at an address or on this machine
  name@marketplace              a plugin of a marketplace you added
  example:name                  one that comes with amplifier-hooks; example:
                                alone says which there are

Nothing of a plugin runs while it is installed. What its hooks will run is shown
before anything is changed. hooks.lock.json beside the hooks writes down where
it came from and what every file is.

Examples:
  amplifier-hooks install example:bash-validator
  amplifier-hooks install owner/name
  amplifier-hooks install hookify@claude-plugins-official --scope user
  amplifier-hooks install ./my-plugin --dry-run
  amplifier-hooks install --yes`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

async function run(call: Call): Promise<number> {
  const { io, options, args } = call;
  const name = textFlag(options, 'name');
  if (name !== null && args.length !== 1)
    throw new UserError('--name names one plugin', 'Install them one after the other.');
  const order = { place: placeFor(call), dryRun: flag(options, 'dryRun'), force: flag(options, 'force') };
  const tools = toolsFor(call, question);
  try {
    const done =
      args.length === 0
        ? await restore(order, tools)
        : await installPlugins(args, { ...order, cwd: io.cwd, name }, tools);
    tools.end();
    if (flag(options, 'json')) printJson(io, doneJson(done));
    else if (done.broken.length === 0) print(io, report(done, call));
    refuseBroken([done]);
    return EXIT.fine;
  } finally {
    tools.end();
  }
}

const question = ({ steps }: Plan): string =>
  steps.length === 1 ? 'Install it?' : `Install these ${steps.length} plugins?`;

function report({ steps, same, applied, backups, place }: Done, call: Call): string[] {
  const places = placesFor(call);
  if (steps.length > 0 && !applied) return ['Nothing was changed.'];
  return [
    ...same.map((name) => `${name}: nothing to do`),
    ...steps.map(({ candidate, target }) => `${candidate.name}: installed in ${shortPath(target, places)}`),
    ...backups.map(({ name, folder }) => `${name}: your edits are in ${shortPath(folder, places)}`),
    ...(steps.length === 0 ? [] : [`Written down in ${shortPath(place.lockFile, places)}`]),
    ...(place.scope === 'project'
      ? ownAct(call.io, {
          projectDir: places.projectDir,
          meant: definedIn(steps.map(({ target }) => target)),
        })
      : []),
  ];
}

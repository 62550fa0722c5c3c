// `untrust`: takes approval back, or refuses a single hook.
import { forget, refuse, survey } from '../../trust/index.js';
import type { CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { entryInWords } from '../show/trust.js';
import { entriesNamed } from '../work/entries-named.js';
import { everythingOf } from '../work/everything-of.js';
import { whyNobody } from '../work/person.js';
import { writing } from './trust.js';

export const untrust: CommandModule = {
  define(command) {
    command
      .argument('[ids...]', 'refuse only these: ids of hooks (or the start), MCP servers, settings')
      .option('--json', 'one object for programs');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
Without ids everything that you answered for this project is forgotten, and it
counts as one that you see for the first time. With ids these are refused: they
do not run, and you are not asked again until they change. Needs a terminal: an
agent must not take away the guards of a project.

Examples:
  amplifier-hooks untrust
  amplifier-hooks untrust 3fa9c1d2ab`,
    );
  },

  async run(call) {
    const { io, args, options } = call;
    const { request, stateDir } = settledOptions(everythingOf(call));
    const nobody = whyNobody(io);
    if (nobody !== null)
      throw new UserError(`nothing was changed: ${nobody}`, 'Call it yourself, at a terminal.');
    const found = survey(request, stateDir);
    const meant = args.length === 0 ? [] : entriesNamed(args, found);
    writing(() => (args.length === 0 ? forget(found) : refuse(found, meant)));
    if (flag(options, 'json'))
      printJson(io, { project: found.projectDir, repository: found.key, refused: meant.map(entryInWords) });
    else if (args.length === 0) print(io, [`Nothing of ${found.key} is approved any more.`]);
    else
      print(
        io,
        meant.map((entry) => `refused: ${entryInWords(entry)}`),
      );
    return EXIT.fine;
  },
};

// `new plugin <name>`: makes a plugin that can be shared.
import { relative, resolve } from 'node:path';
import { BadWish, LANGUAGES, newPackage, writePlugin } from '../../scaffold/index.js';
import { shellWord } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { eventNamed } from '../options/event-flags.js';
import { flag, projectHere, textFlag } from '../options/flags.js';
import { screenOf } from '../show/screen.js';
import { definedIn, ownAct } from '../work/own-act.js';
import { projectAround } from '../work/project-around.js';

/** The command is called `new`, which is no name for a value. */
export const newThing: CommandModule = {
  define(command) {
    command
      .argument('<kind>', 'plugin')
      .argument('<name>', 'the name of the plugin')
      .option('--event <name>', 'the event its hook runs for', 'PreToolUse')
      .option('--matcher <matcher>', 'which tools or values (default: Bash, where the event is about tools)')
      .addOption(
        command
          .createOption('--lang <language>', 'what the script is written in')
          .choices([...LANGUAGES])
          .default('sh'),
      )
      .option('--dir <dir>', 'the folder to make it in', '.')
      .option('--force', 'replace files that are there already')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
It has a manifest, a hook, a test beside it and a README. For a hook of this
project alone, init is enough.

Examples:
  amplifier-hooks new plugin no-force-push
  amplifier-hooks new plugin lint --event PostToolUse --matcher 'Edit|Write' --lang python`,
      );
  },

  async run(call) {
    try {
      return run(call);
    } catch (error) {
      if (error instanceof BadWish) throw new UserError(error.message, error.hint);
      throw error;
    }
  },
};

function run({ args, options, io }: Call): number {
  const [kind = '', name = ''] = args;
  if (kind !== 'plugin')
    throw new UserError(
      `"${kind}" is nothing that can be made`,
      'Write `amplifier-hooks new plugin <name>`.',
    );
  const folder = resolve(io.cwd, textFlag(options, 'dir') ?? '.', name);
  const plugin = newPackage({
    name,
    event: eventNamed(textFlag(options, 'event') ?? ''),
    matcher: textFlag(options, 'matcher'),
    language: LANGUAGES.find((one) => one === textFlag(options, 'lang')) ?? 'sh',
  });
  const files = writePlugin(plugin, folder, {
    force: flag(options, 'force'),
    within: projectAround(folder, io),
  });
  const place = shellWord(relative(io.cwd, folder) || '.');
  const approval = ownAct(io, { projectDir: projectHere(io), plugins: [folder], meant: definedIn([folder]) });
  const next = [
    `amplifier-hooks test ${place}`,
    `amplifier-hooks validate ${place}`,
    `amplifier-hooks install ${/^[./]/.test(place) ? place : `./${place}`}`,
    `amplifier-hooks pack ${place}`,
  ];
  if (flag(options, 'json')) printJson(io, { folder, files, needs: plugin.needs, next });
  else {
    const screen = screenOf(io, io.cwd);
    print(io, [
      ...files.map((file) => `${screen.green('made')} ${relative(io.cwd, file)}`),
      ...approval,
      '',
      'Next:',
      ...next.map((line) => `  ${line}`),
    ]);
  }
  return EXIT.fine;
}

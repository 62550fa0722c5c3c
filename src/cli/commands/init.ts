// `init [name]`: makes a new hook with a test beside it.
import { dirname, relative, resolve } from 'node:path';
import { Option } from 'commander';
import { homeOf } from '../../files/index.js';
import {
  BadWish,
  HANDLER_TYPES,
  LANGUAGES,
  type Language,
  newPlugin,
  writePlugin,
} from '../../scaffold/index.js';
import { shellWord } from '../../text/index.js';
import type { CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { eventNamed } from '../options/event-flags.js';
import { flag, textFlag } from '../options/flags.js';
import { screenOf } from '../show/screen.js';
import { definedIn, ownAct } from '../work/own-act.js';
import { projectAround } from '../work/project-around.js';

export const init: CommandModule = {
  define(command) {
    command
      .argument('[name]', 'the name of the plugin (default: my-hook)')
      .option('--event <name>', 'the event the hook runs for', 'PreToolUse')
      .option('--matcher <matcher>', 'which tools or values (default: Bash, where the event is about tools)')
      .addOption(
        new Option('--type <type>', 'what the hook runs or asks')
          .choices([...HANDLER_TYPES])
          .default('command'),
      )
      .addOption(
        new Option('--lang <language>', 'what the script of a command is written in')
          .choices([...LANGUAGES])
          .default('sh'),
      )
      .option('--dir <dir>', 'the folder to make it in', '.amplifier/hooks')
      .option('--force', 'replace files that are there already')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
Examples:
  amplifier-hooks init no-force-push
  amplifier-hooks init lint --event PostToolUse --matcher 'Edit|Write' --lang python
  amplifier-hooks init greet --event SessionStart --dir ~/.amplifier/hooks
  amplifier-hooks init judge --type prompt`,
      );
  },

  async run({ args, options, io }) {
    const [name = 'my-hook'] = args;
    const folder = resolve(io.cwd, textFlag(options, 'dir') ?? '.', name);
    const event = eventNamed(textFlag(options, 'event') ?? '');
    try {
      const plugin = newPlugin({
        name,
        event,
        matcher: textFlag(options, 'matcher'),
        language: languageNamed(textFlag(options, 'lang')),
        type: HANDLER_TYPES.find((type) => type === textFlag(options, 'type')) ?? 'command',
      });
      const files = writePlugin(plugin, folder, {
        force: flag(options, 'force'),
        within: projectAround(folder, io),
      });
      const place = shellWord(relative(io.cwd, folder) || '.');
      const roots = [io.cwd, homeOf(io.env).path].map((root) => resolve(root, '.amplifier', 'hooks'));
      const isLoaded = roots.includes(dirname(folder));
      const plugins = isLoaded ? [] : [folder];
      const approval = ownAct(io, { projectDir: io.cwd, plugins, meant: definedIn([folder]) });
      const next = [
        `amplifier-hooks test ${place}`,
        `amplifier-hooks validate ${place}`,
        `echo ${shellWord(JSON.stringify(plugin.caught).replaceAll('@PROJECT@/', ''))} | amplifier-hooks run${isLoaded ? '' : ` --plugin ${place}`}`,
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
    } catch (error) {
      if (error instanceof BadWish) throw new UserError(error.message, error.hint);
      throw error;
    }
  },
};

const languageNamed = (name: string | null): Language => LANGUAGES.find((one) => one === name) ?? 'sh';

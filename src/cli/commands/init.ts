// `init [name]`: makes a new hook with a test beside it.
import { dirname, join, relative, resolve } from 'node:path';
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
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { eventNamed } from '../options/event-flags.js';
import { flag, projectHere, textFlag } from '../options/flags.js';
import { screenOf } from '../show/screen.js';
import { definedIn, ownAct } from '../work/own-act.js';
import { whyNobody } from '../work/person.js';
import { projectAround } from '../work/project-around.js';
import { makeSchemaCopy, schemaPlace } from '../work/schema-copy.js';

export const init: CommandModule = {
  define(command) {
    command
      .argument('[name]', 'the name of the plugin (default: my-hook)')
      .option('--event <name>', 'the event the hook runs for (default: PreToolUse)')
      .option('--matcher <matcher>', 'which tools or values (default: Bash, where the event is about tools)')
      .addOption(
        new Option('--type <type>', 'what the hook runs or asks (default: command)').choices([
          ...HANDLER_TYPES,
        ]),
      )
      .addOption(
        new Option('--lang <language>', 'what the script of a command is written in (default: sh)').choices([
          ...LANGUAGES,
        ]),
      )
      .option('--dir <dir>', 'the folder to make it in (default: .amplifier/hooks of the project)')
      .option('--force', 'replace files that are there already')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
At a terminal, without a name and options, it asks for them.

Examples:
  amplifier-hooks init
  amplifier-hooks init no-force-push
  amplifier-hooks init lint --event PostToolUse --matcher 'Edit|Write' --lang python
  amplifier-hooks init greet --event SessionStart --dir ~/.amplifier/hooks
  amplifier-hooks init judge --type prompt`,
      );
  },

  async run(call) {
    const { args, options, io } = call;
    const project = projectHere(io);
    const asked = isAsked(call) ? await (await import('../work/init-dialogue.js')).askForHook(io) : undefined;
    if (asked === null) throw new UserError('nothing was made, because the questions were not answered');
    const name = asked?.name ?? args[0] ?? 'my-hook';
    const dir = textFlag(options, 'dir');
    const folder = resolve(dir === null ? join(project, '.amplifier', 'hooks') : resolve(io.cwd, dir), name);
    const schema = schemaPlace(folder, project);
    try {
      const plugin = newPlugin({
        name,
        event: asked?.event ?? eventNamed(textFlag(options, 'event') ?? 'PreToolUse'),
        matcher: asked?.matcher ?? textFlag(options, 'matcher'),
        language: asked?.language ?? languageNamed(textFlag(options, 'lang')),
        type: HANDLER_TYPES.find((type) => type === textFlag(options, 'type')) ?? 'command',
        schema: schema.reference,
      });
      const within = projectAround(folder, io);
      const made = writePlugin(plugin, folder, { force: flag(options, 'force'), within });
      const files = [...made, ...makeSchemaCopy(schema)];
      const place = shellWord(relative(io.cwd, folder) || '.');
      const roots = [project, homeOf(io.env).path].map((root) => resolve(root, '.amplifier', 'hooks'));
      const isLoaded = roots.includes(dirname(folder));
      const plugins = isLoaded ? [] : [folder];
      const approval = ownAct(io, { projectDir: project, plugins, meant: definedIn([folder]) });
      const next = [
        `amplifier-hooks test ${place}`,
        `amplifier-hooks validate ${place}`,
        `echo ${shellWord(JSON.stringify(plugin.caught).replaceAll('@PROJECT@/', ''))} | amplifier-hooks run${isLoaded ? '' : ` --plugin ${place}`}`,
      ];
      if (flag(options, 'json')) printJson(io, { folder, files, needs: plugin.needs, next });
      else {
        const screen = screenOf(io, project);
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

/** A person is there, and said nothing about the hook. */
const isAsked = ({ args, options, io }: Call): boolean =>
  args.length === 0 &&
  ['event', 'matcher', 'type', 'lang', 'dir'].every((name) => options[name] === undefined) &&
  !flag(options, 'json') &&
  whyNobody(io) === null;

const languageNamed = (name: string | null): Language => LANGUAGES.find((one) => one === name) ?? 'sh';

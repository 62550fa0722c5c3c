// `pack [folder]`: makes one file of a plugin, to be shared.
import { resolve } from 'node:path';
import { packPlugin } from '../../plugins/index.js';
import { plural, shellWord } from '../../text/index.js';
import { inspectPlugin } from '../../validate/index.js';
import type { Call, CommandModule } from '../command.js';
import { complain, EXIT, print, printJson } from '../io.js';
import { flag, textFlag } from '../options/flags.js';
import { findingLines, sizeInWords } from '../show/plan.js';
import { screenFor } from '../show/screen.js';
import { withProblems } from '../work/install-tools.js';

export const pack: CommandModule = {
  define(command) {
    command
      .argument('[folder]', 'the plugin (default: here)')
      .option('--out <file>', 'the file to make (default: <name>-<version>.tar.gz)')
      .option('--json', 'one object for programs')
      .addHelpText(
        'after',
        `
The same files give the same archive, byte for byte. docs/plugin-packages.md says
what belongs into a plugin.

Examples:
  amplifier-hooks pack my-plugin
  amplifier-hooks pack --out /tmp/guard.tar.gz`,
      );
  },

  run: (call) => withProblems(() => run(call)),
};

async function run({ io, options, args }: Call): Promise<number> {
  const out = textFlag(options, 'out');
  const packed = await packPlugin({
    folder: resolve(io.cwd, args[0] ?? '.'),
    out: out === null ? null : resolve(io.cwd, out),
    cwd: io.cwd,
    inspect: (folder) => inspectPlugin(folder, io.env),
    show: ({ findings }) => complain(io, findingLines(findings, screenFor(io.stderr, io.env, io.cwd))),
  });
  const { file, files, bytes, sha256, name, version } = packed;
  const install = `amplifier-hooks install ${shellWord(`${file}#sha256=${sha256}`)}`;
  if (flag(options, 'json'))
    printJson(io, { name, pluginVersion: version, file, files, bytes, sha256, install });
  else
    print(io, [
      `${file}: ${plural(files.length, 'file')}, ${sizeInWords(bytes)}`,
      `sha256 ${sha256}`,
      '',
      'Put it anywhere that others can fetch it from. To install it:',
      `  ${install}`,
    ]);
  return EXIT.fine;
}

// `completion <shell>`: prints the script that completes command lines.
import type { CommandModule } from '../command.js';
import { COMPLETION_SCRIPTS, SHELLS } from '../complete/shells.js';
import { EXIT } from '../io.js';

export const completion: CommandModule = {
  define(command) {
    command.addArgument(command.createArgument('<shell>', 'which shell').choices([...SHELLS])).addHelpText(
      'after',
      `
Completes commands, options, the names of events, tools, installed plugins and
marketplaces, and the ids and plugins of the hooks that are configured where you
are. Files are offered only where a file or folder belongs.

Examples:
  source <(amplifier-hooks completion bash)        # in ~/.bashrc
  source <(amplifier-hooks completion zsh)         # in ~/.zshrc, after compinit
  amplifier-hooks completion fish > ~/.config/fish/completions/amplifier-hooks.fish`,
    );
  },

  async run({ args, io }) {
    const shell = SHELLS.find((known) => known === args[0]);
    if (shell !== undefined) io.stdout.data(COMPLETION_SCRIPTS[shell]);
    return EXIT.fine;
  },
};

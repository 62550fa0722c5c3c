// `demo`: what hooks do, in one minute, without touching anything.
import type { CommandModule } from '../command.js';
import { demonstrate } from '../demo/demonstration.js';
import { EXIT } from '../io.js';

export const demo: CommandModule = {
  define(command) {
    command.addHelpText(
      'after',
      `
A project and a home directory are made in the temporary directory, example
hooks are put there, and the events of a small session are fired at them. Your
own projects and hooks are left alone, and everything is removed at the end.

Examples:
  amplifier-hooks demo
  amplifier-hooks install example:bash-validator`,
    );
  },

  async run({ io }) {
    await demonstrate(io.stdout, io.env);
    return EXIT.fine;
  },
};

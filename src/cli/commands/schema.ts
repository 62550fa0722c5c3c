// `schema [name]`: prints JSON Schemas.
import { findSchema, SCHEMAS, schemaNames, schemaText } from '../../schema/index.js';
import { similarName } from '../../text/index.js';
import type { CommandModule } from '../command.js';
import { EXIT, print, UserError } from '../io.js';

export const schema: CommandModule = {
  define(command) {
    command.argument('[name]', 'which one; without it, the names are listed').addHelpText(
      'after',
      `
The same files lie in schemas/ of the package, so that editors can use them:
  { "$schema": "./node_modules/amplifier-hooks/schemas/hooks.schema.json", "hooks": {} }

Examples:
  amplifier-hooks schema
  amplifier-hooks schema hooks > hooks.schema.json
  amplifier-hooks schema input/PreToolUse`,
    );
  },

  async run({ args: [name], io }) {
    if (name === undefined) {
      print(io, [
        ...Object.entries(SCHEMAS).map(([known, { about }]) => `${known.padEnd(15)} ${about}`),
        'input/<Event>   what hooks of one event read',
        'output/<Event>  what hooks of one event may answer',
      ]);
      return EXIT.fine;
    }
    const found = findSchema(name);
    if (found === null) {
      const meant = similarName(name, schemaNames());
      const hint = meant === null ? '`amplifier-hooks schema` lists them.' : `Did you mean ${meant}?`;
      throw new UserError(`there is no schema "${name}"`, hint);
    }
    io.stdout.data(schemaText(found));
    return EXIT.fine;
  },
};

// The JSON Schemas of everything people and programs write or read, made from the tables in the code.
import { EVENT_NAMES } from '../events/index.js';
import type { JsonSchema } from '../text/shapes/index.js';
import { inputSchema, inputsSchema, outputSchema, outputsSchema } from './events.js';
import { hooksFileSchema, settingsSchema } from './hooks.js';
import { commandOutputsSchema } from './outputs.js';
import { hookTestSchema, lockSchema, marketplaceSchema, pluginSchema } from './plugin.js';
import { sidecarSchema } from './sidecar.js';

export type { JsonSchema } from '../text/shapes/index.js';
export { OUTPUT_COMMANDS } from './outputs.js';
export { schemaText } from './text.js';

export interface SchemaInfo {
  readonly about: string;
  readonly make: () => JsonSchema;
}

/** Each is a file of the package, `schemas/<name>.schema.json`. */
export const SCHEMAS: Readonly<Record<string, SchemaInfo>> = {
  hooks: { about: 'hooks.json of a project, user or plugin', make: hooksFileSchema },
  settings: { about: 'the hooks in Claude Code’s settings files', make: settingsSchema },
  input: { about: 'what hooks read on stdin, all events', make: inputsSchema },
  output: { about: 'what hooks may answer on stdout, all events', make: outputsSchema },
  'hook-test': { about: 'hook test files, for amplifier-hooks test', make: hookTestSchema },
  'command-output': { about: 'what commands print with --json', make: commandOutputsSchema },
  marketplace: { about: 'marketplace.json, a list of plugins', make: marketplaceSchema },
  plugin: { about: 'plugin.json, the manifest of a plugin', make: pluginSchema },
  lock: { about: 'hooks.lock.json, what is installed', make: lockSchema },
  sidecar: { about: 'what the sidecar and its host say to each other', make: sidecarSchema },
};

/** A schema by name; `input/<Event>` and `output/<Event>` are those of one event. `null`: there is none. */
export function findSchema(name: string): JsonSchema | null {
  const known = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
  if (known !== undefined) return known.make();
  const [kind, event] = name.split('/');
  const row = EVENT_NAMES.find((one) => one === event);
  if (row === undefined) return null;
  return kind === 'input' ? inputSchema(row) : kind === 'output' ? outputSchema(row) : null;
}

/** All names that `findSchema` knows. */
export const schemaNames = (): readonly string[] => [
  ...Object.keys(SCHEMAS),
  ...['input', 'output'].flatMap((kind) => EVENT_NAMES.map((event) => `${kind}/${event}`)),
];

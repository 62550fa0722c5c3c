// Schemas of a plugin's manifest and of hooks.lock.json.
import { LOCK_VERSION } from '../plugins/index.js';
import { hookDefinitions } from './hooks.js';
import {
  DRAFT,
  described,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  oneOf,
  record,
  ref,
  text,
  texts,
} from './json-schema.js';

const NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$';
const inside = described('A path in the plugin.', {
  ...text,
  pattern: '^\\./',
  not: { pattern: '(^|/)\\.\\.(/|$)' },
});
const places = (about: string): JsonSchema =>
  described(`${about}; named and left when the plugin is installed here.`, {
    anyOf: [inside, listOf(inside), { type: 'object' }],
  });
const hooks = { anyOf: [inside, ref('events')] } as const;

/** `.claude-plugin/plugin.json`. What is not listed is not read, and not refused. */
export const pluginSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'plugin.json',
  description: 'The manifest of a plugin, .claude-plugin/plugin.json.',
  type: 'object',
  properties: {
    name: described('Also the name of its folder, its data and its switch.', { ...text, pattern: NAME }),
    version: text,
    description: text,
    displayName: text,
    author: { anyOf: [text, { type: 'object', properties: { name: text, email: text, url: text } }] },
    homepage: text,
    repository: true,
    license: text,
    keywords: texts,
    metadata: { type: 'object' },
    defaultEnabled: flag,
    hooks: described('Beside hooks/hooks.json: a path, hooks by event, or an array of these.', {
      anyOf: [hooks, listOf(hooks)],
    }),
    skills: places('Skills'),
    commands: places('Commands'),
    agents: places('Agents'),
    workflows: places('Workflows'),
    outputStyles: places('Output styles'),
    mcpServers: places('MCP servers'),
    lspServers: places('Language servers'),
    dependencies: listOf({
      anyOf: [
        text,
        { type: 'object', properties: { name: text, version: text, marketplace: text }, required: ['name'] },
      ],
    }),
  },
  required: ['name'],
  definitions: hookDefinitions,
});

const sha256 = { ...text, pattern: '^[0-9a-f]{64}$' } as const;
const textOrNull: JsonSchema = { type: ['string', 'null'] };
/** Below the plugin, with `/`; nothing leads out of it. */
const FILE = '^(?!/)(?![A-Za-z]:)(?!(.*/)?\\.{0,2}(/|$))[^\\\\\\u0000]+$';

const pinned: JsonSchema = {
  anyOf: [
    described(
      'A folder; from the project or home directory where it lies in there.',
      record({ kind: oneOf('folder'), path: text }),
    ),
    record({
      kind: oneOf('git'),
      url: text,
      commit: { ...text, pattern: '^[0-9a-f]{40,64}$' },
      folder: textOrNull,
    }),
    record({ kind: oneOf('npm'), package: text, version: text, integrity: text, registry: textOrNull }),
    record({ kind: oneOf('archive'), url: text, sha256 }),
  ],
};

const locked: JsonSchema = record(
  {
    source: described('As it was asked for.', text),
    pinned: described('What gives the same bytes again.', pinned),
    version: textOrNull,
    marketplace: textOrNull,
    additions: described(
      'What was written into the manifest of the installed copy: another name, hooks of a marketplace entry.',
      record({ name: textOrNull, hooks: true }),
    ),
    files: described('Path → sha256 of the installed file.', {
      type: 'object',
      propertyNames: { pattern: FILE },
      additionalProperties: sha256,
    }),
    executable: described('Files that may be executed.', texts),
  },
  ['additions'],
);

/** `hooks.lock.json`. */
export const lockSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hooks.lock.json',
  description: 'Which plugins are installed, where they came from, and what every file of them is.',
  type: 'object',
  properties: {
    $schema: text,
    version: oneOf(LOCK_VERSION),
    plugins: { ...mapObject(locked), propertyNames: { pattern: NAME } },
  },
  required: ['version', 'plugins'],
  additionalProperties: false,
});

const mapObject = (values: JsonSchema): Readonly<Record<string, unknown>> => {
  const map = mapOf(values);
  return typeof map === 'object' ? map : {};
};

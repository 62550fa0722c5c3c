// Schemas of a plugin's manifest and of hooks.lock.json.

import { testFile } from '../conformance/hook-tests/index.js';
import { lockFile, pluginName } from '../plugins/index.js';
import { marketplaceFile } from '../plugins/marketplace/index.js';
import {
  anyObject,
  anything,
  DRAFT,
  described,
  either,
  flag,
  type JsonSchema,
  listOf,
  open,
  optional,
  schemaOf,
  text,
  textLike,
} from '../text/shapes/index.js';
import { events, mode } from './hooks.js';

const inside = described(
  'A path in the plugin.',
  textLike(/^\.\/(?!(?:[\s\S]*\/)?\.\.(?:\/|$))/, 'a path in the plugin'),
);
const places = (about: string) =>
  optional(
    described(
      `${about}; named and left when the plugin is installed here.`,
      either(inside, listOf(inside), anyObject),
    ),
  );
const hooks = either(inside, events);

/** What is not listed is not read, and not refused. */
const manifest = open({
  name: described('Also the name of its folder, its data and its switch.', pluginName),
  version: optional(text),
  description: optional(text),
  displayName: optional(text),
  author: optional(either(text, open({ name: optional(text), email: optional(text), url: optional(text) }))),
  homepage: optional(text),
  repository: optional(anything),
  license: optional(text),
  keywords: optional(listOf(text)),
  metadata: optional(anyObject),
  defaultEnabled: optional(flag),
  hookMode: optional(
    described('observe: nothing of what hooks of the plugin say counts, until they say so themselves.', mode),
  ),
  hooks: optional(
    described(
      'Beside hooks/hooks.json: a path, hooks by event, or an array of these.',
      either(hooks, listOf(hooks)),
    ),
  ),
  skills: places('Skills'),
  commands: places('Commands'),
  agents: places('Agents'),
  workflows: places('Workflows'),
  outputStyles: places('Output styles'),
  mcpServers: places('MCP servers'),
  lspServers: places('Language servers'),
  dependencies: optional(
    listOf(either(text, open({ name: text, version: optional(text), marketplace: optional(text) }))),
  ),
});

/** `.claude-plugin/plugin.json`. */
export const pluginSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'plugin.json',
  description: 'The manifest of a plugin, .claude-plugin/plugin.json.',
  ...schemaOf(manifest),
});

/** `hooks.lock.json`. */
export const lockSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hooks.lock.json',
  description: 'Which plugins are installed, where they came from, and what every file of them is.',
  ...schemaOf(lockFile),
});

/** A test, a list of tests, or tests with something in common. */
export const hookTestSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'hook test',
  description: 'What the author of a hook expects of it; run by amplifier-hooks test.',
  ...schemaOf(testFile),
});

/** `.claude-plugin/marketplace.json`. */
export const marketplaceSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'marketplace.json',
  description: 'A list of plugins.',
  ...schemaOf(marketplaceFile),
});

// What stands in a marketplace.json.
import {
  anyObject,
  anything,
  byTag,
  described,
  either,
  flag,
  listOf,
  mapOf,
  named,
  narrowed,
  oneOf,
  open,
  optional,
  orNull,
  text,
  textLike,
  worded,
} from '../../text/shapes/index.js';
import { pluginName } from './names.js';

const someText = narrowed(text, (value) => value !== '', 'a text', { minLength: 1 });
const folder = textLike(/^(?!\/)(?!(?:[\s\S]*\/)?\.\.(?:\/|$))[^\\]+$/, 'a path');
const git = {
  ref: optional(described('Branch or tag.', text)),
  sha: optional(described('A whole commit id; beats "ref".', textLike(/^[0-9a-fA-F]{40}$/, 'a commit id'))),
};

/** Where a plugin comes from, as an object; `source` says how. */
const place = byTag(
  'source',
  described(
    'A repository at GitHub.',
    open({ source: oneOf('github'), repo: textLike(/^[^/\s]+\/[^/\s]+$/, 'owner/name'), ...git }),
  ),
  described('A git repository.', open({ source: oneOf('url'), url: text, path: optional(folder), ...git })),
  described(
    'A folder of a git repository.',
    open({ source: oneOf('git-subdir'), url: text, path: folder, ...git }),
  ),
  described(
    'A package.',
    open({ source: oneOf('npm'), package: text, version: optional(text), registry: optional(text) }),
  ),
  described(
    'A zip or tar.',
    open({
      source: oneOf('archive'),
      url: text,
      sha256: optional(textLike(/^[0-9a-fA-F]{64}$/, 'a digest')),
    }),
  ),
  described('Made by a program; not supported here.', open({ source: oneOf('command') })),
);

/** Either form of who made something. */
const person = worded('a name or an object with a "name"', either(text, open({ name: text })));
const words = worded('an array of strings', listOf(text));
const hooksFile = either(someText, anyObject);
const ignored = optional(anything);

/** What a plugin can have beside hooks. It is told of and left. */
export const OTHERS = {
  skills: ignored,
  commands: ignored,
  agents: ignored,
  workflows: ignored,
  mcpServers: ignored,
  lspServers: ignored,
  outputStyles: ignored,
  experimental: ignored,
  channels: ignored,
};

/** One plugin. */
export const entry = open({
  name: pluginName,
  source: either(
    described('A folder of the marketplace: "./path", or a name below "metadata.pluginRoot".', folder),
    place,
  ),
  displayName: optional(text),
  description: optional(text),
  version: optional(text),
  author: optional(person),
  homepage: optional(text),
  repository: ignored,
  license: optional(text),
  keywords: optional(words),
  category: optional(text),
  tags: optional(words),
  strict: optional(described('false: this entry is the whole definition of the plugin.', flag)),
  defaultEnabled: optional(described('Beats the manifest of the plugin.', flag)),
  hooks: optional(
    described(
      'A path in the plugin, hooks as in hooks.json, or an array of these.',
      either(hooksFile, listOf(hooksFile)),
    ),
  ),
  relevance: ignored,
  headers: ignored,
  headersHelper: ignored,
  userConfig: ignored,
  dependencies: ignored,
  engines: ignored,
  metadata: ignored,
  ...OTHERS,
});

export const marketplaceFile = open({
  name: pluginName,
  owner: open({ name: text, email: optional(text), url: optional(text) }),
  description: optional(text),
  version: optional(text),
  // Older files have description and version in here.
  metadata: optional(
    open({ pluginRoot: optional(folder), description: optional(text), version: optional(text) }),
  ),
  renames: optional(described('Old name → new name; null: the plugin is gone.', mapOf(orNull(text)))),
  plugins: listOf(named('plugin', entry)),
  allowCrossMarketplaceDependenciesOn: ignored,
});

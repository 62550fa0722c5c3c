// The schema of marketplace.json, as it is read here.
import {
  DRAFT,
  described,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  oneOf,
  ref,
  text,
  texts,
} from './json-schema.js';

const sha = { ...text, pattern: '^[0-9a-fA-F]{40}$' } as const;
const folder = { ...text, minLength: 1, not: { pattern: '(^|/)\\.\\.(/|$)|\\\\|^/' } } as const;
const git = {
  ref: described('Branch or tag.', text),
  sha: described('A whole commit id; beats "ref".', sha),
} as const;

/** One kind of source: `source` says which, and some fields it cannot do without. */
const kind = (
  name: string,
  about: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema =>
  described(about, {
    type: 'object',
    properties: { source: oneOf(name), ...properties },
    required: ['source', ...required],
  });

const sources: readonly JsonSchema[] = [
  described('A folder of the marketplace: "./path", or a name below "metadata.pluginRoot".', folder),
  kind('github', 'A repository at GitHub.', { repo: { ...text, pattern: '^[^/\\s]+/[^/\\s]+$' }, ...git }, [
    'repo',
  ]),
  kind('url', 'A git repository.', { url: text, path: folder, ...git }, ['url']),
  kind('git-subdir', 'A folder of a git repository.', { url: text, path: folder, ...git }, ['url', 'path']),
  kind('npm', 'A package.', { package: text, version: text, registry: text }, ['package']),
  kind('archive', 'A zip or tar.', { url: text, sha256: { ...text, pattern: '^[0-9a-fA-F]{64}$' } }, ['url']),
  kind('command', 'Made by a program; not supported here.', {}, []),
];

const path = { ...text, minLength: 1 } as const;
const hooksFile = { anyOf: [path, { type: 'object' }] } as const;

const plugin: JsonSchema = {
  type: 'object',
  properties: {
    name: { ...text, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' },
    source: { anyOf: sources },
    displayName: text,
    description: text,
    version: text,
    author: { anyOf: [text, { type: 'object', required: ['name'] }] },
    homepage: text,
    repository: true,
    license: text,
    keywords: texts,
    category: text,
    tags: texts,
    strict: described('false: this entry is the whole definition of the plugin.', flag),
    defaultEnabled: described('Beats the manifest of the plugin.', flag),
    hooks: described('A path in the plugin, hooks as in hooks.json, or an array of these.', {
      anyOf: [hooksFile, listOf(hooksFile)],
    }),
  },
  required: ['name', 'source'],
};

/** `.claude-plugin/marketplace.json`. */
export const marketplaceSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'marketplace.json',
  description: 'A list of plugins.',
  type: 'object',
  properties: {
    name: { ...text, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' },
    owner: { type: 'object', properties: { name: text, email: text, url: text }, required: ['name'] },
    description: text,
    version: text,
    metadata: { type: 'object', properties: { pluginRoot: folder } },
    renames: described('Old name → new name; null: the plugin is gone.', mapOf({ type: ['string', 'null'] })),
    plugins: listOf(ref('plugin')),
  },
  required: ['name', 'owner', 'plugins'],
  definitions: { plugin },
});

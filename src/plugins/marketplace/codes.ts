// Every problem a marketplace.json can have: how bad it is, what it means, what to do.
import { type CodeInfo, error, info, warning } from '../../text/index.js';

export const MARKETPLACE_CODES = {
  // The file.
  'marketplace-missing': error(
    'There is no marketplace.json.',
    'Name a folder or repository that has .claude-plugin/marketplace.json.',
  ),
  'marketplace-unreadable': error(
    'marketplace.json cannot be read: no file, too large, not UTF-8, or not allowed.',
    'Correct the file or its permissions.',
  ),
  'marketplace-json': error('marketplace.json is not valid JSON, or nests too deep.', 'Correct the JSON.'),
  'marketplace-comment': warning(
    'marketplace.json has comments or a comma too many; other readers refuse the file.',
    'Remove them.',
  ),
  'marketplace-duplicate-key': warning(
    'A key stands twice in one object; the last one counts.',
    'Remove one.',
  ),
  'marketplace-not-object': error(
    'marketplace.json holds no object.',
    'Write {"name": …, "owner": …, "plugins": […]}.',
  ),
  'marketplace-name': error(
    'The marketplace has no usable name.',
    'Use letters, digits and hyphens; who adds it can give it another name with --name.',
  ),
  'marketplace-plugins': error(
    '"plugins" is missing or is not an array.',
    'Write "plugins": [{"name": …, "source": …}].',
  ),
  'marketplace-owner': warning('"owner" is missing or has no "name".', 'Write "owner": {"name": "…"}.'),
  'marketplace-field': warning(
    'A field of the marketplace has the wrong type and is ignored.',
    'Correct the field.',
  ),
  'marketplace-key-unknown': info(
    'A field of the marketplace means nothing here and is ignored.',
    'Check the spelling, or remove it.',
  ),
  'plugin-root': error(
    '"metadata.pluginRoot" is not a folder inside the marketplace and is ignored.',
    'Write a path such as "./plugins".',
  ),
  'rename-invalid': warning(
    'A rename is not understood, or leads nowhere, and is ignored.',
    'Write "renames": {"old-name": "new-name"}, or null for a plugin that is gone.',
  ),
  'marketplace-too-many-plugins': error(
    'The marketplace has more plugins than are read.',
    'Split the marketplace.',
  ),
  'marketplace-too-many-problems': warning(
    'Further problems of the file are counted and not listed.',
    'Correct the listed ones first.',
  ),

  // An entry, set aside alone.
  'entry-not-object': error('An entry of "plugins" is not an object.', 'Write {"name": …, "source": …}.'),
  'entry-name': error(
    'A plugin has no usable name.',
    'Use letters, digits, hyphens, dots and underscores, at most 100, and begin with a letter or digit.',
  ),
  'entry-duplicate': error('Two plugins have the same name; the first one counts.', 'Rename or remove one.'),
  'entry-field-fatal': error(
    'A field that decides what would run has the wrong type.',
    'Correct the field; "strict" is true or false, "hooks" a path, an object or an array of these.',
  ),
  'entry-hooks-path': error(
    'A hooks file that the entry names lies outside of the plugin.',
    'Write a path that begins with "./" and stays inside.',
  ),

  // An entry, used.
  'entry-name-style': info(
    'The name of a plugin is not in kebab-case.',
    'Use small letters, digits and hyphens.',
  ),
  'entry-field': warning('A field of a plugin has the wrong type and is ignored.', 'Correct the field.'),
  'entry-key-unknown': info(
    'A field of a plugin means nothing here and is ignored.',
    'Check the spelling, or remove it.',
  ),
  'entry-headers': warning(
    'The entry states headers for its download; they are not sent, and a program that makes them is not run.',
    'Fetch a plugin that needs them by yourself and install it from its folder.',
  ),

  // Where a plugin comes from.
  'plugin-source-missing': error(
    'A plugin has no "source".',
    'Write "source": "./folder", or an object with "source" and its fields.',
  ),
  'plugin-source-field': error(
    'A field of a source is missing or malformed.',
    'See docs/marketplaces.md for the fields of each kind of source.',
  ),
  'plugin-source-escapes': error(
    'A source leads out of the marketplace or repository.',
    'Write a path that begins with "./" and stays inside.',
  ),
  'plugin-source-bare': warning(
    'A relative source does not begin with "./", and there is no "metadata.pluginRoot"; it was read as if it did.',
    'Begin the path with "./".',
  ),
  'plugin-source-folder-missing': error(
    'The folder of a plugin is not in the marketplace.',
    'Correct the path, or add the folder.',
  ),
  'plugin-source-needs-files': error(
    'A relative source means nothing in a marketplace that is only a file.',
    'Add the repository that the file comes from instead of the address of the file.',
  ),
  'plugin-source-local': error(
    'A marketplace from elsewhere names a place on this machine.',
    'Only a marketplace that lies on this machine may do that.',
  ),
  'plugin-source-protocol': error(
    'The address of a source is of no kind that is fetched.',
    'Use an https or ssh address.',
  ),
  'plugin-source-insecure': warning(
    'A source is fetched without encryption, and nothing pins its content.',
    'Use https, or state the commit or checksum.',
  ),
  'plugin-source-command': warning(
    'The plugin is made by running a program. That is not done: it would run somebody’s program before anybody saw what the plugin does.',
    'Run the command by yourself and install the folder it makes.',
  ),
  'plugin-source-unknown': warning(
    'The kind of source is not known here, so this plugin cannot be installed; the others can.',
    'Update amplifier-hooks, or fetch the plugin by yourself and install its folder.',
  ),

  // The list of known marketplaces.
  'known-broken': error(
    'The list of known marketplaces cannot be read; no marketplace is known.',
    'Correct it, or remove it and add the marketplaces again.',
  ),
  'known-entry': error(
    'An entry of the list of known marketplaces cannot be understood and is left out.',
    'Remove the entry and add the marketplace again.',
  ),
} as const satisfies Readonly<Record<string, CodeInfo>>;

export type MarketplaceCode = keyof typeof MARKETPLACE_CODES;

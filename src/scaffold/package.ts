// A new plugin that is made to be shared: a manifest, the hook where every reader of plugins looks for it, a test.
import { type EventName, eventRow } from '../events/index.js';
import { type NewFile, type NewPlugin, newPlugin, type Wish } from './scaffold.js';

/** The files of a plugin package with one hook. Throws `BadWish`. */
export function newPackage(wish: Wish): NewPlugin {
  const made = newPlugin(wish);
  const registry = registryOf(made);
  const file = (name: string, value: unknown): NewFile => ({
    name,
    content: typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`,
    executable: false,
  });
  const others = made.files.filter(({ name }) => name !== 'hooks.json' && name !== 'README.md');
  return {
    ...made,
    files: [
      file('.claude-plugin/plugin.json', {
        name: wish.name,
        version: '0.1.0',
        description: registry.description,
        license: 'MIT',
      }),
      file('hooks/hooks.json', registry),
      ...others,
      file('README.md', readme(wish, registry.description, made)),
    ],
  };
}

/** What `hooks.json` of a plugin in a hooks directory says, without what only this engine reads. */
function registryOf({ files }: NewPlugin): { readonly description: string; readonly hooks: unknown } {
  const text = files.find(({ name }) => name === 'hooks.json')?.content ?? '{}';
  const { description, hooks }: { description: string; hooks: unknown } = JSON.parse(text);
  return { description, hooks };
}

const readme = (
  { name, event }: Wish,
  description: string,
  { script, needs }: NewPlugin,
): string => `# ${name}

${description}. Its hook runs ${firesOf(event)}: \`${event}\`.

## Install

\`\`\`sh
amplifier-hooks install ./${name}
\`\`\`

Or from wherever this folder is published: \`owner/name\`, a git URL, an npm package, an archive.

## Test

\`\`\`sh
amplifier-hooks test ${name}
amplifier-hooks validate ${name} --contract
\`\`\`

What is expected of the hook stands in \`${name}.hooktest.yaml\`.

## Change

Everything the hook does stands in \`${script}\`; when it runs, in \`hooks/hooks.json\`; what the plugin is called, and its
version, in \`.claude-plugin/plugin.json\`.

## Share

\`\`\`sh
amplifier-hooks pack ${name}
\`\`\`

## Needs

${needs.map((need) => `\`${need}\` on the PATH.`).join('\n')}
`;

const firesOf = (event: EventName): string => eventRow(event).fires;

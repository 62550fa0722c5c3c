// Plugins with real files, for tests.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** path → content; a path that ends in `*` is executable. */
export type PluginFiles = Readonly<Record<string, string>>;

export const hooksJson = (events: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    {
      hooks: Object.fromEntries(
        Object.entries(events).map(([event, command]) => [
          event,
          [{ hooks: [{ type: 'command', command }] }],
        ]),
      ),
    },
    null,
    2,
  );

export const inRoot = (script: string): string => `"\${CLAUDE_PLUGIN_ROOT}/${script}"`;

/** A plugin that refuses nothing, in its first version. */
export const GUARD: PluginFiles = {
  '.claude-plugin/plugin.json': '{ "name": "guard", "version": "1.0.0" }\n',
  'hooks/hooks.json': hooksJson({ PreToolUse: inRoot('scripts/guard.sh') }),
  'scripts/guard.sh*': '#!/bin/sh\ncat >/dev/null\nexit 0\n',
};

export function writePluginFiles(folder: string, files: PluginFiles): string {
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name.replace(/\*$/, ''));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (name.endsWith('*')) chmodSync(file, 0o755);
  }
  return folder;
}

// Claude Code: settings files of user, project and one person; its format is ours, so that entries move as they are.
import { join } from 'node:path';
import { entryOf, fieldOf, type ObjectTree } from '../../../config/index.js';
import { claudePlugins } from '../claude-plugins.js';
import { variablesIn } from '../commands.js';
import type { Document } from '../document.js';
import { Draft, eventNamed, malformed, textIn, unknownEvent } from '../draft.js';
import type { Host, Journey } from '../host.js';
import { readHooks } from '../read-hooks.js';
import type { Found } from '../report.js';

export const claude: Host = {
  name: 'claude',
  title: 'Claude Code',

  places: ({ scope, projectDir, home, env }) =>
    scope === 'user'
      ? [{ file: join(claudeFolder(home, env), 'settings.json') }]
      : [
          { file: join(projectDir, '.claude', 'settings.json') },
          { file: join(projectDir, '.claude', 'settings.local.json'), personal: true },
        ],

  read(document, { personal = false }) {
    const { root } = document;
    const hooks = root === null ? undefined : fieldOf(root, 'hooks');
    if (root === null || hooks === undefined) return [];
    const off = offSwitch(document, root);
    return readHooks(document, hooks, { shape: 'groups', off: () => off, personal, env: envOf(root) });
  },

  translate(found, journey) {
    const event = eventNamed(found.event);
    if (event === null) return unknownEvent(found.event);
    const wrong = malformed(found.hook);
    if (wrong !== null) return wrong;
    const draft = new Draft();
    const used = [...variablesIn(textIn(found.hook, 'command') ?? '')].filter((name) => found.env.includes(name));
    for (const name of used)
      draft.warn(`$${name} comes from "env" in ${found.file}, which Amplifier does not read; set it where Amplifier is started`);
    return draft.moved({ event, group: found.group, hook: found.hook }, found, journey);
  },

  notes(found) {
    const notes = [
      'A hook that states no timeout has up to 600 seconds in Claude Code and 30 in Amplifier (its option default_timeout changes that).',
      'How far Amplifier can do what hooks decide is in docs/amplifier-events.md.',
    ];
    if (found.some(({ env }) => env.length > 0))
      notes.push('Variables in "env" of the settings reach hooks only where Amplifier reads these settings (--claude-settings).');
    if (found.some(({ hook }) => hook['type'] === 'http'))
      notes.push('Amplifier calls private addresses only where allowedHttpHookUrls names them.');
    return notes;
  },

  left: claudePlugins,
};

/** `~/.claude`, wherever the user has put it. */
export const claudeFolder = (home: string, env: Journey['env']): string =>
  env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');

/** All hooks of the file are switched off. */
function offSwitch(document: Document, root: ObjectTree): string | null {
  const entry = entryOf(root, 'disableAllHooks');
  if (entry?.value.kind !== 'scalar' || entry.value.value !== true) return null;
  return `"disableAllHooks": true in line ${document.positionOf(entry.at).line}`;
}

function envOf(root: ObjectTree): Found['env'] {
  const env = fieldOf(root, 'env');
  return env?.kind === 'object' ? env.entries.map(({ key }) => key) : [];
}

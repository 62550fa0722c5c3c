// Claude Code: settings files of user, project and one person; its format is ours, so that entries move as they are.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, fieldOf, type ObjectTree } from '../../../text/index.js';
import { claudePlugins } from '../claude-plugins.js';
import { variablesIn } from '../commands.js';
import type { Document } from '../document.js';
import { Draft, eventNamed, malformed, textIn, unknownEvent } from '../draft.js';
import type { Host, Journey } from '../host.js';
import { claudeFolder } from '../host.js';
import { hooksIn, readHooks } from '../read-hooks.js';
import type { ForeignHook, Left } from '../report.js';

export const claude: Host = {
  name: 'claude',
  title: 'Claude Code',

  places: ({ scope, projectDir, home, env }) =>
    scope === 'user'
      ? [{ file: join(claudeFolder({ home, env }), 'settings.json') }]
      : [
          { file: join(projectDir, '.claude', 'settings.json') },
          { file: join(projectDir, '.claude', 'settings.local.json'), personal: true },
        ],

  read(document, { personal = false }) {
    const { root } = document;
    const hooks = hooksIn(document, (name) => eventNamed(name) !== null);
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
    const reader = journey.to === 'amplifier' ? 'Amplifier' : 'the other agent';
    const used = [...variablesIn(textIn(found.hook, 'command') ?? '')].filter((name) =>
      found.env.includes(name),
    );
    for (const name of used)
      draft.warn(
        `$${name} comes from "env" in ${found.file}, which ${reader} does not read; set it where ${reader} is started`,
      );
    return draft.moved({ event, group: found.group, hook: found.hook }, found, journey);
  },

  notes(found) {
    const notes = [
      'A hook that states no timeout has up to 600 seconds in Claude Code and 30 in Amplifier (its option default_timeout changes that).',
      'How far Amplifier can do what hooks decide is in docs/amplifier-events.md.',
    ];
    if (found.some(({ env }) => env.length > 0))
      notes.push(
        'Variables in "env" of the settings reach hooks only where Amplifier reads these settings (--claude-settings).',
      );
    if (found.some(({ hook }) => hook['type'] === 'http'))
      notes.push('Amplifier calls private addresses only where allowedHttpHookUrls names them.');
    return notes;
  },

  left: (journey) => [...claudePlugins(journey), ...unreadFile(journey)],
};

/** People put hooks into a file that Claude Code does not know. */
function unreadFile(journey: Journey): readonly Left[] {
  const folder = journey.scope === 'user' ? claudeFolder(journey) : join(journey.projectDir, '.claude');
  const file = join(folder, 'hooks', 'hooks.json');
  if (!existsSync(file)) return [];
  const why = 'Claude Code does not read this file, so that its hooks have never run';
  return [{ what: file, why, commands: [] }];
}

/** All hooks of the file are switched off. */
function offSwitch(document: Document, root: ObjectTree): string | null {
  const entry = entryOf(root, 'disableAllHooks');
  if (entry?.value.kind !== 'scalar' || entry.value.value !== true) return null;
  return `"disableAllHooks": true in line ${document.positionOf(entry.at).line}`;
}

function envOf(root: ObjectTree): ForeignHook['env'] {
  const env = fieldOf(root, 'env');
  return env?.kind === 'object' ? env.entries.map(({ key }) => key) : [];
}

// Whether any hook could be attached to an event at all, asked before anything else is loaded. In doubt the answer is yes.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type EventName, findEventRow } from '../events/index.js';
import { readBytes } from '../files/index.js';
import { isRecord } from '../text/index.js';

/** The hooks directory of a project or home. */
export const hooksDirOf = (root: string): string => join(root, '.amplifier', 'hooks');

/**
 * `true`: below these folders no hook is configured for this event, and no file there is broken, so that
 * reading them would find nothing to do.
 */
export const nothingFor = (folders: readonly string[], event: EventName): boolean =>
  folders.every((folder) => mentionsNone(hooksDirOf(folder), event));

function mentionsNone(hooksDir: string, event: EventName): boolean {
  const found = lstatSync(hooksDir, { throwIfNoEntry: false });
  if (found === undefined) return true;
  if (!found.isDirectory()) return false;
  try {
    return readdirSync(hooksDir).every((name) => {
      const path = join(hooksDir, name);
      const entry = lstatSync(path);
      if (name === 'hooks.json') return entry.isFile() && isSilent(path, event);
      return entry.isDirectory() ? pluginMentionsNone(path, event) : entry.isFile();
    });
  } catch {
    // Something there cannot be read: loading will say what.
    return false;
  }
}

/** A manifest may name any file, and a skill may wait for its use, so a plugin with one of these is left to loading. */
function pluginMentionsNone(folder: string, event: EventName): boolean {
  const inside = new Set(readdirSync(folder));
  if (['plugin.json', '.claude-plugin', 'skills'].some((name) => inside.has(name))) return false;
  const files = [
    ...(inside.has('hooks.json') ? [join(folder, 'hooks.json')] : []),
    ...(inside.has('hooks') && readdirSync(join(folder, 'hooks')).includes('hooks.json')
      ? [join(folder, 'hooks', 'hooks.json')]
      : []),
  ];
  return files.every((file) => isSilent(file, event));
}

/**
 * A hooks file as it should be, for other events only. One with a misspelt event, without its wrapper or with anything
 * else that is odd at the top is left to loading, which speaks of it at every event.
 */
function isSilent(file: string, event: EventName): boolean {
  const content: unknown = JSON.parse(readBytes(file).toString('utf8'));
  if (!isRecord(content) || !isRecord(content['hooks'])) return false;
  return Object.keys(content['hooks']).every((key) => findEventRow(key)?.name === key && key !== event);
}

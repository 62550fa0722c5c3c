// Hooks registered both for the user and for the project would run twice: the user's are removed then.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textIn } from '../../files/index.js';
import { type Context, epochSeconds, home } from '../context.js';
import { holdsOurs } from './ours.js';
import { removeFrom } from './remove.js';

const REMOVED =
  '## Hooks\n\nRedundant global hooks of amplihack were removed from `~/.claude/settings.json`; the local ones in `.claude/settings.json` stay active.';
const UNCHECKED =
  '## Hooks\n\nWarning: `~/.claude/settings.json` could not be checked, so stale global hooks of amplihack may exist there and run a second time.';
const FAILED =
  '## Hooks\n\nWarning: amplihack hooks are registered in `~/.claude/settings.json` and in `.claude/settings.json` and run twice, and the global ones could not be removed. Remove them by hand.';

/** What the user should know about it; `null`: nothing. */
export function cleanUp(context: Context): string | null {
  const own = home(context);
  if (own === null) return null;
  const [global, local] = [settingsIn(own), settingsIn(context.root)];
  if (!existsSync(global) || isSameFile(global, local)) return null;
  const found = registered(global);
  if (found === 'unreadable') return UNCHECKED;
  if (found === 'none' || registered(local) !== 'ours') return null;
  try {
    removeFrom(global, epochSeconds(context));
    return REMOVED;
  } catch {
    return FAILED;
  }
}

const settingsIn = (folder: string): string => join(folder, '.claude', 'settings.json');

function registered(file: string): 'ours' | 'none' | 'unreadable' {
  const text = textIn(file);
  if (text === null) return 'unreadable';
  try {
    const settings: unknown = JSON.parse(text === '' ? '{}' : text);
    return holdsOurs(settings) ? 'ours' : 'none';
  } catch {
    return 'unreadable';
  }
}

function isSameFile(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}

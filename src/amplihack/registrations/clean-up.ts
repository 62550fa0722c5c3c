// Hooks that run twice. The user's settings are changed for a reason that stands in them, never on a project's word.
import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isRegular, textIn } from '../../files/index.js';
import { type Context, epochSeconds, home } from '../context.js';
import { textInProject } from '../files/project.js';
import { type OurRegistration, ourEntry, oursIn } from './ours.js';
import { removeFrom } from './remove.js';

const TITLE = '## Hooks\n\n';
const UNCHECKED =
  'Warning: `~/.claude/settings.json` could not be checked, so stale global hooks of amplihack may exist there and run a second time.';
const REMOVED =
  'Stale hooks of an older amplihack were removed from `~/.claude/settings.json`; those that take their place stay active.';
const FAILED =
  'Warning: stale hooks of an older amplihack in `~/.claude/settings.json` run beside those that take their place, and could not be removed. Remove them by hand.';
const TWICE =
  "amplihack hooks are registered in `~/.claude/settings.json` and in this project's `.claude/settings.json`, and run twice. The user's stay; `amplifier-hooks amplihack uninstall --scope project` removes the project's.";

/** What the user should know about it; `null`: nothing. */
export function cleanUp(context: Context): string | null {
  const own = home(context);
  if (own === null) return null;
  const [global, local] = [settingsIn(own), settingsIn(context.root)];
  if (!existsSync(global) || isSameFile(global, local)) return null;
  const found = registered(textIn(global));
  if (found === null) return TITLE + UNCHECKED;
  if (found.length === 0) return null;
  const said = [
    removeStale(global, found, context),
    (registered(textInProject(context, local)) ?? []).length > 0 ? TWICE : null,
  ].filter((text) => text !== null);
  return said.length === 0 ? null : TITLE + said.join('\n\n');
}

const settingsIn = (folder: string): string => join(folder, '.claude', 'settings.json');

/** `null`: it cannot be read. */
function registered(text: string | null): readonly OurRegistration[] | null {
  if (text === null) return null;
  try {
    return oursIn(JSON.parse(text === '' ? '{}' : text));
  } catch {
    return null;
  }
}

/** A script of an older version is stale where the same file runs the executable at the same event. */
function removeStale(file: string, found: readonly OurRegistration[], context: Context): string | null {
  const replaced = new Set(
    found.flatMap(({ event, ours }) =>
      ours.kind === 'executable' && isAbsolute(ours.program) && isRegular(ours.program) ? [event] : [],
    ),
  );
  if (!found.some(({ event, ours }) => ours.kind === 'script' && replaced.has(event))) return null;
  try {
    removeFrom(
      file,
      epochSeconds(context),
      (entry, event) => replaced.has(event) && ourEntry(entry)?.kind === 'script',
    );
    return REMOVED;
  } catch {
    return FAILED;
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

// The user's preferences: a Markdown file with a table of settings, or with a heading for each.
import { join } from 'node:path';
import type { Context } from '../context.js';
import { textInProject } from '../files/project.js';
import { readShared } from '../files/shared.js';

/** The file as it is; `null`: there is none. */
export const readPreferences = (context: Context): string | null =>
  readShared(context, '.claude/context/USER_PREFERENCES.md') ??
  textInProject(context, join(context.root, 'USER_PREFERENCES.md'));

export interface Preference {
  readonly key: string;
  readonly value: string;
}

export function preferencesIn(text: string): readonly Preference[] {
  const lines = text.split(/\r?\n/);
  const rows = lines.flatMap((line) => rowOf(line) ?? []);
  return rows.length > 0 ? rows : sectionsOf(lines);
}

function rowOf(line: string): Preference | null {
  const row = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  const [key = '', value = ''] = row?.split('|').map((cell) => cell.trim()) ?? [];
  const isRow = key !== '' && value !== '' && key !== 'Setting' && !/^:?-/.test(key);
  return isRow ? { key, value } : null;
}

function sectionsOf(lines: readonly string[]): readonly Preference[] {
  const found: { readonly key: string; readonly lines: string[] }[] = [];
  let open: string[] | null = null;
  for (const line of lines) {
    const heading = /^(#{1,3})\s+(.*)$/.exec(line);
    if (heading !== null) {
      open = heading[1] === '###' ? [] : null;
      if (open !== null) found.push({ key: (heading[2] ?? '').trim(), lines: open });
    } else if (line.trim() !== '') {
      open?.push(line.trim());
    }
  }
  return found
    .map(({ key, lines: own }) => ({ key, value: own.join(' ') }))
    .filter(({ key, value }) => key !== '' && value !== '');
}

/** Something other than headings stands in the section `## Learned Patterns`. */
export function hasLearnedPatterns(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^##\s+Learned Patterns\s*$/.test(line));
  if (start === -1) return false;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^##?\s/.test(line));
  return rest
    .slice(0, end === -1 ? undefined : end)
    .some((line) => line.trim() !== '' && !line.startsWith('#'));
}

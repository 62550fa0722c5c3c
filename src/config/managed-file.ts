// The administrator's settings: where they are, and whether they say anything to hosts that do not read Claude's settings.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textIfThere } from '../files/index.js';
import { hasCode, isRecord } from '../text/index.js';

/** The key of the administrator's policy for hooks. */
export const POLICY_KEY = 'hookPolicy';

/** Where the administrator's settings file is on a platform. */
export function defaultManagedFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  if (platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json';
  return '/etc/claude-code/managed-settings.json';
}

/** `managed-settings.d` beside the managed settings. */
export const dropInFolder = (managedFile: string): string => join(dirname(managedFile), 'managed-settings.d');

/** The files there, in name order. Throws where the folder is there and cannot be read. */
export function dropInsOf(managedFile: string): readonly string[] {
  const folder = dropInFolder(managedFile);
  try {
    // Most often it is not there, and asking so is faster than catching an error.
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** `true`: there is no policy for hooks, and no managed file that might hold one. In doubt the answer is no. */
export function hasNoPolicy(managedFile: string): boolean {
  try {
    // Most machines have no administrator's folder at all.
    if (statSync(dirname(managedFile), { throwIfNoEntry: false }) === undefined) return true;
    return [managedFile, ...dropInsOf(managedFile)].every(isSilent);
  } catch {
    return false;
  }
}

function isSilent(file: string): boolean {
  const text = textIfThere(file);
  if (text === null) return true;
  const content: unknown = JSON.parse(text);
  return isRecord(content) && !Object.hasOwn(content, POLICY_KEY);
}

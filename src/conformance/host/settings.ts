// The settings files of a vector, as its host tells them to the engine and reads permission rules from them.
import { dirname, join } from 'node:path';
import { readBytes } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import type { World } from '../place.js';
import type { SettingSource, Vector } from '../vector.js';

export interface SettingsFile {
  readonly file: string;
  /** The directory a leading `/` of a path rule means. */
  readonly rulesRoot: string;
}

const SOURCES: readonly SettingSource[] = ['user', 'project', 'local'];

/** Which settings the engine is to read. */
export function engineSettings(vector: Vector, place: World) {
  return {
    sources: vector.settingSources ?? SOURCES,
    flagFile: vector.settingsFlag === null ? null : place.at(vector.settingsFlag),
    managedFile: vector.managed === null ? null : place.at(vector.managed),
  };
}

/** The same files as a list. */
export function settingsFiles(vector: Vector, place: World): readonly SettingsFile[] {
  const { sources, flagFile, managedFile } = engineSettings(vector, place);
  const ordinary: Readonly<Record<SettingSource, SettingsFile>> = {
    user: { file: join(place.home, '.claude', 'settings.json'), rulesRoot: join(place.home, '.claude') },
    project: { file: join(place.start, '.claude', 'settings.json'), rulesRoot: place.start },
    local: { file: join(place.start, '.claude', 'settings.local.json'), rulesRoot: place.start },
  };
  const given = [flagFile, managedFile].filter((file) => file !== null);
  return [
    ...sources.map((source) => ordinary[source]),
    ...given.map((file) => ({ file, rulesRoot: dirname(file) })),
  ];
}

/** What stands in a settings file; empty where it is missing or broken, which is the engine's business to report. */
export async function readSettings(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(readBytes(file).toString('utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

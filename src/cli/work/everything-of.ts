// Everything that a project may bring. Which of it a host reads is not known here, so all of it is looked at.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../command.js';
import { loadOptions, textsFlag } from '../options/flags.js';

/** Where hosts look for skills and agents. */
const FOLDERS: readonly string[] = ['.claude', '.amplifier'];
/** As of the folders in a hooks directory. */
const MOST = 1000;

/** The same call with Claude Code's settings files and the skills and agents of the project. */
export function everythingOf(call: Call): Call {
  const { projectDir } = loadOptions(call);
  const inFolders = (folder: string, pick: (name: string) => string): readonly string[] =>
    FOLDERS.flatMap((base) => {
      const place = join(projectDir, base, folder);
      return namesIn(place).map((name) => join(place, pick(name)));
    });
  const skills = inFolders('skills', (name) => join(name, 'SKILL.md')).filter((file) => existsSync(file));
  const agents = inFolders('agents', (name) => name).filter((file) => file.endsWith('.md'));
  return {
    ...call,
    options: {
      ...call.options,
      // The project is the same, whatever of it is looked at.
      project: projectDir,
      claudeSettings: true,
      skill: [...new Set([...skills, ...textsFlag(call.options, 'skill')])],
      agent: [...new Set([...agents, ...textsFlag(call.options, 'agent')])],
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort().slice(0, MOST);
  } catch {
    return [];
  }
}

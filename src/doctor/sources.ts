// Where hooks were looked for, and what became of each place and each entry.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Generation, SourceReport } from '../nouns.js';
import { plural, shellWord } from '../text/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, warn, fail } = inArea('sources');

/** One finding a source, one a quarantined entry, and what lies where nobody looks. */
export function sources(generation: Generation, projectDir: string, home: string): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const { source } of generation.hooks) counts.set(source.file, (counts.get(source.file) ?? 0) + 1);
  return [
    ...generation.sources.map((source) => ofSource(source, counts.get(source.file) ?? 0)),
    ...generation.quarantined.map(({ source, line, column, problem }) =>
      fail(`set aside: ${problem.message}`, problem.hint, { file: source.file, line, column }),
    ),
    ...ofPolicy(generation),
    ...above(projectDir, home),
    ...(generation.hooks.length === 0 && generation.quarantined.length === 0
      ? [warn('no hook is configured', '`amplifier-hooks init` makes one.')]
      : []),
  ];
}

/** What is wrong with it is told with the other problems of the configuration. */
function ofPolicy({ policy: { files, demands } }: Generation): readonly Finding[] {
  const there = demands.filter(({ unmet }) => unmet === null).length;
  const [file] = files;
  if (file === undefined) return [];
  const required =
    demands.length === 0
      ? 'requires no hook'
      : `${there} of ${plural(demands.length, 'required hook')} there`;
  return [pass(`policy of the administrator: ${required}`, { file })];
}

function ofSource({ scope, file, state, why }: SourceReport, count: number): Finding {
  switch (state) {
    case 'read':
      return pass(`${scope}: ${plural(count, 'hook')} in ${file}`, { file });
    case 'absent':
      return pass(`${scope}: none, there is no ${file}`, { file });
    case 'off':
      return warn(
        `${scope}: ${plural(count, 'hook')} in ${file} switched off: ${why}`,
        'Change that setting, if it is not meant so.',
        { file },
      );
    case 'broken':
      return fail(`${scope}: ${file} is not used: ${why}`, '`amplifier-hooks validate` shows the place.', {
        file,
      });
  }
}

/**
 * Outside of its repository, without one, or by the wish of whoever named a folder, a project is not looked for. One that has hooks
 * itself hides those of the folders above it in the same repository.
 */
function above(projectDir: string, home: string): readonly Finding[] {
  const folders = foldersAbove(projectDir, home);
  const isOwn = existsSync(join(projectDir, '.amplifier', 'hooks'));
  const inRepository = [projectDir, ...folders].findIndex((folder) => existsSync(join(folder, '.git')));
  const folder = (isOwn ? folders.slice(0, Math.max(inRepository, 0)) : folders).find((one) =>
    existsSync(join(one, '.amplifier', 'hooks')),
  );
  if (folder === undefined) return [];
  const hooks = join(folder, '.amplifier', 'hooks');
  return [
    warn(
      `${hooks} is not read: the project is ${projectDir}${isOwn ? ', which has hooks of its own' : ''}`,
      `Start the session in ${folder}, or name it: --project ${shellWord(folder)}`,
      { file: hooks },
    ),
  ];
}

/** The nearest first. The home directory and what lies above it is no project. */
function foldersAbove(folder: string, home: string): readonly string[] {
  const up = dirname(folder);
  return up === folder || up === home || dirname(up) === up ? [] : [up, ...foldersAbove(up, home)];
}

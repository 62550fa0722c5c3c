// The ready handlers of this package, where they are registered: executable, order, version, duplicates.
import { packagedExecutable, type Status, statusOf, type Warning } from '../../amplihack/install/index.js';
import { type Finding, inArea } from '../../doctor/index.js';
import type { Settled } from '../../engine/index.js';
import { plural, shellWord } from '../../text/index.js';
import { VERSION } from '../../version.js';

const { pass, warn } = inArea('amplihack');

/** Nothing where nothing of it is registered. */
export async function amplihack({
  env,
  home,
  projectDir,
}: Pick<Settled, 'env' | 'home' | 'projectDir'>): Promise<readonly Finding[]> {
  const packaged = packagedExecutable();
  const status = await statusOf({ env, home, projectDir, version: VERSION, packaged, settings: null });
  const having = status.files.filter(({ registered }) => registered.length > 0);
  if (having.length === 0) return [];
  return [
    ...having.map(({ file, registered }) =>
      pass(`${plural(registered.length, 'hook')} of amplihack-hooks in ${file}`, { file }),
    ),
    ...executables(status),
    ...status.warnings.map((one) => {
      const { message, file, line, column } = one;
      return warn(message, fixOf(one), { file, line, column });
    }),
  ];
}

const executables = ({ executables: all, version: own }: Status): readonly Finding[] =>
  all.flatMap(({ path, version }) =>
    version === own ? [pass(`executable: ${path}, version ${version}`)] : [],
  );

function fixOf({ kind, file }: Warning): string {
  switch (kind) {
    case 'twice':
      return '`amplifier-hooks amplihack uninstall`, for one of the two.';
    case 'useless':
      return 'Remove that entry.';
    case 'unreadable':
      return 'Correct the file.';
    default:
      return `\`amplifier-hooks amplihack install --settings ${shellWord(file)}\``;
  }
}

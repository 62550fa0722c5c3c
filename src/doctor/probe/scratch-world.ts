// Copies of project, home and plugins, in which hooks can be started without touching the real ones.
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { elsewhere, type Settled } from '../../engine/index.js';
import { liesIn, makeFolders, makeScratch, removeScratch } from '../../files/index.js';
import { endLeftovers } from '../../run/index.js';
import { Copier, type CopyLimits, type LeftOut } from './copy.js';

export interface ScratchWorld {
  /** For an engine that knows only the copies. */
  readonly settled: Settled;
  readonly leftOut: readonly LeftOut[];
  /** Ends what hooks left running, and removes the copies. */
  remove(): Promise<void>;
}

/** Of the home directory only what hooks are made of; the rest is private, large, or both. */
const FROM_HOME: readonly string[] = ['.amplifier', '.claude', '.gitconfig', '.config/git'];
/** Transcripts, caches and credentials. */
const NEVER: readonly string[] = [
  '.credentials.json',
  'keys.env',
  'projects',
  'todos',
  'history.jsonl',
  'file-history',
  'shell-snapshots',
  'statsig',
  'cache',
  'audit',
];

/** A hook can ask for it; its value is the folder with the copies. */
export const PROBE_VARIABLE = 'AMPLIFIER_HOOKS_PROBE';

/** Makes the copies. `scripts`: files that hooks run, wherever they lie. */
export function makeScratchWorld(
  real: Settled,
  scripts: readonly string[],
  limits?: CopyLimits,
): ScratchWorld {
  const { projectDir, home, env, request } = real;
  const root = makeScratch('amplifier-hooks-probe-');
  const isHome = projectDir === home;
  const newHome = join(root, 'home');
  const newProject = isHome ? newHome : join(root, 'project', basename(projectDir) || 'root');
  const copier = new Copier(limits);
  const plugins = request.plugins.map((folder, index) => ({
    folder,
    copy: join(root, 'plugins', String(index), basename(folder)),
  }));
  mkdirSync(newHome);
  mkdirSync(join(root, 'tmp'));
  makeFolders(newProject);
  for (const { folder, copy } of plugins) copier.copy(folder, copy);
  for (const name of FROM_HOME) {
    const source = join(home, name);
    if (existsSync(source)) copier.copy(source, join(newHome, name), NEVER);
  }
  for (const script of new Set(scripts)) {
    const inside = relative(home, script);
    if (!liesIn(home, script) || !existsSync(script) || existsSync(join(newHome, inside))) continue;
    // Scripts read files beside them; but nobody's whole home directory is such a folder.
    const folder = dirname(inside);
    const what = folder === '.' ? inside : folder;
    copier.copy(join(home, what), join(newHome, what), NEVER);
  }
  if (!isHome) copier.copy(projectDir, newProject);
  return {
    settled: {
      ...elsewhere(real, {
        projectDir: newProject,
        home: newHome,
        plugins: plugins.map(({ copy }) => copy),
      }),
      stateDir: join(root, 'state'),
      journal: null,
      watch: false,
      env: {
        ...withoutFolders(env),
        HOME: newHome,
        PWD: newProject,
        TMPDIR: join(root, 'tmp'),
        // Real services are not to be reached with real credentials.
        CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1',
        [PROBE_VARIABLE]: root,
      },
    },
    leftOut: [
      ...copier.leftOut,
      {
        path: home,
        why: `only ${FROM_HOME.join(', ')} and the folders of scripts that hooks run are copied`,
      },
    ],
    async remove() {
      await endLeftovers(`${PROBE_VARIABLE}=${root}`);
      await removeScratch(root);
    },
  };
}

/** Folders of the user that programs find by these variables instead of by HOME. */
function withoutFolders(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^XDG_\w+_HOME$|^OLDPWD$/.test(name)));
}

// Copies of project, home and plugins, in which hooks can be started without touching the real ones.
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { elsewhere, type Settled } from '../engine/index.js';
import { liesIn, makeFolders, makeScratch, removeScratch } from '../files/index.js';
import { endLeftovers } from '../run/index.js';
import { Copier, type CopyLimits, type LeftOut } from './copy.js';
import { type Moved, PathMap } from './paths.js';

export interface ScratchWorld {
  /** For an engine that knows only the copies. */
  readonly settled: Settled;
  /** The real folders, and their copies. */
  readonly moved: readonly Moved[];
  readonly leftOut: readonly LeftOut[];
  /** Ends what hooks left running, and removes the copies. */
  remove(): Promise<void>;
}

export interface ScratchWish {
  /** What a hook finds in its environment, with the folder of the copies as value; also the name of that folder. */
  readonly variable: string;
  /** Files that hooks run, wherever they lie. */
  readonly scripts: readonly string[];
  readonly limits?: CopyLimits | undefined;
  /** The folder around the project that belongs to it, such as the root of its repository; default: the project. */
  readonly top?: string | undefined;
  /** Another folder whose files take the place of those of that folder, or what puts them there. */
  readonly instead?: string | ((target: string) => void) | undefined;
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

/** A hook that the doctor tries can ask for it. */
export const PROBE_VARIABLE = 'AMPLIFIER_HOOKS_PROBE';

/** Makes the copies. */
export function makeScratchWorld(real: Settled, wish: ScratchWish): ScratchWorld {
  const { projectDir, home, env, request } = real;
  const root = makeScratch(`${wish.variable.toLowerCase().replaceAll('_', '-')}-`);
  const newHome = join(root, 'home');
  const top = wish.top ?? projectDir;
  // Where the project lies in the home directory, its copy lies in that of the home directory: hooks compare their paths.
  const newTop = liesIn(home, top)
    ? join(newHome, relative(home, top))
    : join(root, 'project', basename(top) || 'root');
  const newProject = join(newTop, relative(top, projectDir));
  const copier = new Copier(wish.limits);
  const plugins = request.plugins.map((folder, index) => ({
    folder,
    copy: liesIn(top, folder)
      ? join(newTop, relative(top, folder))
      : join(root, 'plugins', String(index), basename(folder)),
  }));
  mkdirSync(newHome);
  mkdirSync(join(root, 'tmp'));
  makeFolders(newProject);
  for (const { folder, copy } of plugins) if (!liesIn(top, folder)) copier.copy(folder, copy);
  for (const name of FROM_HOME) {
    const source = join(home, name);
    if (existsSync(source)) copier.copy(source, join(newHome, name), NEVER);
  }
  for (const script of new Set(wish.scripts)) {
    const inside = relative(home, script);
    if (!liesIn(home, script) || !existsSync(script) || existsSync(join(newHome, inside))) continue;
    // Scripts read files beside them; but nobody's whole home directory is such a folder.
    const folder = dirname(inside);
    const what = folder === '.' ? inside : folder;
    copier.copy(join(home, what), join(newHome, what), NEVER);
  }
  const { instead = top } = wish;
  if (typeof instead !== 'string') instead(newTop);
  else if (projectDir !== home) {
    // The project first: of the folder around it there may be more than fits.
    if (top !== projectDir) copier.copy(join(instead, relative(top, projectDir)), newProject);
    copier.copy(instead, newTop);
  }
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
        // What programs and libraries of the project are found by leads to the copies; those of the home directory are not copied.
        ...new PathMap([[top, newTop]]).value(withoutFolders(env)),
        HOME: newHome,
        PWD: newProject,
        TMPDIR: join(root, 'tmp'),
        // Real services are not to be reached with real credentials.
        CLAUDE_CODE_SUBPROCESS_ENV_SCRUB: '1',
        [wish.variable]: root,
      },
    },
    moved: [[top, newTop], [home, newHome], ...plugins.map(({ folder, copy }): Moved => [folder, copy])],
    leftOut: [
      ...copier.leftOut,
      {
        path: home,
        why: `only ${FROM_HOME.join(', ')} and the folders of scripts that hooks run are copied`,
      },
    ],
    async remove() {
      await endLeftovers(`${wish.variable}=${root}`);
      await removeScratch(root);
    },
  };
}

/** Folders of the user that programs find by these variables instead of by HOME, and where services of the user listen. */
const FOLDERS = /^XDG_\w+_(?:HOME|DIR)$|^OLDPWD$|^SSH_AUTH_SOCK$|^DBUS_SESSION_BUS_ADDRESS$|^DOCKER_HOST$/;

const withoutFolders = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !FOLDERS.test(name)));

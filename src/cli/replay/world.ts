// The copies that a replay runs hooks on: of the project as it is, of another folder, or of a commit.
import { existsSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { elsewhere, type Settled } from '../../engine/index.js';
import { liesIn } from '../../files/index.js';
import { commitOf, filesOfCommit, NoCommit, type Origin } from '../../replay/index.js';
import { type LeftOut, type Moved, makeScratchWorld, PathMap } from '../../scratch/index.js';
import { repositoryOf } from '../../trust/index.js';
import { validate } from '../../validate/index.js';
import { UserError } from '../io.js';

/** Whose hooks are replayed. */
export type HooksOf =
  | { readonly from: 'project' }
  | { readonly from: 'folder'; readonly folder: string }
  | { readonly from: 'commit'; readonly ref: string };

export interface ReplayWorld {
  /** For an engine on the copies; trust is not settled yet. */
  readonly settled: Settled;
  /** In words: the folder, or the commit. */
  readonly where: string;
  /** The project in which its hooks can be approved; `null`: they are of a commit. */
  readonly approvedIn: string | null;
  /** What answers of the user are kept for. */
  readonly keyOf: (key: string) => string;
  readonly there: PathMap;
  readonly back: PathMap;
  readonly defined: PathMap;
  readonly inCopies: (command: string) => string;
  readonly leftOut: readonly LeftOut[];
  remove(): Promise<void>;
}

/** A hook can ask for it; its value is the folder with the copies. */
const VARIABLE = 'AMPLIFIER_HOOKS_REPLAY';
/** What is looked at every day fits; the whole of a large project is not copied for each replay. */
const LIMITS = { bytes: 1024 ** 3, files: 200_000, fileBytes: 128 * 1024 ** 2 };

/** Throws `UserError` where there is no such commit. */
export async function makeReplayWorld(here: Settled, of: HooksOf, origin: Origin): Promise<ReplayWorld> {
  const real = of.from === 'folder' ? elsewhere(here, { projectDir: of.folder }) : here;
  const top = topOf(real);
  const commit = of.from === 'commit' ? commitIn(top, of.ref, real.env) : null;
  const files = (target: string): void => {
    if (of.from === 'commit' && commit !== null)
      byGit(of.ref, () => filesOfCommit(top, commit, target, real.env));
  };
  const { subjects } = await validate(real);
  const world = makeScratchWorld(real, {
    variable: VARIABLE,
    scripts: subjects.flatMap(({ scripts }) => scripts.map(({ path }) => path)),
    limits: LIMITS,
    top,
    instead: commit === null ? undefined : files,
  });
  const { projectDir, home } = world.settled;
  const [newTop = projectDir] = world.moved.filter(([from]) => from === top).map(([, to]) => to);
  // Events speak of the folders that they were recorded in.
  const recorded: Moved[] = [
    ...aroundProject(here, origin, projectDir, newTop),
    ...places(origin.project).map((from): Moved => [from, projectDir]),
    ...places(origin.home ?? here.home).map((from): Moved => [from, home]),
  ];
  const copyKey = repositoryOf(projectDir).key;
  const realKey = repositoryOf(real.projectDir).key;
  const defined = new PathMap(world.moved.map(([from, to]) => [to, from]));
  return {
    settled: world.settled,
    where: commit ?? real.projectDir,
    approvedIn: commit === null ? real.projectDir : null,
    keyOf: (key) => (key === copyKey ? realKey : defined.text(key)),
    there: new PathMap(recorded),
    // Of several names for one folder the first is the usual one.
    back: new PathMap(recorded.toReversed().map(([from, to]) => [to, from])),
    defined,
    inCopies: commandIn(new PathMap([...recorded, ...world.moved])),
    // Of the home directory most is left out on purpose.
    leftOut: world.leftOut.filter(({ path }) => liesIn(top, path) || !liesIn(here.home, path)),
    remove: () => world.remove(),
  };
}

/** An absolute path in a command. */
const PATH = /\/[\w.@+/-]+/g;

/** Of the home directory not everything is copied; a program that is not stays where it is. */
const commandIn =
  (map: PathMap) =>
  (command: string): string =>
    command.replace(PATH, (path) => {
      const moved = map.text(path);
      return moved !== path && existsSync(moved) ? moved : path;
    });

/** The root of the repository, by way of the project's own path, unless that is more than a project. */
function topOf({ projectDir, home }: Settled): string {
  const { top } = repositoryOf(projectDir);
  const around = resolve(projectDir, relative(realpathSync(projectDir), top));
  return liesIn(around, home) ? projectDir : around;
}

/** The folder around the project, where events of this machine speak of it. */
function aroundProject(here: Settled, { project }: Origin, newProject: string, newTop: string): Moved[] {
  const top = topOf(here);
  if (project !== here.projectDir || relative(top, here.projectDir) !== relative(newTop, newProject))
    return [];
  return [[top, newTop]];
}

/** A folder, and how it is called without links. */
function places(folder: string): readonly string[] {
  try {
    return [folder, realpathSync(folder)];
  } catch {
    // It was on another machine.
    return [folder];
  }
}

function commitIn(top: string, ref: string, env: Settled['env']): string {
  if (!existsSync(join(top, '.git'))) throw new UserError(`--git ${ref}: ${top} is not a repository of git`);
  return byGit(ref, () => commitOf(top, ref, env));
}

/** What git says no to, in its words. */
function byGit<T>(ref: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof NoCommit)) throw error;
    throw new UserError(
      `--git ${ref}: ${error.message}`,
      'Name a branch, a tag or a commit of this repository.',
    );
  }
}

// Brings the one commit that is asked for, as little of the repository as the server can give.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PluginProblem } from '../../problem.js';
import type { PluginSource } from '../../source.js';
import { quoted, shownAddress } from '../clean-text.js';
import { inWords } from '../limits.js';
import { isCommit, isGitAddress, isRef } from '../parse-git.js';
import type { Finished } from '../run-program.js';
import { gitProblem } from './failure.js';
import { git } from './program.js';
import type { Repository } from './tree.js';

type GitSource = Extract<PluginSource, { kind: 'git' }>;

const WANTED = 'refs/plugin/wanted';
const NO_SHALLOW = /does not support shallow|dumb http transport/i;
const NO_COMMIT =
  /not our ref|unadvertised object|no such remote ref|couldn't find remote ref|remote error: upload-pack/i;

/** Gives the id of the commit. */
export async function bringCommit(repository: Repository, source: GitSource): Promise<string> {
  // A source may come from a marketplace, not only from what a person typed.
  if (!isGitAddress(source.url))
    throw new PluginProblem('bad-source', 'this is not an address of a git repository');
  if (source.ref !== null && !isRef(source.ref))
    throw new PluginProblem('bad-source', `${quoted(source.ref)} cannot be a branch or tag`);
  await initialise(repository);
  const { commit } = source;
  if (commit === null) {
    await fetched(repository, `+${await fullName(repository, source.ref)}:${WANTED}`);
    return commitAt(repository, WANTED);
  }
  if (!isCommit(commit))
    throw new PluginProblem('bad-source', `${quoted(commit)} is not a full id of a commit`);
  return exactly(repository, commit.toLowerCase());
}

async function initialise({ folder, order, url }: Repository): Promise<void> {
  const args = ['init', '--quiet', '--bare', '--template='];
  const { exit, stderr } = await git({ repository: folder, order, args });
  if (exit !== 0) throw gitProblem(stderr, url);
}

/** A branch is preferred to a tag of the same name, as by `git clone --branch`. */
async function fullName({ folder, order, url }: Repository, ref: string | null): Promise<string> {
  order.progress.step(`Asking ${shownAddress(url)}`, 0, null);
  const names = ref === null ? ['HEAD'] : [`refs/heads/${ref}`, `refs/tags/${ref}`, ref];
  const { exit, value, stderr } = await git({
    repository: folder,
    order,
    args: ['ls-remote', '--', url, ...names],
  });
  if (exit !== 0) throw gitProblem(stderr, url);
  const there = new Set(
    value
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('\t')[1]),
  );
  const found = names.find((name) => there.has(name));
  if (found !== undefined) return found;
  if (ref === null) throw new PluginProblem('not-found', 'the repository has no default branch, or is empty');
  throw new PluginProblem('not-found', `the repository has no branch or tag ${quoted(ref)}`, {
    hint: /^[0-9a-f]{4,39}$/i.test(ref)
      ? 'A commit is given by its full id of 40 digits.'
      : 'Check the spelling; see what there is with git ls-remote.',
  });
}

/** Servers may refuse to give a commit by its id; then everything is fetched and it is looked for in there. */
async function exactly(repository: Repository, commit: string): Promise<string> {
  const short = await attempt(repository, ['--depth=1'], [`+${commit}:${WANTED}`]);
  if (short.exit === 0) return commitAt(repository, WANTED);
  if (!NO_COMMIT.test(short.stderr) && !NO_SHALLOW.test(short.stderr))
    throw gitProblem(short.stderr, repository.url);
  const all = await attempt(repository, [], ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
  if (all.exit !== 0) throw gitProblem(all.stderr, repository.url);
  return commitAt(repository, commit);
}

async function fetched(repository: Repository, refspec: string): Promise<void> {
  const short = await attempt(repository, ['--depth=1'], [refspec]);
  if (short.exit === 0) return;
  if (!NO_SHALLOW.test(short.stderr)) throw gitProblem(short.stderr, repository.url);
  const whole = await attempt(repository, [], [refspec]);
  if (whole.exit !== 0) throw gitProblem(whole.stderr, repository.url);
}

async function attempt(
  { folder, order, url }: Repository,
  options: readonly string[],
  refspecs: readonly string[],
): Promise<Finished<Buffer>> {
  const { progress, limits } = order;
  const what = `Fetching ${shownAddress(url)}`;
  progress.step(what, 0, null);
  const watch = (): PluginProblem | null =>
    sizeOf(join(folder, 'objects')) > limits.repository
      ? new PluginProblem('too-big', `the repository is larger than ${inWords(limits.repository)}`)
      : null;
  const finished = await git({
    repository: folder,
    order,
    args: ['fetch', '--no-tags', '--no-recurse-submodules', '--progress', ...options, '--', url, ...refspecs],
    onLine: (line) => {
      const [, done, total] = /^Receiving objects:\s+[0-9]+% \(([0-9]+)\/([0-9]+)\)/.exec(line) ?? [];
      if (done !== undefined && total !== undefined) progress.step(what, Number(done), Number(total));
    },
    watch,
  });
  const problem = watch();
  if (problem !== null) throw problem;
  return finished;
}

async function commitAt({ folder, order, url }: Repository, name: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { exit, value, stderr } = await git({ repository: folder, order, args });
  const id = value.toString('utf8').trim();
  if (exit === 0 && isCommit(id)) return id;
  if (stderr.trim() !== '') throw gitProblem(stderr, url);
  const what = isCommit(name) ? `has no commit ${name}` : 'has something other than a commit there';
  throw new PluginProblem('not-found', `the repository ${what}`);
}

function sizeOf(folder: string): number {
  let size = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    size += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return size;
}

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fetchPinned } from '../fetch.js';
import type { FetchableSource } from '../order.js';
import { fetchText, optionsIn, plainEnv, problemOf } from '../testing/fetching.js';
import { place, treeOf } from '../testing/place.js';
import { TestRepository } from '../testing/repository.js';
import { deadAddress, serveFiles, serveGit } from '../testing/servers.js';

const PLUGIN = { 'hooks/hooks.json': '{}', 'bin/run.sh*': '#!/bin/sh\n' };

/** A repository with a branch, a tag and a plugin in a folder. */
function repository(at = place()) {
  const repo = new TestRepository(join(at, 'repo'));
  const first = repo.commit({ ...PLUGIN, version: '1' });
  repo.git('tag', '--annotate', '--message=x', 'v1');
  const second = repo.commit({ version: '2', 'plugins/a/hooks.json': '{"a":1}' });
  repo.git('branch', 'feature/x');
  const third = repo.commit({ version: '3' });
  return { repo, at, first, second, third, url: `file://${repo.folder}` };
}

const version = async (text: string): Promise<unknown> => {
  const fetched = await fetchText(text);
  return { version: treeOf(fetched.folder)['version'], pinned: fetched.pinned };
};

describe('a git repository', () => {
  it('is fetched by branch, tag and commit, or as it is now', async () => {
    const { url, first, second, third } = repository();
    const pinned = (commit: string) => ({ kind: 'git', url, commit, folder: null });
    expect(await version(url)).toEqual({ version: '3', pinned: pinned(third) });
    expect(await version(`${url}#v1`)).toEqual({ version: '1', pinned: pinned(first) });
    expect(await version(`${url}#feature/x`)).toEqual({ version: '2', pinned: pinned(second) });
    expect(await version(`${url}#refs/heads/feature/x`)).toEqual({ version: '2', pinned: pinned(second) });
    expect(await version(`${url}#${second}`)).toEqual({ version: '2', pinned: pinned(second) });
  });

  it('brings files with their modes and links; submodules and Git LFS are named', async () => {
    const { repo, url } = repository();
    repo.commit({
      run: '-> bin/run.sh',
      model: `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`,
    });
    repo.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor`);
    repo.git('commit', '--quiet', '--message=x');
    const fetched = await fetchText(url);
    expect(treeOf(fetched.folder)).toMatchObject({
      'bin/run.sh*': '#!/bin/sh\n',
      'hooks/hooks.json': '{}',
      run: '-> bin/run.sh',
      version: '3',
    });
    expect(fetched.left).toEqual([
      'vendor is a submodule and was not fetched',
      'model is kept with Git LFS; only a pointer to it was fetched',
    ]);
  });

  it('gives one folder, with copies of what its links lead to elsewhere in the repository', async () => {
    const { repo, url } = repository();
    const commit = repo.commit({
      'plugins/a/run': '-> ../../bin/run.sh',
      'plugins/a/all': '-> ../../hooks',
      'plugins/a/self': '-> ./hooks.json',
      'plugins/a2/x': 'not this one',
    });
    const fetched = await fetchText(`${url}#main:plugins/a`);
    expect(treeOf(fetched.folder)).toEqual({
      'all/hooks.json': '{}',
      'hooks.json': '{"a":1}',
      'run*': '#!/bin/sh\n',
      self: '-> hooks.json',
    });
    expect(fetched.pinned).toEqual({ kind: 'git', url, commit, folder: 'plugins/a' });
    const again = await fetchPinned(fetched.pinned, optionsIn(place()));
    expect(treeOf(again.folder)).toEqual(treeOf(fetched.folder));
  });

  it('over http: smart with git http-backend, and as plain files', async () => {
    const { repo, at, third, first } = repository();
    const smart = await serveGit(at);
    expect(await version(`${smart.url}/repo/.git`)).toMatchObject({
      version: '3',
      pinned: { commit: third },
    });
    expect(await version(`${smart.url}/repo/.git#${first}`)).toMatchObject({ version: '1' });
    repo.git('update-server-info');
    const plain = await serveFiles(at);
    expect(await version(`${plain.url}/repo/.git`)).toMatchObject({
      version: '3',
      pinned: { commit: third },
    });
    expect(await version(`${plain.url}/repo/.git#${first}`)).toMatchObject({ version: '1' });
  });

  it('is told how far it is', async () => {
    const { at } = repository();
    const { url } = await serveGit(at);
    const steps: string[] = [];
    const progress = {
      step: (what: string, done: number, total: number | null) => void steps.push(`${what} ${done}/${total}`),
    };
    await fetchText(`${url}/repo/.git`, { progress });
    expect(steps[0]).toBe(`Asking ${url}/repo/.git 0/null`);
    expect(steps).toContain('Writing files 4/4');
    expect(steps.filter((step) => step.startsWith('Fetching') && !step.endsWith('/null'))).not.toEqual([]);
  });

  it('runs nothing: no hooks, no filters, no programs of the settings', async () => {
    const { repo, url, at } = repository();
    const touched = join(at, 'touched');
    const evil = join(at, 'evil.sh');
    writeFileSync(evil, `#!/bin/sh\ntouch ${touched}\ncat\n`);
    chmodSync(evil, 0o755);
    mkdirSync(join(at, 'template/hooks'), { recursive: true });
    for (const name of ['post-checkout', 'reference-transaction', 'post-merge']) {
      writeFileSync(join(at, 'template/hooks', name), `#!/bin/sh\ntouch ${touched}\n`, { mode: 0o755 });
    }
    repo.commit({ '.gitattributes': '* filter=evil\nversion export-ignore\n' });
    const config = `[filter "evil"]\n\tsmudge = ${evil}\n\trequired = true\n[init]\n\ttemplateDir = ${at}/template\n[core]\n\tfsmonitor = ${evil}\n\thooksPath = ${at}/template/hooks\n`;
    writeFileSync(join(at, '.gitconfig'), config);
    const env = { ...plainEnv(at), GIT_DIR: '/nowhere', GIT_EXTERNAL_DIFF: evil, GIT_ASKPASS: evil };
    const fetched = await fetchText(url, { env }, at);
    expect(treeOf(fetched.folder)['version']).toBe('3');
    expect(existsSync(touched)).toBe(false);
  });
});

describe('a git repository that cannot be had', () => {
  it('with no such ref, commit or folder', async () => {
    const { url, at, first } = repository();
    expect(await problemOf(`${url}#nope`)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('no branch or tag "nope"'),
    });
    expect(await problemOf(`${url}#${first.slice(0, 8)}`)).toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('full id'),
    });
    expect(await problemOf(`${url}#${'0'.repeat(39)}1`)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('no commit'),
    });
    expect(await problemOf(`${url}#main:nope`)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('no folder "nope"'),
    });
    expect(await problemOf(`${url}#main:version`)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('a file, not a folder'),
    });
    new TestRepository(join(at, 'empty'));
    expect(await problemOf(`file://${at}/empty`)).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('empty'),
    });
  });

  it('that is not there, is locked, or at which nobody answers', async () => {
    const { at } = repository();
    expect(await problemOf(`file://${at}/nope`)).toMatchObject({ code: 'not-found' });
    const locked = await serveGit(at, { locked: true });
    expect(await problemOf(`${locked.url}/repo/.git`)).toMatchObject({
      code: 'fetch-failed',
      message: expect.stringContaining('log in'),
    });
    expect(await problemOf(`${await deadAddress()}/x.git`)).toMatchObject({ code: 'unreachable' });
    const asked = join(at, 'asked');
    writeFileSync(join(at, 'ask.sh'), `#!/bin/sh\ntouch ${asked}\n`, { mode: 0o755 });
    writeFileSync(join(at, '.gitconfig'), `[core]\n\taskPass = ${at}/ask.sh\n`);
    const env = {
      ...plainEnv(at),
      GIT_ASKPASS: join(at, 'ask.sh'),
      SSH_ASKPASS: join(at, 'ask.sh'),
      DISPLAY: ':0',
    };
    expect(await problemOf(`${locked.url}/repo/.git`, { env }, at)).toMatchObject({ code: 'fetch-failed' });
    expect(existsSync(asked)).toBe(false);
    const secret = locked.url.replace('//', '//ada:s3cret@');
    expect((await problemOf(`${secret}/repo/.git`)).message).not.toContain('s3cret');
  });

  it('whose connection breaks', async () => {
    const { at } = repository();
    const { url } = await serveGit(at, { cut: true });
    expect(await problemOf(`${url}/repo/.git`)).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('connection broke'),
    });
  });

  it('that takes too long or is interrupted: git is ended, nothing is left', async () => {
    const { at } = repository();
    const stop = new AbortController();
    const { url } = await serveGit(at, { onStalled: () => stop.abort() });
    expect(await problemOf(`${url}/repo/.git`, { signal: stop.signal })).toMatchObject({
      code: 'interrupted',
    });
    const slow = await serveGit(at, { onStalled: () => undefined });
    expect(await problemOf(`${slow.url}/repo/.git`, { limits: { deadlineMs: 700 } })).toMatchObject({
      code: 'timed-out',
    });
  });

  it('without git', async () => {
    const home = place();
    expect(await problemOf('owner/name', { env: { PATH: home } }, home)).toMatchObject({
      code: 'program-missing',
      message: expect.stringContaining('the program git'),
      hint: expect.stringContaining('Install git'),
    });
  });

  it.each([
    ['ext::sh -c id', null, null],
    ['--upload-pack=touch x', null, null],
    ['git+https://x.example/y', null, null],
    ['https://x.example/y#main', null, null],
    ['https://x.example/y', '--upload-pack=x', null],
    ['https://x.example/y', null, 'HEAD'],
  ])('whose source comes from elsewhere is looked at again: %s %s %s', async (url, ref, commit) => {
    const source: FetchableSource = { kind: 'git', url, ref, commit, folder: null };
    expect(await problemOf(source)).toMatchObject({ code: 'bad-source' });
  });
});

describe('a hostile git repository', () => {
  const evil = (make: (repo: TestRepository) => string) => {
    const repo = new TestRepository(join(place(), 'repo'));
    repo.commitTree(make(repo));
    return `file://${repo.folder}`;
  };
  const treeIn = (repo: TestRepository): string => repo.tree([['100644', 'evil', repo.blob('x')]]);
  it.each<readonly [string, RegExp, (repo: TestRepository) => string]>([
    ['..', /leads out/, (repo) => repo.tree([['40000', '..', treeIn(repo)]])],
    ['a slash in a name', /leads out/, (repo) => repo.tree([['100644', '../evil', repo.blob('x')]])],
    ['an absolute name', /absolute/, (repo) => repo.tree([['100644', '/tmp/evil', repo.blob('x')]])],
    ['.git', /pretends/, (repo) => repo.tree([['40000', '.git', treeIn(repo)]])],
    ['.GIT', /pretends/, (repo) => repo.tree([['40000', '.GIT', treeIn(repo)]])],
    ['a backslash', /backslash/, (repo) => repo.tree([['100644', 'a\\b', repo.blob('x')]])],
    [
      'a name twice',
      /twice/,
      (repo) =>
        repo.tree([
          ['100644', 'a', repo.blob('x')],
          ['100644', 'a', repo.blob('y')],
        ]),
    ],
    [
      'a link and a folder of one name',
      /twice|lies in a link/,
      (repo) =>
        repo.tree([
          ['120000', 'a', repo.blob('/tmp')],
          ['40000', 'a', treeIn(repo)],
        ]),
    ],
    ['a link out', /leads out/, (repo) => repo.tree([['120000', 'a', repo.blob('../../etc/passwd')]])],
    ['an absolute link', /leads out/, (repo) => repo.tree([['120000', 'a', repo.blob('/etc/passwd')]])],
    [
      'a link into .git',
      /leads out|nothing/,
      (repo) => repo.tree([['120000', 'a', repo.blob('../.git/config')]]),
    ],
    [
      'a link with a long target',
      /no usable target/,
      (repo) => repo.tree([['120000', 'a', repo.blob('x'.repeat(5000))]]),
    ],
    ['an escape in a name', /control/, (repo) => repo.tree([['100644', 'a\u001b[2J', repo.blob('x')]])],
  ])('with %s', async (_what, message, make) => {
    expect(await problemOf(evil(make))).toMatchObject({
      code: 'unsafe',
      message: expect.stringMatching(message),
    });
  });

  it('with too much', async () => {
    const { url } = repository();
    expect(await problemOf(url, { limits: { bytes: 10 } })).toMatchObject({
      code: 'too-big',
      message: expect.stringContaining('largest file'),
    });
    expect(await problemOf(url, { limits: { repository: 100 } })).toMatchObject({
      code: 'too-big',
      message: expect.stringContaining('the repository is larger'),
    });
    expect(await problemOf(url, { limits: { files: 3 } })).toMatchObject({ code: 'too-big' });
  });

  it('with a tree that unfolds without end', async () => {
    const url = evil((repo) => {
      let tree = repo.tree([['100644', 'x', repo.blob('x')]]);
      for (let level = 0; level < 12; level++) {
        tree = repo.tree(Array.from({ length: 10 }, (_, index) => ['40000', `d${index}`, tree] as const));
      }
      return tree;
    });
    expect(await problemOf(url)).toMatchObject({ code: 'too-big' });
  });
});

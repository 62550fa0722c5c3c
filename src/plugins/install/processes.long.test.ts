// What only shows with real processes: two at once, one that is interrupted, a disk that is full.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProject } from '../../cli/testing/command.js';
import { withExecutables } from '../../testing/executables.js';
import { ended } from '../../testing/index.js';
import { treeOf } from '../sources/testing/place.js';
import { TestRepository } from '../sources/testing/repository.js';
import { serve, serveGit } from '../sources/testing/servers.js';
import { GUARD, writePluginFiles } from './testing/plugin.js';

const { command } = withExecutables('command');

let project: CommandProject;
beforeEach(() => {
  project = new CommandProject(command);
});
afterEach(() => project.remove());

const start = (argv: readonly string[]) => {
  const child = project.start(argv);
  return { child, ended: ended(child) };
};
const own = (): string => join(project.dir, '.amplifier');

describe('two at once', () => {
  it('one waits for nobody: it says who is at work, and changes nothing', async () => {
    const repository = new TestRepository(join(project.root, 'git', 'guard'));
    repository.commit(GUARD);
    let stalled: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      stalled = resolve;
    });
    const { url } = await serveGit(join(project.root, 'git'), { onStalled: () => stalled() });
    const first = start(['install', `${url}/guard`, '--yes']);
    await reached;
    const second = await start(['install', pathToFileURL(repository.folder).href, '--yes']).ended;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${first.child.pid} is changing what is installed here`);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    expect(readdirSync(project.dir)).toEqual([]);
  });

  it('however many there are, what is there in the end is whole', async () => {
    const folders = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      writePluginFiles(join(project.root, 'plugins', name), {
        ...GUARD,
        '.claude-plugin/plugin.json': JSON.stringify({ name }),
      }),
    );
    const ends = await Promise.all(folders.map((folder) => start(['install', folder, '--yes']).ended));
    const done = ends.filter(({ code }) => code === 0);
    expect(done.length).toBeGreaterThan(0);
    for (const { code, stderr } of ends)
      if (code !== 0)
        expect([code, stderr]).toEqual([1, expect.stringContaining('is changing what is installed here')]);
    const { plugins } = JSON.parse(readFileSync(join(own(), 'hooks.lock.json'), 'utf8'));
    expect(Object.keys(plugins)).toHaveLength(done.length);
    expect(readdirSync(join(own(), 'hooks'))).toEqual(Object.keys(plugins));
    expect(readdirSync(own())).toEqual(['hooks', 'hooks.lock.json']);
  });
});

describe('ended in the middle of it', () => {
  /** A server that begins to answer and then says nothing more, and who has asked it. */
  async function silent() {
    let asked: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('x', () => asked());
    });
    return { url: `${server.url}/x.tgz`, reached };
  }

  it('an interruption leaves nothing behind', async () => {
    await start(['install', writePluginFiles(join(project.root, 'plugins', 'guard'), GUARD), '--yes']).ended;
    const before = treeOf(project.dir);
    const { url, reached } = await silent();
    const { child, ended } = start(['install', url, '--yes']);
    await reached;
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130, signal: null });
    expect(treeOf(project.dir)).toEqual(before);
  });

  it('what a killed command leaves is swept by the next', async () => {
    const { url, reached } = await silent();
    const { child, ended } = start(['install', url, '--yes']);
    await reached;
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    expect(readdirSync(own())).toContain('hooks-install.lock');
    const folder = writePluginFiles(join(project.root, 'plugins', 'guard'), GUARD);
    expect(await start(['install', folder, '--yes']).ended).toMatchObject({ code: 0 });
    expect(readdirSync(own())).toEqual(['hooks', 'hooks.lock.json']);
    expect(readdirSync(join(own(), 'hooks'))).toEqual(['guard']);
  });
});

/** Why a small disk cannot be had here; `null`: it can. */
function whyNoDisk(): string | null {
  if (process.platform !== 'linux') return 'mounting a tmpfs is for Linux';
  const at = mkdtempSync(join(tmpdir(), 'plugin-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', at], { stdio: 'pipe' });
    execFileSync('umount', [at]);
    return null;
  } catch {
    return 'mounting a tmpfs needs root';
  } finally {
    rmdirSync(at);
  }
}

const noDisk = whyNoDisk();

describe(`a full disk${noDisk === null ? '' : ` (skipped: ${noDisk})`}`, () => {
  it.skipIf(noDisk !== null)('leaves what was there', async () => {
    mkdirSync(own());
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', own()]);
    try {
      const guard = writePluginFiles(join(project.root, 'plugins', 'guard'), GUARD);
      expect(await start(['install', guard, '--yes']).ended).toMatchObject({ code: 0 });
      const before = treeOf(own());
      const large = {
        ...GUARD,
        '.claude-plugin/plugin.json': '{"name":"large"}',
        data: 'x'.repeat(1_200_000),
      };
      const folder = writePluginFiles(join(project.root, 'plugins', 'large'), large);
      const { code, stderr } = await start(['install', folder, '--yes']).ended;
      expect([code, stderr]).toEqual([1, expect.stringContaining('Make room on the disk')]);
      expect(treeOf(own())).toEqual(before);
      expect(readdirSync(join(own(), 'hooks'))).toEqual(['guard']);
    } finally {
      execFileSync('umount', [own()]);
    }
  });

  it.skipIf(noDisk !== null)('a disk that can only be read is said so', async () => {
    mkdirSync(own());
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', own()]);
    try {
      const guard = writePluginFiles(join(project.root, 'plugins', 'guard'), GUARD);
      const { code, stderr } = await start(['install', guard, '--yes']).ended;
      expect([code, stderr]).toEqual([1, expect.stringContaining('Check that you may write there')]);
    } finally {
      execFileSync('umount', [own()]);
    }
  });
});

it('a file where a folder has to be is said so, and stays', async () => {
  writeFileSync(own(), 'x');
  const guard = writePluginFiles(join(project.root, 'plugins', 'guard'), GUARD);
  expect(await start(['install', guard, '--yes']).ended).toMatchObject({ code: 1 });
  expect(existsSync(own())).toBe(true);
});

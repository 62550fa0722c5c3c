// Real git repositories for tests, also with trees that no honest git would make.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export class TestRepository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.git('init', '--quiet', '--initial-branch=main');
  }

  git(...args: readonly string[]): string {
    return this.gitWith('', ...args);
  }

  gitWith(input: string | Buffer, ...args: readonly string[]): string {
    return execFileSync('git', [...args], {
      cwd: this.folder,
      env: ENV,
      input,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }

  /** path → content; `-> target` is a link, a path that ends in `*` is executable. Gives the commit. */
  commit(files: Readonly<Record<string, string>>): string {
    for (const [name, content] of Object.entries(files)) {
      const file = join(this.folder, name.replace(/\*$/, ''));
      mkdirSync(dirname(file), { recursive: true });
      if (content.startsWith('-> ')) symlinkSync(content.slice(3), file);
      else writeFileSync(file, content);
      if (name.endsWith('*')) chmodSync(file, 0o755);
    }
    this.git('add', '--all', '--force');
    this.git('commit', '--quiet', '--allow-empty', '--message=x');
    return this.git('rev-parse', 'HEAD');
  }

  blob(content: string): string {
    return this.gitWith(content, 'hash-object', '-w', '--stdin');
  }

  /** A tree with any names: `mktree` and `fsck` would refuse them. */
  tree(entries: readonly (readonly [mode: string, name: string, id: string])[]): string {
    const body = entries.flatMap(([mode, name, id]) => [
      Buffer.from(`${mode} ${name}\u0000`),
      Buffer.from(id, 'hex'),
    ]);
    return this.gitWith(Buffer.concat(body), 'hash-object', '-t', 'tree', '-w', '--stdin', '--literally');
  }

  /** Makes a tree the only commit of main. */
  commitTree(tree: string): string {
    const commit = this.git('commit-tree', tree, '-m', 'x');
    this.git('update-ref', 'refs/heads/main', commit);
    return commit;
  }
}

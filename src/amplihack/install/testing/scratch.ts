// A home with settings and a package that stands for this one, for tests of the installer.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Installed, install, type Uninstalled, uninstall } from '../index.js';

export const NOW = 1_700_000_000;

export class Scratch {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'amplihack-install-')));
  readonly home = join(this.root, 'home');
  readonly projectDir = join(this.root, 'project');
  readonly settings = join(this.home, '.claude', 'settings.json');
  readonly bin = join(this.home, '.local', 'bin');
  readonly packaged = join(this.root, 'package', 'amplihack-hooks.cjs');
  readonly placed = join(this.bin, 'amplihack-hooks');

  constructor() {
    for (const folder of [this.home, this.projectDir]) mkdirSync(folder);
    this.write(this.packaged, `#!/usr/bin/env node\nrequire("./amplihack-rest.cjs");\n`, 0o755);
    this.write(
      join(this.root, 'package', 'amplihack-rest.cjs'),
      `require("./amplihack-hooks.cjs"); console.log('amplihack-hooks 9.9.9');\n`,
    );
  }

  write(file: string, content: string, mode?: number): string {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (mode !== undefined) chmodSync(file, mode);
    return file;
  }

  read(file = this.settings): string {
    return readFileSync(file, 'utf8');
  }

  /** Everything below the root: content of files, targets of links, modes. */
  everything(): Readonly<Record<string, string>> {
    const paths = readdirSync(this.root, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(this.root, name),
    );
    return Object.fromEntries(
      paths.sort().map((path) => {
        const stats = lstatSync(path);
        const mode = (stats.mode & 0o7777).toString(8);
        const what = stats.isSymbolicLink()
          ? `-> ${relative(this.root, readlinkSync(path))}`
          : stats.isFile()
            ? readFileSync(path, 'utf8')
            : 'folder';
        return [relative(this.root, path), `${mode} ${what}`];
      }),
    );
  }

  /** Names of backups beside a file. */
  backups(file = this.settings): readonly string[] {
    const folder = dirname(file);
    return existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.includes('.backup.'))
          .sort()
      : [];
  }

  install(more: Partial<InstallWish> = {}): Promise<Installed> {
    const { settings = this.settings, env = {}, packaged = this.packaged, copy = false, ...order } = more;
    const search = { env, cwd: this.projectDir, home: this.home, bin: this.bin, packaged, copy };
    const plain = { sessionEnd: false, dryRun: false, epochSeconds: NOW };
    return install({ settings, projectDir: null, search, ...plain, ...order });
  }

  uninstall(
    more: { readonly settings?: string; readonly executable?: boolean; readonly dryRun?: boolean } = {},
  ): Promise<Uninstalled> {
    const order = { settings: this.settings, bin: this.bin, executable: false, dryRun: false };
    return uninstall({ ...order, projectDir: null, epochSeconds: NOW, ...more });
  }

  remove(): void {
    for (const path of [this.home, join(this.home, '.claude'), this.bin])
      if (existsSync(path)) chmodSync(path, 0o755);
    rmSync(this.root, { recursive: true, force: true });
  }
}

interface InstallWish {
  readonly settings: string;
  readonly env: Readonly<Record<string, string>>;
  readonly packaged: string | null;
  readonly copy: boolean;
  readonly sessionEnd: boolean;
  readonly dryRun: boolean;
}

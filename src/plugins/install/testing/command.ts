// The command as a program of its own, for tests that need several processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { type Ended, ended } from '../../../testing/index.js';

const path = (name: string): string => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));

export class TestCommand {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<TestCommand> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-program-')));
    symlinkSync(path('node_modules'), join(folder, 'node_modules'));
    symlinkSync(path('package.json'), join(folder, 'package.json'));
    const bundle = await rolldown({
      platform: 'node',
      input: { bin: path('src/cli/bin.ts') },
      resolve: { mainFields: ['module', 'main'], extensionAlias: { '.js': ['.ts', '.js'] } },
      external: (id) => /^(?!node:)[a-z@]/.test(id),
    });
    await bundle.write({ dir: join(folder, 'dist', 'cli'), format: 'esm' });
    await bundle.close();
    return new TestCommand(folder);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  start(argv: readonly string[], cwd: string, home: string): { child: ChildProcess; ended: Promise<Ended> } {
    const env = { PATH: process.env['PATH'], HOME: home };
    const child = spawn(process.execPath, [join(this.#folder, 'dist', 'cli', 'bin.js'), ...argv], {
      cwd,
      env,
    });
    return { child, ended: ended(child) };
  }
}

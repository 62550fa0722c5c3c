// The command as a program of its own, for tests that need several processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const path = (name: string): string => fileURLToPath(new URL(`../../../../${name}`, import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

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
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
    child.stdin.end();
    const ended = new Promise<Ended>((resolve) =>
      child.on('close', (code, signal) =>
        resolve({ code, signal, stdout: out.join(''), stderr: err.join('') }),
      ),
    );
    return { child, ended };
  }
}

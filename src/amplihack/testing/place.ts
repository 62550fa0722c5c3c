// A fresh project and a fresh home for one test, and the ways to run a hook there.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ended } from '../../testing/index.js';
import { type Ended, runAmplihack, type Surroundings } from '../run.js';

export class Place {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'amplihack-hooks-')));
  readonly root = join(this.folder, 'project');
  readonly home = join(this.folder, 'home');
  env: Readonly<Record<string, string>> = { HOME: this.home, PATH: process.env['PATH'] ?? '' };

  constructor() {
    for (const folder of [this.root, this.home]) mkdirSync(folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes a file below the project; its path. */
  write(path: string, content: string): string {
    return this.#write(join(this.root, path), content);
  }

  writeHome(path: string, content: string): string {
    return this.#write(join(this.home, path), content);
  }

  #write(file: string, content: string): string {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** Every file below the project and the home, with its content. */
  files(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      readdirSync(this.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [relative(this.folder, file), readFileSync(file, 'utf8')]),
    );
  }

  /** In this process. */
  run(subcommand: string, payload: unknown, more: Partial<Surroundings> = {}): Promise<Ended> {
    const stdin =
      typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
    return runAmplihack(subcommand, stdin, { root: this.root, env: this.env, ...more });
  }

  /** In this process; the reply alone. */
  async reply(subcommand: string, payload: unknown, more: Partial<Surroundings> = {}): Promise<unknown> {
    const { stdout } = await this.run(subcommand, payload, more);
    return JSON.parse(stdout);
  }

  /** As the executable, in a process of its own. */
  async spawn(
    executable: string,
    argv: readonly string[],
    stdin: string | Uint8Array,
    env: Readonly<Record<string, string>> = this.env,
  ): Promise<Spawned> {
    const child = spawn(process.execPath, [executable, ...argv], { cwd: this.root, env });
    const { stdout, stderr, code: exitCode } = await ended(child, stdin);
    return { stdout, stderr, exitCode };
  }
}

export interface Spawned {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** The last line on stderr: how the call went. */
export function telemetryOf({ stderr }: { readonly stderr: string }): Readonly<Record<string, unknown>> {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  const value: Readonly<Record<string, unknown>> = JSON.parse(line);
  return value;
}

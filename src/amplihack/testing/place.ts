// A fresh project and a fresh home for one test, and the ways to run a hook there.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ended, Folder } from '../../testing/index.js';
import { type Ended, runAmplihack, type Situation } from '../run.js';

export class Place {
  readonly #all = new Folder();
  readonly folder = this.#all.root;
  readonly root = this.#all.makeFolder('project');
  readonly home = this.#all.makeFolder('home');
  env: Readonly<Record<string, string>> = { HOME: this.home, PATH: process.env['PATH'] ?? '' };

  remove(): void | Promise<void> {
    return this.#all.remove();
  }

  /** Writes a file below the project; its path. */
  write(path: string, content: string): string {
    return this.#all.write(`project/${path}`, content);
  }

  writeHome(path: string, content: string): string {
    return this.#all.write(`home/${path}`, content);
  }

  read(path: string): string {
    return this.#all.read(`project/${path}`);
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
  run(subcommand: string, payload: unknown, more: Partial<Situation> = {}): Promise<Ended> {
    const stdin =
      typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload);
    return runAmplihack(subcommand, stdin, { root: this.root, env: this.env, ...more });
  }

  /** In this process; the reply alone. */
  async reply(subcommand: string, payload: unknown, more: Partial<Situation> = {}): Promise<unknown> {
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

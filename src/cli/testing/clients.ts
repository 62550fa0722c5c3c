// Clients and the resident engine of a throw-away user, as real processes.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { TestProject } from '../../engine/testing/project.js';
import { processesWith, TEST_PATH } from '../../run/testing/place.js';
import { type Ended, ended } from '../../testing/index.js';
import { type Door, doorAt, doorIn } from '../resident/door.js';
import { own } from './play.js';

/** The exit code of a client that would have started Node. */
const COLD = 99;

export interface Asking {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export class ClientScene extends TestProject {
  readonly command: string;
  #clients = 0;
  readonly env = { PATH: TEST_PATH, HOME: this.home };
  readonly stateDir = join(this.home, '.local', 'state', 'amplifier-hooks');

  constructor(command: string) {
    super();
    this.command = command;
    own(this.dir, this.env);
  }

  get doorPath(): string {
    return doorIn(this.stateDir, this.command);
  }

  get door(): Door | null {
    return doorAt(this.doorPath);
  }

  start(program: string, args: readonly string[], { cwd = this.dir, env = this.env }: Asking = {}) {
    return spawn(program, args, { cwd, env });
  }

  /** `dispatch` in a process of its own. */
  cold(event: string | Uint8Array, asking: Asking = {}): Promise<Ended> {
    return ended(
      this.start(process.execPath, [this.command, 'dispatch', ...(asking.args ?? [])], asking),
      event,
    );
  }

  /** Writes a client; its path. */
  client(...options: readonly string[]): string {
    const file = this.path('client');
    this.said('dispatch', '--client', file, ...options);
    return file;
  }

  /** One that says that it would start Node instead of doing so. */
  warmClient(...options: readonly string[]): string {
    const marker = this.path('marker');
    this.#clients += 1;
    const file = this.path(`warm-client-${this.#clients}`);
    const start = `${process.execPath} ${this.command} dispatch --start-resident`;
    writeFileSync(
      marker,
      `#!/bin/sh\ncase "$*" in *--start-resident*) ${start} </dev/null >/dev/null 2>&1; esac\nexit ${COLD}\n`,
    );
    chmodSync(marker, 0o755);
    writeFileSync(
      file,
      readFileSync(this.client(...options), 'utf8').replace(/^ah_node=.*$/m, `ah_node=${marker}`),
    );
    chmodSync(file, 0o755);
    return file;
  }

  /** What a command printed. */
  said(...args: readonly string[]): string {
    const { dir: cwd, env } = this;
    const options = { cwd, env, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync(process.execPath, [this.command, ...args], options);
  }

  ask(client: string, event: string | Uint8Array, { args = [], ...asking }: Asking = {}): Promise<Ended> {
    return ended(this.start(client, args, asking), event);
  }

  /** Starts the resident engine as a client does, and waits until it listens. */
  async resident(): Promise<Door> {
    await ended(this.start(process.execPath, [this.command, 'dispatch', '--start-resident']), '{}');
    return this.#listening();
  }

  async #listening(): Promise<Door> {
    for (;;) {
      const { door } = this;
      if (door !== null) return door;
      await setTimeout(5);
    }
  }

  /** Asks until the resident engine answered: on a busy machine it may not be quick enough at first. */
  async warm(client: string, event: string | Uint8Array, asking: Asking = {}): Promise<Ended> {
    for (;;) {
      const end = await this.ask(client, event, asking);
      if (end.code !== COLD) return end;
    }
  }

  static isCold = ({ code }: Ended): boolean => code === COLD;

  override async remove(): Promise<void> {
    for (let left = this.#residents(); left.length > 0; left = this.#residents()) {
      for (const pid of left) endNow(pid);
      await setTimeout(5);
    }
    await super.remove();
  }

  /** One may still be starting. */
  #residents(): readonly number[] {
    return processesWith(`HOME=${this.home}`)
      .filter((line) => line.includes('dispatch --resident'))
      .map((line) => Number.parseInt(line, 10));
  }

  /** What hooks wrote into a file of the project. */
  told(file: string): string {
    const path = join(this.dir, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

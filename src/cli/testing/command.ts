// A throw-away project whose user calls the real command, in processes of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { TestProject } from '../../engine/testing/project.js';
import { TEST_PATH } from '../../run/testing/place.js';
import { type Ended, ended, Terminal } from '../../testing/index.js';
import { own } from './play.js';

type Variables = Readonly<Record<string, string>>;

export class CommandProject extends TestProject {
  /** The path of `amplifier-hooks`. */
  readonly command: string;
  /** The environment of its user. */
  readonly env: Variables;
  readonly #started: ChildProcessWithoutNullStreams[] = [];
  readonly #terminals: Terminal[] = [];

  constructor(command: string, more: Variables = {}) {
    super();
    this.command = command;
    this.env = { PATH: TEST_PATH, HOME: this.home, ...more };
  }

  /** The project is its user's own work: nobody has to approve what is in it. */
  own(): void {
    own(this.dir, this.env);
  }

  start(
    argv: readonly string[],
    more: Variables = {},
    { cwd = this.dir, node = [] }: { readonly cwd?: string; readonly node?: readonly string[] } = {},
  ): ChildProcessWithoutNullStreams {
    const env = { ...this.env, ...more };
    const child = spawn(process.execPath, [...node, this.command, ...argv], { cwd, env });
    this.#started.push(child);
    return child;
  }

  /** The same at a terminal. */
  atTerminal(argv: readonly string[], more: Variables = {}): Terminal {
    const env = { ...this.env, ...more };
    const terminal = new Terminal([process.execPath, this.command, ...argv], { cwd: this.dir, env });
    this.#terminals.push(terminal);
    return terminal;
  }

  run(argv: readonly string[], stdin: string | Uint8Array = '', more: Variables = {}): Promise<Ended> {
    return ended(this.start(argv, more), stdin);
  }

  /** Also ends what a test that failed left behind. */
  override async remove(): Promise<void> {
    for (const child of this.#started)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    for (const terminal of this.#terminals) terminal.kill();
    await super.remove();
  }
}

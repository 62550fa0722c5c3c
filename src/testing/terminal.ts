// A command at a terminal: a pseudo-terminal that somebody types at and reads from.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { findProgram } from '../machine/index.js';

/** Node cannot make a terminal. What is typed comes on stdin, what is shown goes to stdout; it ends with the command's exit code. */
const PYTHON = `
import fcntl, os, pty, select, struct, sys, termios
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 40, int(sys.argv[1]), 0, 0))
child = os.fork()
if child == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in (0, 1, 2): os.dup2(slave, number)
    os.close(master); os.close(slave)
    os.execv(sys.argv[2], sys.argv[2:])
os.close(slave)
sources = [master, 0]
while True:
    ready, _, _ = select.select(sources, [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed: os.write(master, typed)
        else: sources.remove(0)
    if master in ready:
        try: shown = os.read(master, 65536)
        except OSError: shown = b''
        if not shown: break
        os.write(1, shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

const python = findProgram('python3', process.env['PATH'] ?? '');

/** `null`: there can be terminals; otherwise why not. */
export const WHY_NO_TERMINAL = python === null ? 'a terminal needs python3' : null;

export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
}

export class Terminal {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number | null>;
  #shown = '';
  #look = (): void => undefined;

  constructor(command: readonly string[], { cwd, env, columns = 100 }: TerminalOptions) {
    this.#process = spawn(python ?? 'python3', ['-c', PYTHON, String(columns), ...command], {
      cwd,
      env: { TERM: 'xterm', ...env },
    });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#shown += text;
      this.#look();
    });
    this.#process.stdin.on('error', () => undefined);
    this.#ended = new Promise((resolve, reject) => {
      this.#process.on('error', reject);
      this.#process.on('close', (code) => {
        this.#look();
        resolve(code);
      });
    });
  }

  /** Everything that was written to it, with all control sequences. */
  get written(): string {
    return this.#shown;
  }

  /** Waits until something was written. */
  async shows(words: RegExp | string): Promise<void> {
    const isThere = (): boolean =>
      typeof words === 'string' ? this.#shown.includes(words) : words.test(this.#shown);
    while (!isThere()) {
      if (this.#process.exitCode !== null) throw new Error(`it never showed ${words}: ${this.#shown}`);
      await new Promise<void>((resolve) => {
        this.#look = resolve;
      });
    }
  }

  type(text: string): void {
    this.#process.stdin.write(text);
  }

  /** Its exit code. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  /** What a person reads in the end, line by line: what was drawn over or cleared is gone. */
  get lines(): readonly string[] {
    const text = this.#shown.slice(this.#shown.lastIndexOf('\u001b[2J') + 1);
    return text
      .replace(/\r\n/g, '\n')
      .split('\n')
      .map((line) => line.slice(line.lastIndexOf('\r') + 1).replace(/\u001b\[[\d;]*[A-Za-z]/g, ''));
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

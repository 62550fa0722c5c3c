// The version that an executable states.
import { execFile } from 'node:child_process';

const LIMIT_MS = 5000;
const LONGEST = 200;

type Env = Readonly<Record<string, string | undefined>>;

/** What it answers to `--version`; `null`: nothing that makes sense. */
export function versionOf(program: string, env: Env): Promise<string | null> {
  return new Promise((resolve) => {
    const options = {
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024,
      env: { ...env },
    } as const;
    const child = execFile(program, ['--version'], options, (error, stdout) => {
      const [, version = null] = /^amplihack-hooks (\S+)/.exec(plain(stdout)) ?? [];
      resolve(error === null ? version : null);
    });
    child.stdin?.end();
  });
}

/** Text of another program on one line, with nothing in it that moves a cursor. */
const plain = (text: string): string =>
  text
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)/g, '')
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .slice(0, LONGEST);

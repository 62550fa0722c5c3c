// The version that an executable states.
import { execFile } from 'node:child_process';
import { withoutColours } from '../../text/index.js';

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
      const [, version = null] =
        /^amplihack-hooks (\S+)/.exec(withoutColours(stdout).slice(0, LONGEST)) ?? [];
      resolve(error === null ? version : null);
    });
    child.stdin?.end();
  });
}

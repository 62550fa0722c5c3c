// The floor: the same command started by a bare spawn with piped stdio, its output collected.
import { spawn } from 'node:child_process';

export interface Bare {
  readonly shell: string;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Buffer;
}

export function bareSpawn({ shell, command, cwd, env, stdin }: Bare): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(shell, ['-c', command], { cwd, env, stdio: 'pipe' });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    // A command that does not read its input closes the pipe early; that is no error here.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

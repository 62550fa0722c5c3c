// Runs another program for a handler, limited in time, its output drained.
import type { Context } from './context.js';

const MAX_OUTPUT = 4 * 1024 * 1024;

export interface ProgramCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: string;
  readonly limitMs: number;
}

/** What it printed when it ended well; `null`: it is missing, failed, or took too long. */
export async function output({ root }: Context, call: ProgramCall): Promise<string | null> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn(call.program, call.args, {
      cwd: root,
      env: { ...call.env },
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (result: string | null): void => {
      clearTimeout(limit);
      resolve(result);
    };
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      // A process it started may hold the pipe open.
      child.stdout.destroy();
      child.stdin.destroy();
      child.unref();
      end(null);
    }, call.limitMs);
    child.on('error', () => end(null));
    child.stdout.on('data', (chunk: Buffer) => {
      if (size < MAX_OUTPUT) chunks.push(chunk);
      size += chunk.length;
    });
    child.on('close', (code) => end(code === 0 ? Buffer.concat(chunks).toString('utf8') : null));
    // A program that does not read its input closes the pipe early; that is no error here.
    child.stdin.on('error', () => undefined);
    child.stdin.end(call.stdin);
  });
}

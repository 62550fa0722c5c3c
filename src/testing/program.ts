// A program in a process of its own, from its input to its end.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Gives a program its whole input; settles when it has ended and all it printed is read. */
export function ended(
  child: ChildProcessWithoutNullStreams,
  stdin: string | Uint8Array = '',
): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
  // It may end without reading.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout: out.join(''), stderr: err.join('') }),
    );
  });
}

// Amplifier's own module for shell hooks, in the Python process that it needs. It measures itself there; what it takes to ask for
// it is not counted.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pythonWithKernel } from './install.js';
import type { Scene } from './peer.js';

export interface Timed {
  /** Milliseconds of one event, measured there. */
  fire(): Promise<number>;
  close(): void;
}

/** @param checkout a clone of amplifier-module-hook-shell */
export function hookShell(checkout: string, { projectDir, env }: Scene): Timed {
  const script = fileURLToPath(new URL('../../../bench/peers/hook_shell.py', import.meta.url));
  const child = spawn(pythonWithKernel(), [script, checkout], {
    cwd: projectDir,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async fire() {
      child.stdin.write('\n');
      const { value, done } = await lines.next();
      if (done === true) throw new Error('hook-shell ended');
      return Number(value);
    },
    close: () => child.stdin.end(),
  };
}

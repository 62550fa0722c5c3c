import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { endLeftovers } from './leftovers.js';

const started: ChildProcess[] = [];

/** A process that says when it is ready and then sleeps, with a child of its own in the same group. */
async function sleeper(tmp: string): Promise<ChildProcess> {
  const child = spawn('/bin/sh', ['-c', 'sleep 30 & echo ready; wait'], {
    env: { PATH: process.env['PATH'], VECTOR_TMP: tmp },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

afterEach(() => {
  for (const child of started.splice(0)) {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
});

describe.skipIf(!existsSync('/proc/self/environ'))('endLeftovers', () => {
  it('ends the processes of this directory and of no other', async () => {
    const [ours, other, longer] = await Promise.all([sleeper('/v/1'), sleeper('/v/2'), sleeper('/v/12')]);
    const closed = once(ours, 'close');
    await endLeftovers('VECTOR_TMP=/v/1');
    // The stream closes only when the child in the background is gone too.
    await closed;
    expect(ours.signalCode).toBe('SIGKILL');
    expect([other.signalCode, longer.signalCode]).toEqual([null, null]);
    expect([other.exitCode, longer.exitCode]).toEqual([null, null]);
  });
});

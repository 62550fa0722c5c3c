// Makes this process a sidecar: its streams, signals and faults belong to the conversation with the host.

import { traceOf } from '../../text/index.js';
import { EXIT } from '../io.js';
import { startSidecar } from './sidecar.js';
import type { SidecarTrust } from './workshop.js';

/** Ends the process when the host is gone or asks for it. */
export async function beSidecar(trusted: SidecarTrust = { required: false }): Promise<never> {
  const output = process.stdout;
  // Whatever is printed by accident must not stand between messages.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
  process.stderr.on('error', () => undefined);
  const { server, end } = startSidecar({ input: process.stdin, output, env: process.env, trusted });

  const fault = (error: unknown): void => {
    const text = traceOf(error);
    server.log('error', `fault of amplifier-hooks: ${text}`);
  };
  for (const name of ['uncaughtException', 'unhandledRejection']) {
    process.removeAllListeners(name);
    process.on(name, fault);
  }
  // Ctrl+C reaches the host and everything it started; what it means is for the host to decide.
  process.removeAllListeners('SIGINT');
  const isTerminal = process.stdin.isTTY === true;
  const signalled = new Promise<void>((resolve) => {
    for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
      process.on(name, () => {
        if (name !== 'SIGINT' || isTerminal) resolve();
      });
    }
  });
  await Promise.race([server.ended, signalled]);
  await end().catch(fault);
  process.exit(EXIT.fine);
}

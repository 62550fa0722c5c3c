// Runs the sidecar on two streams until its host is gone.
import type { Readable, Writable } from 'node:stream';
import { Server } from '../../hosts/sidecar/index.js';
import { openTelemetry, type Telemetry } from '../../telemetry/index.js';
import { traceOf } from '../../text/index.js';
import { VERSION } from '../../version.js';
import { EXIT } from '../io.js';
import { leaveSignals } from '../signals.js';
import type { SidecarWords } from './workshop.js';

export interface SidecarWorld {
  readonly input: Readable;
  readonly output: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly words?: SidecarWords;
}

export interface Sidecar {
  /** For the host's log. */
  readonly server: Server;
  /** Ends every hook; resolves when that is done and said, or cannot be. */
  end(): Promise<void>;
}

/** How long hooks have to end, a collector to take what happened, and the last messages to be read: together less than five seconds. */
const ENDING_MS = 4000;
const TELLING_MS = 400;
const SAYING_MS = 500;

export function startSidecar({ input, output, env: given, words }: SidecarWorld): Sidecar {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined) env[name] = value;
  let telemetry: Telemetry | null = null;
  const load = async () => {
    telemetry = await openTelemetry({ env, onProblem: (problem) => server.log('warning', problem) });
    return (await import('./workshop.js')).workshop(env, words, telemetry);
  };
  const server = new Server({
    input,
    output,
    name: 'amplifier-hooks',
    version: VERSION,
    node: process.version,
    env,
    load,
  });
  return {
    server,
    async end() {
      await within(ENDING_MS, server.close());
      await telemetry?.close(TELLING_MS);
      await within(SAYING_MS, server.flushed());
    },
  };
}

/** Waits, but not for ever. */
function within(limit: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Ends the process when the host is gone or asks for it. */
export async function beSidecar(words?: SidecarWords): Promise<never> {
  const output = process.stdout;
  // Whatever is printed by accident must not stand between messages.
  Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
  process.stderr.on('error', () => undefined);
  const { server, end } = startSidecar({
    input: process.stdin,
    output,
    env: process.env,
    ...(words && { words }),
  });

  const fault = (error: unknown): void => {
    const text = traceOf(error);
    server.log('error', `fault of amplifier-hooks: ${text}`);
  };
  for (const name of ['uncaughtException', 'unhandledRejection']) {
    process.removeAllListeners(name);
    process.on(name, fault);
  }
  // Ctrl+C reaches the host and everything it started; what it means is for the host to decide.
  leaveSignals();
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

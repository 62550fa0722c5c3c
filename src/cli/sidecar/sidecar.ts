// Runs the sidecar on two streams until its host is gone.
import type { Readable, Writable } from 'node:stream';
import { Server } from '../../hosts/sidecar/index.js';
import { VERSION } from '../../version.js';
import type { SidecarTrust } from './workshop.js';

export interface SidecarWorld {
  readonly input: Readable;
  readonly output: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly trusted?: SidecarTrust;
}

export interface Sidecar {
  /** For the host's log. */
  readonly server: Server;
  /** Ends every hook; resolves when that is done and said, or cannot be. */
  end(): Promise<void>;
}

/** How long hooks have to end, and the last messages to be read: together less than five seconds. */
const ENDING_MS = 4000;
const SAYING_MS = 500;

export function startSidecar({ input, output, env: given, trusted }: SidecarWorld): Sidecar {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined) env[name] = value;
  const load = async () => (await import('./workshop.js')).workshop(env, trusted);
  const server = new Server({ input, output, name: 'amplifier-hooks', version: VERSION, env, load });
  return {
    server,
    async end() {
      await within(ENDING_MS, server.close());
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

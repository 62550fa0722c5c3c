// Signs of life of hooks that are no commands, as far as asking for them does no harm and costs nothing.
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { Settled } from '../../engine/index.js';
import { knownServers } from '../../engine/index.js';
import type { Generation, Hook, HttpHandler, HttpPolicy, McpServers, McpToolHandler } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import type { McpRunner } from '../../run/mcp/index.js';
import { reasonOf } from '../../text/index.js';
import type { Sign } from './probe.js';

/** Connects as the hook would, and hangs up. What a server does with a request nobody can know, so none is sent. */
export async function connectSign(
  { voice }: Pick<Hook, 'voice'>,
  handler: HttpHandler,
  { http }: Pick<Generation, 'http'>,
  profile: Profile,
  timeoutMs: number,
): Promise<Sign> {
  const { permission } = await import('../../run/http/index.js');
  const { checkAddresses, connectTo, lookUp } = await import('../../run/http/index.js');
  const start = performance.now();
  const failed = (kind: 'refused' | 'launchFailed', why: string): Sign => ({
    state: 'failed',
    kind,
    why,
    durationMs: performance.now() - start,
  });
  const permitted = permission(handler.url, voice, http, profile);
  if ('refused' in permitted) return failed('refused', permitted.why);
  const { target, guarded, address } = permitted;
  const where = `${target.host}:${target.port}`;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const family = isIP(target.host);
    const addresses =
      family === 4 || family === 6
        ? [{ address: target.host, family } as const]
        : await withinTime(lookUp(target.host), signal);
    if (guarded) checkAddresses(target, addresses);
    const socket = connectTo(target, addresses);
    try {
      await once(socket, target.secure ? 'secureConnect' : 'connect', { signal });
    } finally {
      socket.on('error', () => undefined);
      socket.destroy();
    }
    return {
      state: 'not probed',
      why: `a connection to ${where} can be made; nothing was posted, because what the server does with it is not known here`,
    };
  } catch (error) {
    const why = signal.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return failed('launchFailed', `no connection to ${address}: ${why}`);
  }
}

function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The MCP servers of hooks, with the definitions in the copies before those that are not copied. */
export class Servers {
  readonly #real: Settled;
  readonly #scratch: Settled;
  readonly #generation: Generation;
  #runner: McpRunner | null = null;

  constructor(real: Settled, scratch: Settled, generation: Generation) {
    this.#real = real;
    this.#scratch = scratch;
    this.#generation = generation;
  }

  /** What settings say about addresses. */
  get http(): HttpPolicy {
    return this.#generation.http;
  }

  /** Made when the first hook needs it. */
  async runner(): Promise<McpRunner> {
    const { createMcpRunner } = await import('../../run/mcp/index.js');
    const { profile, projectDir, env } = this.#scratch;
    const known = this.#known();
    this.#runner ??= createMcpRunner({ profile, projectDir, env, layers: () => [], servers: () => known });
    return this.#runner;
  }

  async close(): Promise<void> {
    await this.#runner?.close();
  }

  #known(): McpServers {
    const outside = knownServers(this.#real, this.#generation).usable;
    const inside = knownServers(this.#scratch, this.#generation).usable;
    const all = [...inside.entries, ...outside.entries];
    const isUsable = ({ kind }: (typeof all)[number]): boolean => kind !== 'unusable';
    const entries = [...all.filter(isUsable), ...all.filter((entry) => !isUsable(entry))];
    return { entries, diagnostics: [] };
  }
}

/** Connects to the server and asks which tools it has; none is called. */
export async function toolSign(
  hook: Hook,
  handler: McpToolHandler,
  servers: Servers,
  timeoutMs: number,
): Promise<Sign> {
  const start = performance.now();
  const runner = await servers.runner();
  const answer = await runner.tools({ hook, http: servers.http }, handler, AbortSignal.timeout(timeoutMs));
  const durationMs = performance.now() - start;
  const failed = (why: string): Sign => ({ state: 'failed', kind: 'launchFailed', why, durationMs });
  if ('outcome' in answer) {
    const { outcome } = answer;
    if ('message' in outcome) return failed(outcome.message);
    return failed('why' in outcome ? outcome.why : 'its server gave no list of tools');
  }
  const { tools } = answer;
  if (!tools.includes(handler.tool)) {
    const known = tools.length === 0 ? 'it has none' : `it has ${tools.join(', ')}`;
    return failed(`the MCP server "${handler.server}" has no tool "${handler.tool}"; ${known}`);
  }
  return { state: 'alive', said: `the server has the tool ${handler.tool}; it was not called`, durationMs };
}

// Runs mcp_tool hooks: a tool of an MCP server is called, and the text it answers with counts as stdout does.
import { randomBytes } from 'node:crypto';
import type {
  EnvLayer,
  Hook,
  McpProgram,
  McpServer,
  McpServers,
  McpToolHandler,
  Outcome,
  Run,
  Runner,
  Task,
} from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { Aborts, abortReason } from '../command/aborts.js';
import { type Doomed, Endings, killNow } from '../command/ending.js';
import { atHostExit } from '../command/host-exit.js';
import { restWatch } from '../command/host-watch.js';
import { type LaunchFailed, launchFailed } from '../command/launch.js';
import { type Connect, Connections, type Resolve } from '../http/connections.js';
import { permission } from '../http/permission.js';
import { CallLimit } from './call-limit.js';
import type { McpClient } from './client.js';
import { Connection } from './connection.js';
import { McpFault, shortened } from './fault.js';
import { fillIn } from './fill-in.js';
import { findServer, namesInWords } from './find-server.js';
import { type Guard, guardedFetch } from './guarded-fetch.js';
import { failed, outcomeOf, refused } from './outcomes.js';
import { serverEnvironment } from './server-environment.js';
import { ServerProcess } from './server-process.js';

export interface McpRunnerOptions {
  /** All servers; asked before every call, so that a reload counts. Read files once, not every time. */
  readonly servers: () => McpServers;
  readonly profile: Profile;
  /** Where servers run. */
  readonly projectDir: string;
  /** The host's environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What settings add for servers that it reaches; asked when one is started. */
  readonly layers: () => readonly EnvLayer[];
  readonly limits?: Partial<McpLimits>;
  /** Instead of the resolver of the system. */
  readonly resolve?: Resolve;
  /** Instead of connections of the system. */
  readonly connect?: Connect;
}

/** Who calls a server, and what settings say about that. */
export type Caller = Pick<Task, 'hook' | 'http'>;

export interface McpLimits {
  /** For starting a server and for its first answer. A hook whose own time is shorter does not wait longer for that. */
  readonly connectMs: number;
  /** Bytes of one message of a server. */
  readonly messageBytes: number;
  /** After so many failures in a row … */
  readonly mostFailures: number;
  /** … a server is left alone for this long. */
  readonly restMs: number;
}

const LIMITS: McpLimits = {
  connectMs: 30_000,
  messageBytes: 8 * 1024 * 1024,
  mostFailures: 3,
  restMs: 30_000,
};

const CLOSED = 'the engine was closed';

/** A runner for hooks of type `mcp_tool`. Servers are started when a hook first needs them and kept until `close`. */
export function createMcpRunner(options: McpRunnerOptions): McpRunner {
  return new McpRunner(options);
}

export class McpRunner implements Runner {
  readonly #options: McpRunnerOptions;
  readonly #limits: McpLimits;
  /** By the whole definition: an edited server is another one. */
  readonly #connections = new Map<string, Connection>();
  readonly #calls = new Set<CallLimit>();
  readonly #aborts = new Aborts();
  readonly #endings = new Endings();
  readonly #live = new Set<Doomed>();
  readonly #token = randomBytes(12).toString('hex');
  readonly #leaveExit: () => void;
  readonly #end = new AbortController();
  readonly #wires: Connections;
  #known: McpServers | null = null;
  #count = 0;
  #closing: Promise<void> | null = null;

  constructor(options: McpRunnerOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.#wires = new Connections(options.resolve, options.connect);
    this.#leaveExit = atHostExit(() => killNow(this.#live));
  }

  async run(task: Task): Promise<Run> {
    const start = performance.now();
    const outcome = await this.#outcome(task);
    return { hook: task.hook, outcome, durationMs: performance.now() - start };
  }

  async #outcome(task: Task): Promise<Outcome> {
    const { hook, signal } = task;
    const { handler } = hook;
    if (handler.type !== 'mcp_tool') {
      return { kind: 'refused', why: `a hook of type "${handler.type}" is not an mcp_tool` };
    }
    if (this.#closing !== null) return { kind: 'cancelled', why: CLOSED };
    if (signal?.aborted === true) return { kind: 'cancelled', why: abortReason(signal) };
    const reached = this.#reach(task, handler);
    return 'outcome' in reached ? reached.outcome : this.#call(task, handler, reached);
  }

  /** The server that a hook means and a connection to it, or why it may have none. */
  #reach({ hook, http }: Caller, handler: McpToolHandler): Reached | { readonly outcome: Outcome } {
    const { profile } = this.#options;
    const servers = this.#options.servers();
    this.#retireOthers(servers);
    const { server, why } = findServer(handler, hook, servers, profile);
    if (server === null) return { outcome: launchFailed('no-server', handler.server, why) };
    if (server.kind === 'stdio') return { server, connection: this.#connectionTo(server, hook, null) };
    // A server is never weaker than the hook that calls it: what binds the hook binds the call.
    const permit = (url: string) => permission(url, hook.voice, http, profile);
    const permitted = permit(server.url);
    if ('refused' in permitted) return { outcome: refused(server, permitted.why) };
    const guard = { permit, connections: this.#wires, guarded: permitted.guarded };
    return { server, connection: this.#connectionTo(server, hook, guard) };
  }

  /** Names of the tools that the server of a hook offers, or why nobody can tell. None is called. */
  async tools(
    caller: Caller,
    handler: McpToolHandler,
    signal: AbortSignal,
  ): Promise<{ readonly tools: readonly string[] } | { readonly outcome: Outcome }> {
    const reached = this.#reach(caller, handler);
    if ('outcome' in reached) return reached;
    const { server, connection } = reached;
    try {
      return { tools: await connection.tools(signal) };
    } catch (error) {
      if (signal.aborted) return { outcome: failed(server, 'unreachable', 'gave no answer in time') };
      return { outcome: outcomeOf(error, server, connection.stderr) };
    }
  }

  async #call(task: Task, handler: McpToolHandler, { server, connection }: Reached): Promise<Outcome> {
    const limit = new CallLimit(task, this.#aborts, () => connection.stderr);
    this.#calls.add(limit);
    const input = fillIn(handler.input, () => JSON.parse(Buffer.from(task.stdin).toString('utf8')));
    const { tool } = handler;
    try {
      const answer = await connection.call(tool, input, limit.signal);
      if (!answer.failed) return { kind: 'answered', text: answer.text };
      const said = answer.text.trim() === '' ? 'it does not say why' : shortened(answer.text.trim());
      const failure = failed(server, 'call-failed', `answered that its tool "${tool}" failed: ${said}`);
      return (await this.#missing(tool, server, connection, limit.signal)) ?? failure;
    } catch (error) {
      if (limit.outcome !== null) return limit.outcome;
      const failure = outcomeOf(error, server, connection.stderr);
      const told = error instanceof McpFault && error.kind === 'rejected';
      return (told ? await this.#missing(tool, server, connection, limit.signal) : null) ?? failure;
    } finally {
      limit.clear();
      this.#calls.delete(limit);
    }
  }

  /** A failure that says in truth that there is no such tool; `null`: there is one, or nobody can tell. */
  async #missing(
    tool: string,
    server: McpServer,
    connection: Connection,
    signal: AbortSignal,
  ): Promise<LaunchFailed | null> {
    try {
      const tools = await connection.tools(signal);
      if (tools.includes(tool)) return null;
      const known = tools.length === 0 ? 'it has none' : `it has ${namesInWords(tools)}`;
      return failed(server, 'no-server', `has no tool "${tool}"; ${known}`);
    } catch {
      return null;
    }
  }

  /** After a reload servers that are gone or changed are ended. */
  #retireOthers(now: McpServers): void {
    if (now === this.#known) return;
    this.#known = now;
    const servers = now.entries.filter((entry) => entry.kind !== 'unusable');
    const wanted = new Set(servers.flatMap((server) => [true, false].map((free) => keyOf(server, free))));
    for (const [key, connection] of this.#connections) {
      if (wanted.has(key)) continue;
      this.#connections.delete(key);
      connection.retire();
    }
  }

  /** What was connected to without the guard is never used with it. */
  #connectionTo(server: McpServer, hook: Hook, guard: AddressGuard | null): Connection {
    const key = keyOf(server, guard?.guarded === false);
    const known = this.#connections.get(key);
    if (known !== undefined) return known;
    const { mostFailures, restMs } = this.#limits;
    const connection = new Connection(server, {
      open: (one, started) => this.#open(one, hook, guard, started),
      mostFailures,
      restMs,
    });
    this.#connections.set(key, connection);
    return connection;
  }

  async #open(
    server: McpServer,
    hook: Hook,
    guard: AddressGuard | null,
    started: (stderr: () => string) => void,
  ): Promise<McpClient> {
    const { connectMs, messageBytes: messageLimit } = this.#limits;
    const options = { connectMs, messageLimit, signal: this.#end.signal };
    const { openAddress, openProcess } = await import('./sdk.js');
    if (this.#closing !== null) throw new McpFault('unreachable', CLOSED);
    if (server.kind !== 'stdio') {
      if (guard === null) throw new McpFault('refused', 'nobody said whether its address may be called');
      return openAddress(server, { ...options, fetch: guardedFetch(guard) });
    }
    const process = await this.#start(server, hook);
    started(() => process.stderr);
    return openProcess(process, options);
  }

  #start(server: McpProgram, hook: Hook): Promise<ServerProcess> {
    const { profile, projectDir, env, layers } = this.#options;
    this.#count += 1;
    return ServerProcess.start({
      command: server.command,
      args: server.args,
      cwd: projectDir,
      env: serverEnvironment(server, { hook, profile, projectDir, base: env, generationEnv: layers() }),
      mark: `${this.#token}-${this.#count}.`,
      messageLimit: this.#limits.messageBytes,
      endings: this.#endings,
      live: this.#live,
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // Servers keep no host alive, but whoever waits for their end must see it.
    const waiting = setInterval(() => undefined, 60_000);
    for (const call of [...this.#calls]) call.cancel(CLOSED);
    this.#end.abort();
    const alive = [...this.#live].map((one) => (one instanceof ServerProcess ? one.end() : null));
    await Promise.all([...alive, ...[...this.#connections.values()].map((connection) => connection.close())]);
    this.#wires.close();
    await this.#endings.idle();
    clearInterval(waiting);
    this.#leaveExit();
    restWatch();
  }
}

interface Reached {
  readonly server: McpServer;
  readonly connection: Connection;
}

interface AddressGuard extends Guard {
  /** Private addresses are refused. */
  readonly guarded: boolean;
}

/** Where a definition stands does not change what it is. */
const keyOf = (server: McpServer, free: boolean): string =>
  JSON.stringify({ ...server, file: null, line: null, free });

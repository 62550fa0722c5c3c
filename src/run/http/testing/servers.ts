// Real servers on this machine, runners and tasks for tests of http hooks; all of it is closed after the tests of a file.
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import type { HttpHandler, Outcome, Runner, Task } from '../../../nouns.js';
import { type ProfileName, profile } from '../../../profiles.js';
import { hook, task } from '../../../testing/index.js';
import { STDIN_LINE } from '../../testing/place.js';
import type { Address } from '../addresses.js';
import { type Connect, connectTo, type Resolve } from '../connections.js';
import { createHttpRunner, type HttpRunnerOptions } from '../runner.js';

export interface Running {
  /** `http://127.0.0.1:4711` */
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Connections that were taken so far. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly open: ReadonlySet<Socket>;
}

export class Servers {
  readonly #closing: (() => Promise<void>)[] = [];

  http(answer: RequestListener, host = '127.0.0.1'): Promise<Running> {
    return this.listen(createHttpServer(answer), host);
  }

  /** A server that speaks for itself, byte by byte. */
  raw(talk: (socket: Socket) => void): Promise<Running> {
    return this.listen(createServer(talk), '127.0.0.1');
  }

  async listen(server: Server, host: string): Promise<Running> {
    const open = new Set<Socket>();
    let count = 0;
    server.on('connection', (socket: Socket) => {
      count += 1;
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    this.#closing.push(async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = addressOf(server);
    const name = host.includes(':') ? `[${host}]` : host;
    return { url: `http://${name}:${port}`, port, server, connections: () => count, open };
  }

  runner({
    profile: name = 'amplifier',
    ...options
  }: Partial<Omit<HttpRunnerOptions, 'profile'>> & { profile?: ProfileName } = {}): Runner {
    const runner = createHttpRunner({ profile: profile(name), ...options });
    this.#closing.unshift(() => runner.close());
    return runner;
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close();
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address;
}

/** Servers that are closed after the tests of a file. */
export function testServers(): Servers {
  const servers = new Servers();
  afterAll(() => servers.close());
  return servers;
}

export function httpTask(
  url: string,
  changes: Partial<Task> & { readonly handler?: Partial<HttpHandler> } = {},
): Task {
  const { handler, ...rest } = changes;
  const hooked = hook('test', {
    voice: 'user',
    handler: { type: 'http', url, headers: {}, allowedEnvVars: [], ...handler },
  });
  return task(hooked, { stdin: Buffer.from(STDIN_LINE), ...rest });
}

export const call = async (
  runner: Runner,
  url: string,
  changes: Parameters<typeof httpTask>[1] = {},
): Promise<Outcome> => (await runner.run(httpTask(url, changes))).outcome;

/** A resolver and a connect step that note what is asked of them; connections go to a server of the test. */
export class Network {
  readonly asked: string[] = [];
  /** What was connected to: host, then the addresses that were offered. */
  readonly connected: string[] = [];
  readonly #port: number;
  readonly #answers: Readonly<Record<string, readonly string[] | (() => readonly string[])>>;

  constructor(
    port: number,
    answers: Readonly<Record<string, readonly string[] | (() => readonly string[])>> = {},
  ) {
    this.#port = port;
    this.#answers = answers;
  }

  readonly resolve: Resolve = async (host) => {
    this.asked.push(host);
    const known = this.#answers[host];
    if (known === undefined) throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' });
    return (typeof known === 'function' ? known() : known).map(addressFrom);
  };

  readonly connect: Connect = (target, addresses) => {
    this.connected.push([target.host, ...addresses.map(({ address }) => address)].join(' '));
    return connectTo({ ...target, secure: false, port: this.#port }, [addressFrom('127.0.0.1')]);
  };
}

const addressFrom = (address: string): Address => ({ address, family: address.includes(':') ? 6 : 4 });

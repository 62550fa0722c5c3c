// Connections that are kept between events. A name is resolved once, its addresses are checked, and only these are connected to.
import { lookup } from 'node:dns';
import { Agent, type ClientRequestArgs } from 'node:http';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { type Address, whyNotReached } from './addresses.js';

/** Where to connect to. */
export interface Target {
  /** As the address of the hook has it, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
}

/** All addresses of a host name; asked once a connection, never for a numeric address. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

/** Connects to one of these addresses and to no other. */
export type Connect = (target: Target, addresses: readonly Address[]) => Socket;

/** What the guard says no to. */
export class Forbidden extends Error {}

/** What is asked of an agent beside the usual. */
export interface Wanted extends ClientRequestArgs {
  readonly target: Target;
  /** Nobody waits for the connection any more. */
  readonly abandoned: () => boolean;
}

/** An idle connection older than this may have been forgotten by what lies between. */
const IDLE_MS = 30_000;
const MOST_IDLE = 16;

class PinnedAgent extends Agent {
  readonly #guarded: boolean;
  readonly #resolve: Resolve;
  readonly #connect: Connect;

  constructor(guarded: boolean, resolve: Resolve, connect: Connect) {
    super({ keepAlive: true, maxFreeSockets: MOST_IDLE, timeout: IDLE_MS });
    this.#guarded = guarded;
    this.#resolve = resolve;
    this.#connect = connect;
  }

  /** Only for a new connection: one that is used again goes to an address that was checked when it was made. */
  override createConnection(
    wanted: Wanted,
    callback: (error: Error | null, socket?: Duplex) => void,
  ): undefined {
    const fail = (error: unknown): void =>
      callback(error instanceof Error ? error : new Error(String(error)));
    const proceed = (addresses: readonly Address[]): void => {
      try {
        if (wanted.abandoned()) throw new Error('nobody waits for the connection');
        if (this.#guarded) checkAddresses(wanted.target, addresses);
        callback(null, this.#connect(wanted.target, addresses));
      } catch (error) {
        fail(error);
      }
    };
    const { host } = wanted.target;
    const family = isIP(host);
    if (family === 4 || family === 6) proceed([{ address: host, family }]);
    else this.#resolve(host).then(proceed, fail);
  }
}

/** One forbidden address spoils them all: nobody can say which one is going to be used. */
export function checkAddresses({ host }: Target, addresses: readonly Address[]): void {
  for (const { address } of addresses) {
    const what = whyNotReached(address);
    if (what === null) continue;
    const where = address === host ? `${host} is ${what}` : `${host} is at ${address}, ${what}`;
    const hint = 'if it may be called, name its address in "allowedHttpHookUrls" of your user settings';
    throw new Forbidden(`${where}; ${hint}`);
  }
}

/** The connections of one runner. */
export class Connections {
  readonly #resolve: Resolve;
  readonly #connect: Connect;
  readonly #agents = new Map<string, PinnedAgent>();

  constructor(resolve: Resolve = lookUp, connect: Connect = connectTo) {
    this.#resolve = resolve;
    this.#connect = connect;
  }

  /** What was connected to without the guard is never used with it. */
  agent({ secure }: Target, guarded: boolean): Agent {
    const key = `${secure} ${guarded}`;
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const agent = new PinnedAgent(guarded, this.#resolve, this.#connect);
    this.#agents.set(key, agent);
    return agent;
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

/** Ends the idle connections of an agent. */
export function dropIdle(agent: Agent): void {
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}

/** The resolver of the system. */
export function lookUp(host: string): Promise<readonly Address[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error !== null) reject(error);
      else resolve(found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })));
    });
  });
}

/** Connects without asking any resolver. `trust`: certificates instead of the system's. */
export function connectTo(target: Target, addresses: readonly Address[], trust?: string): Socket {
  const { host, port, secure } = target;
  const [first] = addresses;
  if (first === undefined) throw new Error(`${host} has no address`);
  const pinned: LookupFunction = (_host, { all }, give) => {
    if (all === true) give(null, [...addresses]);
    else give(null, first.address, first.family);
  };
  // A numeric host is connected to as it is, whatever `lookup` says.
  const numeric = isIP(host) !== 0;
  const where = { host: numeric ? first.address : host, port, lookup: pinned, noDelay: true };
  if (!secure) return netConnect(where);
  return tlsConnect({
    ...where,
    // Names only: an address has no certificate by name.
    servername: numeric ? '' : host.replace(/\.$/, ''),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(trust === undefined ? {} : { ca: trust }),
  });
}

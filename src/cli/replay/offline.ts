// Starts a command once more where there is no network, and proves that there is none.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { findOwnProgram } from '../../machine/index.js';
import { interruptionOf } from '../interruption.js';
import { EXIT, type Io, UserError } from '../io.js';

/** Tells the command that it was started so: the port on which the one who started it listens. */
const VARIABLE = 'AMPLIFIER_HOOKS_OFFLINE';

/** Ways to a network of one's own, with nothing in it. Who has a user namespace too cannot go back; older programs know other words. */
const WAYS: readonly (readonly string[])[] = [
  ['--user', '--map-current-user', '--net'],
  ['--user', '--map-root-user', '--net'],
  ['--net'],
];

const ALLOW =
  'With --allow-network hooks can reach what they reach in a session: look at them first. Or name those that need it with --stub.';

/** What became of it: this process has no network, or another one had none and ended with this code. */
export type Offline = { readonly kind: 'here' } | { readonly kind: 'elsewhere'; readonly code: number };

/** Throws `UserError` where there is no way to be without network. */
export async function offline(io: Io): Promise<Offline> {
  const port = io.env[VARIABLE];
  if (port === undefined) return { kind: 'elsewhere', code: await startOffline(io) };
  await proveOffline(Number(port));
  return { kind: 'here' };
}

/** The environment without what only this file knows. */
export function withoutMark(env: Readonly<Record<string, string>>): Record<string, string> {
  const { [VARIABLE]: _mark, ...others } = env;
  return others;
}

async function startOffline(io: Io): Promise<number> {
  const [script] = process.argv.slice(1);
  // Where no signal comes, the command is played by another process.
  if (script === undefined || io.interruption === undefined)
    throw new UserError('replay cannot start itself without network here', ALLOW);
  const way = wayOut();
  // Who is really without network cannot reach this.
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const words = [...process.execArgv, script, ...process.argv.slice(2)];
    const child = spawn(way.program, [...way.words, '--', process.execPath, ...words], {
      cwd: io.cwd,
      env: { ...io.env, [VARIABLE]: String(port) },
      stdio: 'inherit',
    });
    const signal = interruptionOf(io);
    signal.addEventListener('abort', () => {
      // What is typed at a terminal reaches it by itself, and a second signal would end it at once.
      if (io.stdin.isTTY !== true || !String(signal.reason).includes('SIGINT')) child.kill('SIGTERM');
    });
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : EXIT.interrupted;
  } finally {
    server.close();
  }
}

function wayOut(): { readonly program: string; readonly words: readonly string[] } {
  const program = findOwnProgram('unshare');
  if (program === null)
    throw new UserError(
      'the network cannot be switched off for hooks: this takes Linux and the program unshare',
      ALLOW,
    );
  for (const words of WAYS) {
    const tried = spawnSync(program, [...words, '--', '/bin/sh', '-c', ':'], { stdio: 'ignore' });
    if (tried.status === 0) return { program, words };
  }
  throw new UserError(
    'the network cannot be switched off for hooks: this system gives nobody a network of their own',
    `An administrator can (sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, on Ubuntu). ${ALLOW}`,
  );
}

/** No connection to anything, not even to this machine, and nobody answers where somebody listens. */
async function proveOffline(port: number): Promise<void> {
  const up = Object.keys(networkInterfaces());
  if (up.length > 0) throw new UserError(`the network is not off: there is ${up.join(', ')}`, ALLOW);
  if (await canReach(port)) throw new UserError('the network is not off: this machine can be reached', ALLOW);
}

function canReach(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      return reject(new UserError(`${VARIABLE} is not for anybody else to set`));
    const socket = connect({ host: '127.0.0.1', port, timeout: 5000 });
    const end = (reached: boolean): void => {
      socket.destroy();
      resolve(reached);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    // Whoever drops what is sent to him is there.
    socket.once('timeout', () => end(true));
  });
}

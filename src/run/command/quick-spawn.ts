// Starts a process without node:child_process, whose loading takes longer than the start itself: it brings Node's networking and
// streams along. A process that answers one event and ends pays for that every time. This asks the part of Node that
// node:child_process asks itself. Node promises nothing about it, and where it is called otherwise than this Node expects, the process
// is aborted, which at a gate a host could take for an assent. So it is asked in a line of Node that is closed and changes no more,
// and everything else is left to node:child_process, as is every start that fails, which then says why.
import { EventEmitter } from 'node:events';
import { HERE, isWindows } from '../../machine/index.js';
import type { Spawned, SpawnHow } from './spawning.js';

const CLOSED_LINE = 'v20.';
/** Where Node was asked to warn of such uses, it would warn on the stderr of the answer. */
const WARNS = /--pending-deprecation|--permission|--experimental-permission/;
/** Node would hand this on to the hook. */
const HANDED_ON = 'NODE_V8_COVERAGE';
const NUL = '\0';

type Make = () => object;

/** Makes handles; `null`: this Node has none, or none that may be used. Found out once. */
let make: Make | null | undefined;

/** `null`: it was not started; whoever starts it otherwise hears why. */
export function quickSpawn(file: string, args: readonly string[], how: SpawnHow): Spawned | null {
  if (make === undefined) make = found();
  const options = make === null ? null : optionsOf(file, args, how);
  if (make === null || options === null) return null;
  const handle = make();
  const child = new Child(handle);
  Reflect.set(handle, 'onexit', child.onExit);
  if (call(handle, 'spawn', options) === 0 && child.pid > 0) return child;
  call(handle, 'close');
  return null;
}

function found(): Make | null {
  const { env, execArgv } = process;
  if (!process.version.startsWith(CLOSED_LINE) || 'electron' in process.versions || isWindows(HERE))
    return null;
  if (env['NODE_PENDING_DEPRECATION'] === '1') return null;
  const options = [...execArgv, env['NODE_OPTIONS'] ?? ''].join(' ').trim();
  if (options !== '' && WARNS.test(options)) return null;
  try {
    const binding: unknown = call(process, 'binding', 'process_wrap');
    const Process: unknown = Reflect.get(Object(binding), 'Process');
    if (typeof Process !== 'function') return null;
    const prototype = Object(Reflect.get(Process, 'prototype'));
    const known = ['spawn', 'close', 'unref'];
    const isWhole = known.every((name) => typeof Reflect.get(prototype, name) === 'function');
    return isWhole ? () => Reflect.construct(Process, []) : null;
  } catch {
    return null;
  }
}

/** As node:child_process puts them; `null`: it would refuse them, or add something. */
function optionsOf(file: string, args: readonly string[], { cwd, env, detached, stdio }: SpawnHow) {
  const envPairs: string[] = [];
  for (const name in env) envPairs.push(`${name}=${env[name]}`);
  const holdsNul = [file, cwd, ...args, ...envPairs].join('').includes(NUL);
  if (file === '' || holdsNul || process.env[HANDED_ON] !== undefined) return null;
  const streams = stdio.flatMap((fd) => (fd === 'pipe' ? [] : [{ type: 'fd', fd }]));
  if (streams.length < stdio.length) return null;
  return { file, args: [file, ...args], cwd, envPairs, detached, stdio: streams };
}

const call = (of: object, name: string, ...args: readonly unknown[]): unknown =>
  Reflect.apply(Reflect.get(of, name), of, args);

class Child extends EventEmitter implements Spawned {
  readonly stdin = null;
  readonly stdout = null;
  readonly stderr = null;
  readonly #handle: object;

  constructor(handle: object) {
    super();
    this.#handle = handle;
  }

  get pid(): number {
    const pid: unknown = Reflect.get(this.#handle, 'pid');
    return typeof pid === 'number' ? pid : 0;
  }

  unref(): void {
    call(this.#handle, 'unref');
  }

  readonly onExit = (code: number, signal: string): void => {
    call(this.#handle, 'close');
    if (signal === '') this.emit('exit', code, null);
    else this.emit('exit', null, signal);
  };
}

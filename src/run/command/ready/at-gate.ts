// A process that is started with a gate: its process, and what it says at the gate, line by line.
import type { ChildProcess } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { asTree, signalTree } from '../../../machine/processes/index.js';
import type { Ahead } from '../channels.js';
import { timedSpawn } from '../spawning.js';
import type { Gated } from './gate.js';

/** It says short lines; a process that says more without an end is none of ours. */
const MOST_SAID = 65_536;

const LINE = 0x0a;
const PAGE = 4096;

export interface Start {
  readonly gated: Gated;
  readonly cwd: string;
  readonly mark: string;
  readonly streams: Ahead;
}

export interface GateListener {
  line(text: string): void;
  /** Nothing more will be said: nobody holds the other end of the gate. */
  closed(): void;
  /** It has ended, and its number may be a stranger's. Somebody else may still hold its end of the gate. */
  ended(): void;
  /** It said more than any gate of ours. */
  babbled(): void;
}

export class AtGate {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly #gate: Socket;
  readonly #listener: GateListener;
  #said: Uint8Array[] = [];
  #length = 0;
  #hasEnded = false;

  /** Throws where the system does not start it; the streams are the caller's then. Of these our own ends stay open. */
  constructor({ gated, cwd, streams }: Start, listener: GateListener) {
    const { stdin, stdout, stderr } = streams;
    const child = timedSpawn(gated.file, gated.args, {
      cwd,
      env: gated.env,
      ...asTree(),
      stdio: [stdin.reader, stdout.writer, stderr.writer, 'pipe', ...gated.descriptors],
    });
    const gate = child.stdio[3];
    if (child.pid === undefined || !(gate instanceof Socket)) {
      child.on('error', ignore);
      throw new Error(`${gated.file} could not be started`);
    }
    this.child = child;
    this.pid = child.pid;
    this.#gate = gate;
    this.#listener = listener;
    for (const fd of [stdin.reader, stdout.writer, stderr.writer]) closeSync(fd);
    gate.on('data', this.#hear);
    gate.on('error', ignore);
    gate.once('close', () => listener.closed());
    child.on('error', ignore);
    child.once('exit', () => {
      this.#hasEnded = true;
      listener.ended();
    });
    // The host need not stay for it.
    this.hold(false);
  }

  /** Memory that only this process uses, in bytes, as far as the system tells. */
  get memory(): number {
    try {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${this.pid}/statm`, 'latin1')
        .split(' ')
        .map(Number);
      return (resident - shared) * PAGE;
    } catch {
      return 0;
    }
  }

  say(text: string): void {
    this.#gate.write(text);
  }

  /** Whether the host stays for it. */
  hold(stays: boolean): void {
    this.child[stays ? 'ref' : 'unref']();
    this.#gate[stays ? 'ref' : 'unref']();
  }

  /** It hears and says nothing more here. */
  leave(): void {
    this.#gate.destroy();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.#hasEnded) signalTree(this.pid, signal, false);
  }

  readonly #hear = (bytes: Uint8Array): void => {
    for (let rest = bytes; rest.length > 0; ) {
      const end = rest.indexOf(LINE);
      const piece = end < 0 ? rest : rest.subarray(0, end);
      this.#said.push(piece);
      this.#length += piece.length;
      rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + 1);
      if (end < 0) continue;
      const line = Buffer.concat(this.#said).toString('utf8');
      this.#said = [];
      this.#length = 0;
      this.#listener.line(line);
    }
    if (this.#length > MOST_SAID) this.#listener.babbled();
  };
}

const ignore = (): void => undefined;

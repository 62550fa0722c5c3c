// The three standard streams of one hook, opened before it starts.
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { codeOf } from '../../text/index.js';
import { type FifoPair, FifoPool } from './fifo-pool.js';
import { FifoStock } from './fifo-stock.js';
import { isPassing } from './room.js';
import { type EmptyFile, type NamedFile, StdinFiles } from './stdin-files.js';
import { TempFolder } from './temp-folder.js';

/** A named pipe, open at both ends: ours to read, the hook's to write. */
interface OpenFifo {
  readonly reader: number;
  readonly writer: number;
}

interface Output {
  readonly stdout: OpenFifo;
  readonly stderr: OpenFifo;
}

/** `null` where only Node's own pipe can be had. */
export interface Channels {
  readonly stdin: number | null;
  readonly output: Output | null;
}

/** Streams of a process that is started before its input is known. */
export interface Ahead extends Output {
  readonly stdin: EmptyFile;
}

/** Pipes that another process opens by their names, which are ours to take away. */
export interface Pipes {
  readonly stdout: NamedFifo;
  readonly stderr: NamedFifo;
}

/** Streams that another process opens for a hook, by their names. Who opens them takes the name of stdin away. */
export interface Named extends Pipes {
  readonly stdin: NamedFile;
}

interface NamedFifo extends OpenFifo {
  readonly name: string;
}

/** Supplies hooks with streams that can be opened again by name (`/dev/stdin`, `/dev/stderr`). */
export class ChannelSupply {
  readonly folder: TempFolder;
  readonly #fifos: FifoPool;
  readonly #stdin: StdinFiles;
  readonly #isBrief: boolean;
  #prepared: Output | null = null;

  /** @param isBrief it is for a few hooks and then closed: nothing is made ahead */
  constructor(tempDir: string, isBrief: boolean) {
    this.#isBrief = isBrief;
    this.folder = new TempFolder(tempDir, isBrief);
    this.#fifos = new FifoPool(this.folder, isBrief ? new FifoStock(tempDir) : null);
    this.#stdin = new StdinFiles(this.folder);
  }

  /** `null`: not yet; try again after `ready`. Throws where the system has no descriptor left at the moment. */
  open(stdin: Uint8Array): Channels | null {
    const output = this.#prepared ?? this.#openOutput();
    if (output === 'not-yet') return null;
    this.#prepared = null;
    try {
      return { stdin: this.#openStdin(stdin), output };
    } catch (error) {
      if (output !== null) closeOutput(output);
      throw error;
    }
  }

  /** For a process that is started ahead. `null`: not now, or only Node's own pipes are to be had. */
  async ahead(): Promise<Ahead | null> {
    const opened = this.#openAhead();
    if (opened !== null) return opened;
    await this.ready();
    return this.#openAhead();
  }

  #openAhead(): Ahead | null {
    let output: Output | null = null;
    try {
      const opened = this.#openOutput();
      if (opened === 'not-yet' || opened === null) return null;
      output = opened;
      return { ...output, stdin: this.#stdin.empty() };
    } catch {
      if (output !== null) closeOutput(output);
      return null;
    }
  }

  /** For a process that opens them itself; `null`: not now, or only Node's own pipes are to be had. */
  named(): Named | null {
    return this.#opened((pipes) => ({ ...pipes, stdin: this.#stdin.named() }));
  }

  /** The same where somebody else makes the file for the input, too. */
  async pipes(): Promise<Pipes | null> {
    const opened = this.#opened((pipes) => pipes);
    if (opened !== null) return opened;
    await this.ready();
    return this.#opened((pipes) => pipes);
  }

  #opened<T>(and: (pipes: Pipes) => T): T | null {
    const pair = this.#fifos.take();
    if (pair === null) return null;
    const opened: OpenFifo[] = [];
    const open = (name: string): NamedFifo => {
      const fifo = openFifo(name);
      opened.push(fifo);
      return { ...fifo, name };
    };
    try {
      return and({ stdout: open(pair.stdout), stderr: open(pair.stderr) });
    } catch {
      opened.forEach(closeFifo);
      return null;
    }
  }

  /** For the next hook, while this one runs: opening files is most of what a start costs beyond the fork. */
  prepare(): void {
    if (this.#isBrief) return;
    try {
      this.#stdin.prepare();
      const output = this.#prepared ?? this.#openOutput();
      this.#prepared = output === 'not-yet' ? null : output;
    } catch {
      // The next hook will see.
    }
  }

  ready(): Promise<void> {
    return this.#fifos.ready();
  }

  /** Why `ready` takes so long. */
  get refusal(): unknown {
    return this.#fifos.refusal;
  }

  async close(): Promise<void> {
    await this.#fifos.close();
    this.#stdin.close();
    if (this.#prepared !== null) closeOutput(this.#prepared);
    this.#prepared = null;
    this.folder.remove();
  }

  /** For the end of the host, where nothing can be awaited. */
  removeNow(): void {
    this.#fifos.stop();
    this.folder.remove();
  }

  #openStdin(bytes: Uint8Array): number | null {
    try {
      return this.#stdin.open(bytes);
    } catch (error) {
      // A hook that cannot open its streams by name fails; where waiting helps, it waits.
      if (isPassing(error)) throw error;
      return null;
    }
  }

  #openOutput(): Output | null | 'not-yet' {
    const pair = this.#fifos.take();
    if (pair === null) return this.#fifos.off ? null : 'not-yet';
    try {
      return openPair(pair);
    } catch (error) {
      if (isPassing(error)) {
        this.#fifos.giveBack(pair);
        throw error;
      }
      if (codeOf(error) !== 'ENOENT') return null;
      this.#fifos.discard();
      return 'not-yet';
    }
  }
}

/** Nameless from here on: nobody but the hook can reach it, and nothing is left to clean up. */
function openPair(pair: FifoPair): Output {
  const stdout = openFifo(pair.stdout);
  let stderr: OpenFifo | null = null;
  try {
    stderr = openFifo(pair.stderr);
    unlinkSync(pair.stdout);
    unlinkSync(pair.stderr);
    return { stdout, stderr };
  } catch (error) {
    closeFifo(stdout);
    if (stderr !== null) closeFifo(stderr);
    throw error;
  }
}

function openFifo(path: string): OpenFifo {
  // The reader first and without waiting; then the writer finds it there and need not wait either.
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { reader, writer: openSync(path, constants.O_WRONLY) };
  } catch (error) {
    closeSync(reader);
    throw error;
  }
}

function closeFifo(fifo: OpenFifo): void {
  closeSync(fifo.reader);
  closeSync(fifo.writer);
}

function closeOutput(output: Output): void {
  closeFifo(output.stdout);
  closeFifo(output.stderr);
}

/** The hook has started and holds its own copies; the readers stay open. */
export function closeHookEnds({ stdin, output }: Channels): void {
  if (stdin !== null) closeSync(stdin);
  if (output === null) return;
  closeSync(output.stdout.writer);
  closeSync(output.stderr.writer);
}

/** The process did not start. */
export function closeAhead({ stdin, stdout, stderr }: Ahead): void {
  closeSync(stdin.reader);
  closeSync(stdin.writer);
  closeOutput({ stdout, stderr });
}

/** The hook did not start. */
export function closeChannels({ stdin, output }: Channels): void {
  if (stdin !== null) closeSync(stdin);
  if (output !== null) closeOutput(output);
}

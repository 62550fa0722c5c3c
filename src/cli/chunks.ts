// Loads the files beside the executable, with what earlier calls kept of compiling them. Node's own loader looks for each of them
// in many places, and compiles it every time.
import { join } from 'node:path';
import { Script } from 'node:vm';
import {
  type Compiled,
  codeFolder,
  type Env,
  isPrivateFolder,
  keptCode,
  ROUNDS,
  sourceOf,
} from './compiled.js';

interface Module {
  exports: unknown;
}

type Load = (id: string) => unknown;

/** What Node has around a CommonJS file. Long ones are built with it. */
const [BEFORE, AFTER] = ['(function (exports, require, module, __filename, __dirname) {', '\n})'];

/** Compiling so few signs is faster than reading what was kept of it. */
const SMALL = 4096;

/** The files in one folder. */
export class Chunks {
  readonly #folder: string;
  readonly #codeFolder: string | null;
  /** There may be something to read. */
  readonly #isKept: boolean;
  readonly #loaded = new Map<string, Module>();
  readonly #compiled: Compiled[] = [];

  constructor(folder: string, env: Env) {
    this.#folder = folder;
    this.#codeFolder = codeFolder(env);
    this.#isKept = this.#codeFolder !== null && isPrivateFolder(this.#codeFolder);
  }

  /** Runs a command line by the file with its function `start`. */
  run(id: string, argv: readonly string[]): void {
    this.#functionOf(id, 'start')(argv, () => this.#keep());
  }

  /** Ends the process because of an error, by the file with the function for that. */
  leave(id: string, error: Error): void {
    this.#functionOf(id, 'leave')(error);
  }

  #functionOf(id: string, name: string): (...of: readonly unknown[]) => unknown {
    const found: unknown = Reflect.get(Object(this.#load(id)), name);
    if (typeof found !== 'function') throw new Error(`${id} has no ${name}`);
    return (...of) => Reflect.apply(found, undefined, of);
  }

  #load(id: string): unknown {
    // Everything else is Node's own: the package has no dependencies.
    if (!id.startsWith('./')) return process.getBuiltinModule(id);
    const known = this.#loaded.get(id);
    if (known !== undefined) return known.exports;
    const file = join(this.#folder, id);
    const body = this.#compile(id.slice(2), file);
    const module: Module = { exports: {} };
    const load: Load = (inner) => this.#load(inner);
    // Before it is run: files that need each other find what is there already.
    this.#loaded.set(id, module);
    body(module.exports, load, module, file, this.#folder);
    return module.exports;
  }

  /** Keeps what this process compiled, for the next ones. Where that fails, these compile it again. */
  #keep(): void {
    const news = this.#compiled.filter(({ round }) => round < ROUNDS);
    if (this.#codeFolder === null || news.length === 0) return;
    try {
      this.#functionOf('./keep.cjs', 'keep')(this.#codeFolder, news, this.#folder);
    } catch {
      // A full disk, a folder of somebody else: everything is answered by now.
    }
  }

  #compile(name: string, file: string): (...of: readonly unknown[]) => void {
    const source = sourceOf(file, name);
    if (source === null) throw new Error(`${file} is not a file of amplifier-hooks`);
    const isSmall = source.text.length < SMALL;
    const found =
      this.#codeFolder === null || !this.#isKept || isSmall ? null : keptCode(this.#codeFolder, source);
    const isWrapped = source.text.startsWith(BEFORE);
    const script = new Script(isWrapped ? source.text : `${BEFORE}${source.text}${AFTER}`, {
      filename: file,
      ...(found === null ? {} : { cachedData: found.code }),
    });
    const isTaken = found !== null && script.cachedDataRejected === false;
    if (!isSmall) this.#compiled.push({ source, script, round: isTaken ? found.round : 0 });
    return script.runInThisContext();
  }
}

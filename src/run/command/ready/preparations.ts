// How each hook would be started at a gate, or why only cold. What has to be tried out first is tried once.
import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChannelSupply } from '../channels.js';
import type { Launch } from '../launch.js';
import { RUN_VARIABLE } from '../processes.js';
import type { TempFolder } from '../temp-folder.js';
import { forkGate } from './fork-gate.js';
import { GATE_VARIABLE, type Gated, lateNames } from './gate.js';
import { type Interpreter, interpreterOf, probeKey } from './interpreters.js';
import { Nameless } from './nameless.js';
import { nodeGate } from './node-gate.js';
import { isFitInterpreter, isFitShell, PROBE_SCRIPTS } from './probes.js';
import { PYTHON_GATE_FILE, pythonGate, zipped } from './python-gate.js';
import { BASH_GATE_FILE, bashGate, gatedCommand, scriptGate, whyShellCold } from './shell-gate.js';
import { identityOf } from './surroundings.js';
import { UV_CACHE } from './uv.js';

type Env = Readonly<Record<string, string>>;

const ENDINGS = { python: '.py', node: '.cjs', bash: '.sh' };

/** What is prepared: the same command in the same place with the same environment. */
export interface Wish {
  readonly launch: Launch;
  readonly cwd: string;
  readonly env: Env;
}

export type Preparation = { readonly gated: Gated } | { readonly cold: string };

export class Preparations {
  readonly #channels: ChannelSupply;
  readonly #folder: TempFolder;
  readonly #nameless: Nameless;
  readonly #fit = new Map<string, Promise<boolean>>();
  readonly #files = new Map<string, string>();
  #uvCache: string | null = null;

  constructor(channels: ChannelSupply) {
    this.#channels = channels;
    this.#folder = channels.folder;
    this.#nameless = new Nameless(channels.folder);
  }

  /** Throws where no file can be made. `forks`: a Python is to be forked for each event. */
  async for(wish: Wish, mark: string, forks: boolean): Promise<Preparation> {
    const marked = { ...wish.env, [RUN_VARIABLE]: `${wish.env[RUN_VARIABLE] ?? ''}${mark}` };
    const why = wish.launch.form === 'exec' ? null : whyShellCold(wish.launch, wish.env);
    if (why !== null) return { cold: why };
    const interpreter = interpreterOf(wish.launch, wish.cwd, wish.env);
    if (interpreter !== null && !('not' in interpreter) && (await this.#isFit(interpreter, wish.env)))
      return { gated: this.#interpreter(interpreter, wish.launch, marked, forks) };
    if (wish.launch.form === 'exec') return { cold: 'it is started without a shell' };
    if (!(await this.#isFitShell(wish.launch, wish.env)))
      return { cold: `${wish.launch.file} does not do behind a gate what it does without` };
    return { gated: this.#shell(wish.launch, wish.launch.args[1] ?? '', marked) };
  }

  close(): void {
    this.#nameless.close();
  }

  #shell({ file, form }: Launch, command: string, env: Env): Gated {
    const files = [file];
    if (form === 'bash')
      return this.#bash({ kind: 'shell', file, args: ['-c', command], files }, env, bashGate(env));
    const args = ['-c', gatedCommand(command, env)];
    return { kind: 'shell', file, args, env, descriptors: [], script: '', files, modules: null };
  }

  #bash(start: Pick<Gated, 'kind' | 'file' | 'args' | 'files'>, env: Env, gate: string): Gated {
    const descriptors = [this.#nameless.descriptor(gate, () => gate)];
    return {
      ...start,
      env: { ...env, BASH_ENV: BASH_GATE_FILE },
      descriptors,
      script: gate,
      modules: null,
    };
  }

  #interpreter(
    { kind, files, script, byUv }: Interpreter,
    { file, args }: Launch,
    env: Env,
    forks: boolean,
  ): Gated {
    if (kind === 'bash') return this.#bash({ kind, file, args, files }, env, scriptGate(env));
    const late = lateNames(env);
    if (kind === 'node') {
      const gate = this.#file(nodeGate(late), '.cjs').replace(/["\\]/g, '\\$&');
      const gated = { ...env, NODE_OPTIONS: `--require "${gate}"`, [GATE_VARIABLE]: '1' };
      return { kind, file, args, env: gated, descriptors: [], script: null, files, modules: null };
    }
    const hidden: Env = byUv === null ? {} : { [UV_CACHE]: this.#cacheOfUv };
    const text = forks ? forkGate(late) : pythonGate(late, Object.keys(hidden));
    const descriptors = [this.#nameless.descriptor(text, () => zipped('sitecustomize.py', text))];
    const { PYTHONPATH: path } = env;
    const found = path === undefined ? PYTHON_GATE_FILE : `${PYTHON_GATE_FILE}:${path}`;
    return {
      kind: forks ? 'fork' : kind,
      file,
      args,
      env: { ...env, ...hidden, PYTHONPATH: found },
      descriptors,
      script: null,
      files,
      modules: dirname(script),
    };
  }

  /** One for all: uv makes it when it is missing. */
  get #cacheOfUv(): string {
    this.#uvCache ??= this.#folder.newName();
    return this.#uvCache;
  }

  /** A file with these words; one that somebody cleaned away is written again. */
  #file(text: string, ending: string): string {
    const known = this.#files.get(text);
    if (known !== undefined && existsSync(known)) return known;
    const path = `${this.#folder.newName()}${ending}`;
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    this.#files.set(text, path);
    return path;
  }

  #isFit(interpreter: Interpreter, env: Env): Promise<boolean> {
    const { kind, file, real, flags, byUv, files } = interpreter;
    const seen = byUv === null ? [file, real] : files;
    return this.#once(`${probeKey(interpreter, env)} ${seen.map(identityOf).join(' ')}`, async () => {
      const script = this.#file(PROBE_SCRIPTS[kind], ENDINGS[kind]);
      const launch: Launch = { form: 'exec', file, args: [...flags, script], written: '' };
      const gated = this.#interpreter({ ...interpreter, script }, launch, env, false);
      for (const cwd of byUv?.from ?? ['/'])
        if (!(await isFitInterpreter(gated, env, this.#channels, cwd))) return false;
      return true;
    });
  }

  #isFitShell(launch: Launch, { PATH: path = '' }: Env): Promise<boolean> {
    const env = { PATH: path };
    return this.#once(`${launch.form} ${launch.file} ${identityOf(launch.file)}`, () =>
      isFitShell(
        { file: launch.file, env, gated: (command) => this.#shell(launch, command, env) },
        this.#channels,
      ),
    );
  }

  #once(key: string, probe: () => Promise<boolean>): Promise<boolean> {
    const known = this.#fit.get(key);
    if (known !== undefined) return known;
    const fit = probe().catch(() => false);
    this.#fit.set(key, fit);
    return fit;
  }
}

// The gate: descriptor 3 of a process that was started before it is needed. It says there that it stands at the gate, and reads
// until it may pass; it says that it passes, closes the gate and goes on as if it had just begun. The end of the gate is the
// end of the process: whoever started it has gone, and nothing of the hook has run.
import { lateVariables } from '../../environment.js';

type Env = Readonly<Record<string, string>>;

/** The exit code of a process whose gate was taken away. */
export const NO_GATE = 125;

/** Names a gate needs for itself. */
export const GATE_VARIABLE = 'AMPLIFIER_HOOK_GATE';

/** What differs at every event, so that it is handed in at the gate; everything else is fixed when the process starts. */
export const lateNames = (env: Env): readonly string[] => lateVariables().filter((name) => name in env);

/** What opens the gate: their values, in this order; `null`: they cannot be said in lines. */
export function opening(env: Env): readonly string[] | null {
  const values = lateNames(env).map((name) => env[name] ?? '');
  return values.some((value) => /[\n\r\0]/.test(value)) ? null : values;
}

/** `fork`: a Python that was forked from one that stands at its gate. */
export type WarmKind = 'shell' | 'bash' | 'python' | 'node' | 'fork';

/** A process that stands at its gate, or is on its way there. */
export interface Standing {
  /** Whether it is gone when it was called, or can be called again. */
  readonly serves: 'once' | 'often';
  readonly kind: WarmKind;
  /** Settles when it stands at its gate, or never will. */
  readonly ready: Promise<boolean>;
  /** Why it does not want to stand there, although another kind may; `null`: it does. */
  readonly refusal: string | null;
  /** What it said on its way to the gate, where it has something to say. */
  readonly words: string;
  /** Memory that only this process uses, in bytes, as far as the system tells. */
  readonly memory: number;
  /** Gives somebody the input and lets him through. `null`: it cannot be used; nothing has run. */
  call(stdin: Uint8Array, opening: readonly string[], mark: () => string): Ready | null;
  /** It is not wanted any more; who passed is not concerned. */
  dismiss(): void;
  whenGone(tell: () => void): void;
}

/** The process of a hook, which was let through its gate. */
export interface Ready {
  readonly kind: WarmKind;
  /** How long it took to come to the gate, in milliseconds; `null`: nobody knows. */
  readonly bootMs: number | null;
  readonly process: HookProcess;
  /** `0`: nobody knows it yet. */
  readonly pid: number;
  readonly mark: string;
  readonly cwd: string;
  /** Our ends of what it prints to. */
  readonly output: { readonly stdout: number; readonly stderr: number };
  /** Whether it went through, told as soon as it is known for sure; asked once, when it has ended. */
  known(tell: (passed: boolean) => void): void;
  /** For one that is not a child of this process. */
  readonly relayed?: Relayed;
}

/** What a hook has whose process is the child of another one, which tells of it. */
export interface Relayed {
  /** Its number, as soon as it is known. */
  onPid: ((pid: number) => void) | null;
  /** Nobody will ever know how it ends, and why. */
  onLost: ((why: string) => void) | null;
  /** How long ago it was let through, in milliseconds. */
  readonly agoMs: number;
  /** Takes back the permission to run. `false`: too late, or nobody knows. */
  revoke(): boolean;
}

/** What is asked of the process of a hook. */
export interface HookProcess {
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit', listener: (code: number | null, signal: NodeJS.Signals | null) => void): unknown;
  unref(): void;
}

/** How to start what stands at its gate. */
export interface Gated {
  readonly kind: WarmKind;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Env;
  /** Descriptors from 4 on. */
  readonly descriptors: readonly number[];
  /** What stands in descriptor 4, where that is all it needs to be started by somebody else; `null`: it is for us alone. */
  readonly script: string | null;
  /** Files it depends on: where one is another than at the start, it is not used. */
  readonly files: readonly string[];
  /** Where a module that comes to lie in it would change what was loaded by now; `null`: nowhere. */
  readonly modules: string | null;
}

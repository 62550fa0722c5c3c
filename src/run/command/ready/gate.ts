// The gate: descriptor 3 of a process that was started before it is needed. It says there that it stands at the gate, and reads
// until it may pass; it says that it passes, closes the gate and goes on as if it had just begun. The end of the gate is the
// end of the process: whoever started it has gone, and nothing of the hook has run.
import { answeringVariable } from '../../environment.js';

type Env = Readonly<Record<string, string>>;

/** The exit code of a process whose gate was taken away. */
export const NO_GATE = 125;

/** Names a gate needs for itself. */
export const GATE_VARIABLE = 'AMPLIFIER_HOOK_GATE';

/** What differs at every event, so that it is handed in at the gate; everything else is fixed when the process starts. */
export const lateNames = (env: Env): readonly string[] => [answeringVariable()].filter((name) => name in env);

/** What opens the gate; `null`: it cannot be said in lines. */
export function opening(env: Env): string | null {
  const values = lateNames(env).map((name) => env[name] ?? '');
  return values.some((value) => /[\n\r\0]/.test(value)) ? null : ['', ...values, ''].join('\n');
}

export type WarmKind = 'shell' | 'python' | 'node';

/** How to start what stands at its gate. */
export interface Gated {
  readonly kind: WarmKind;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Env;
  /** Descriptors from 4 on. */
  readonly descriptors: readonly number[];
  /** Files it depends on: where one is another than at the start, it is not used. */
  readonly files: readonly string[];
  /** Where a module that comes to lie in it would change what was loaded by now; `null`: nowhere. */
  readonly modules: string | null;
}

// Signals that end a command: at once, or where hooks run, after these were ended and what happened was recorded.
import { Ender, type EndSignal } from '../end-signal.js';

const NUMBERS: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
const NAMES = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

let code: number | null = null;
let asked: Ender | null = null;
let heard = false;

/** From now on these signals end the process with 128 and their number; what the process has to do at its exit is done. */
export function endOnSignals(): void {
  if (heard) return;
  heard = true;
  for (const name of NAMES) process.on(name, end);
}

/** The same, but for the first of them the command ends by itself, and soon, when this signal is aborted. */
export function interruption(): EndSignal {
  endOnSignals();
  asked ??= new Ender();
  return asked;
}

/** The exit code for the signal that came; `null`: none did. */
export const interruptedCode = (): number | null => code;

/** They are somebody else's from now on. */
export function leaveSignals(): void {
  for (const name of NAMES) process.off(name, end);
}

function end(name: NodeJS.Signals): void {
  const isSecond = code !== null;
  code ??= 128 + (NUMBERS[name] ?? 0);
  if (asked === null || isSecond) process.exit(code);
  asked.abort(`amplifier-hooks was ended by ${name}`);
}

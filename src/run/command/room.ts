// How many processes of hooks this machine has room for beside each other, and what it says when there is none.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { codeOf, hasCode } from '../../text/index.js';

/** Fewer never wait, whatever the limits: a start that is refused is tried again. */
const LEAST = 16;
/** Most hooks wait for something else than a core. */
const AT_LEAST_BY_CORES = 64;
const EACH_CORE = 16;
/** What a running hook holds open here: two ends of pipes, and one for the start of the next. */
const DESCRIPTORS = 3;
/** For files that the engine and its host open meanwhile. */
const SPARE_DESCRIPTORS = 32;

let known: number | null = null;

/** Hooks that may run beside each other; the limits are looked up when so many run that they could count. */
export function mostAtOnce(running: number): number {
  if (running < LEAST) return LEAST;
  known ??= Math.max(LEAST, Math.min(byCores(), byDescriptors()));
  return known;
}

const byCores = (): number => Math.max(AT_LEAST_BY_CORES, EACH_CORE * availableParallelism());

function byDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
    // Those of the hooks that run by now are among them.
    const others = readdirSync('/proc/self/fd').length - LEAST * 2;
    return Math.floor((most - others - SPARE_DESCRIPTORS) / DESCRIPTORS);
  } catch (error) {
    // A system without /proc does not say, and starts that it refuses are tried again; another has none left to say it with.
    return hasCode(error, 'ENOENT') ? Number.POSITIVE_INFINITY : LEAST;
  }
}

/** No process, no descriptor, no memory at the moment. Somebody will give some back. */
const PASSING = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** Whether what the system refused may be granted a moment later. */
export const isPassing = (error: unknown): boolean => PASSING.has(codeOf(error) ?? '');

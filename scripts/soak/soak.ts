// What is tried before a release: very many events, and a machine that fails.
import { library, sidecar } from './events.js';
import { fewDescriptors, fewProcesses, fullDisk, killed } from './faults.js';
import type { SoakRow } from './row.js';

/** All rows, one after the other; the short form has the same rows with fewer events. */
export async function* soak(executable: string, short: boolean): AsyncGenerator<SoakRow> {
  const count = (long: number, few: number): number => (short ? few : long);
  yield await library(executable, count(100_000, 400));
  yield await sidecar(executable, count(20_000, 400));
  yield await killed(executable, count(100, 2));
  yield await fewDescriptors(executable, count(20, 1));
  yield await fewProcesses(executable, count(20, 1));
  yield await fullDisk(executable, count(20, 2));
}

// The command line of `dispatch` without the library for command lines, which takes longer to load than the work does.
import type { Io } from '../io.js';
import { flag } from '../options/flags.js';
import { dispatchText } from './order.js';
import { eventOnStdin } from './stdin.js';

/** Answers an event; `null`: the words are not plain ones, and the general way will say what is wrong with them. */
export async function dispatchLine(words: readonly string[], io: Io): Promise<number | null> {
  const options = words.length === 0 ? {} : (await import('./words.js')).plainOptions(words);
  if (options === null) return null;
  const answered = () => dispatchText({ args: [], options, io }, words, () => eventOnStdin(io));
  if (!flag(options, 'startResident')) return answered();
  const { withResident } = await import('../resident/start.js');
  return withResident(io, answered);
}

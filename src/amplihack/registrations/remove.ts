// Takes our hook entries out of a settings file; everything else in it stays as it is, to the last character.
import { chmodSync, constants, copyFileSync } from 'node:fs';
import { type IsGone, withoutEntries } from '../../config/edit/index.js';
import { PRIVATE_FILE, readBytes, replaceFile, targetOf } from '../../files/index.js';
import { hasCode } from '../../text/index.js';
import { isOurEntry } from './ours.js';

/** The text without our entries. */
export const withoutOurs = (text: string): string => withoutEntries(text, isOurEntry);

/** Removes entries from a file, with a backup beside it. Throws where that cannot be done; then the file is as it was. */
export function removeFrom(path: string, epochSeconds: number, isGone: IsGone): void {
  const text = readBytes(path).toString('utf8');
  JSON.parse(text);
  const left = withoutEntries(text, isGone);
  if (left === text) return;
  const file = targetOf(path);
  backUp(path, file, epochSeconds);
  replaceFile(file, left, { durable: true });
}

/** Copies a file beside `path`, for the owner only; gives the copy. An earlier backup is never overwritten. */
export function backUp(path: string, file: string, epochSeconds: number): string {
  for (let stamp = epochSeconds; ; stamp += 1) {
    const copy = `${path}.backup.${stamp}`;
    try {
      copyFileSync(file, copy, constants.COPYFILE_EXCL);
      chmodSync(copy, PRIVATE_FILE);
      return copy;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

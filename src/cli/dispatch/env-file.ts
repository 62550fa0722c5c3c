// What hooks put into their env files, handed on to the host that asked.
import { appendFileSync, statSync } from 'node:fs';
import { isRegular, PRIVATE_FILE, textIn } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { complain, type Io } from '../io.js';

/** More than anybody exports. */
const LARGEST = 1024 * 1024;

/**
 * The host that runs `dispatch` as a hook sources the file that it names before its later commands. So everything that hooks wrote is
 * appended as it is: plain assignments, a changed PATH, functions mean there what they mean in any script that is sourced.
 */
export function handOnEnvFiles(io: Io, files: readonly string[]): void {
  const target = io.env['CLAUDE_ENV_FILE'] || io.env['AMPLIFIER_ENV_FILE'] || '';
  const texts = files.map((file) => textIn(file, LARGEST) ?? '').filter((text) => text.trim() !== '');
  if (target === '' || texts.length === 0) return;
  try {
    // Whatever else stands there, a pipe say, is not waited for.
    if (statSync(target, { throwIfNoEntry: false }) !== undefined && !isRegular(target))
      throw new Error(`${target} is not a file`);
    appendFileSync(target, texts.map((text) => `${text.replace(/\n$/, '')}\n`).join(''), {
      mode: PRIVATE_FILE,
    });
  } catch (error) {
    complain(io, [`amplifier-hooks: what hooks export does not reach the host: ${reasonOf(error)}`]);
  }
}

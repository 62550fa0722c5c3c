// T1 and T2: patterns in the text of a command, whatever its quotes and targets.
import { isYes } from '../context.js';
import { wholeWords } from './whole-word.js';

export type Env = Readonly<Record<string, string | undefined>>;

const RISKY = /rm|del|format|kill|shutdown|reboot|wget|curl|nc|netcat/gi;
const PARENT = /\.\.[/\\]|%2e%2e%2f|%252e%252e%252f/i;

/** What is wrong with the command; `null`: nothing. */
export function riskyText(command: string, env: Env): string | null {
  if (!isOn(env['XPIA_ENABLED'])) return null;
  if (isOn(env['XPIA_BLOCK_CRITICAL']) && hasRiskyChain(command))
    return denied('critical', 'it chains another command to one that deletes, kills or transfers data');
  if (isOn(env['XPIA_BLOCK_HIGH_RISK']) && PARENT.test(command))
    return denied('high', 'it contains a path that leads to a parent directory');
  return null;
}

const denied = (level: string, why: string): string =>
  `This command was blocked due to potential security risk (level: ${level}): ${why}. ` +
  'Run the steps one by one, with absolute paths, or ask the user to run it.';

const isOn = (value: string | undefined): boolean => value === undefined || isYes(value);

/** A separator, white space, then a risky word. Looking back from the word keeps the search linear. */
function hasRiskyChain(command: string): boolean {
  for (const index of wholeWords(command, RISKY)) {
    let at = index;
    let hasNewline = false;
    while (at > 0 && /\s/.test(command[at - 1] ?? '')) {
      at -= 1;
      hasNewline ||= command[at] === '\n';
    }
    if (hasNewline || /(?:[|;`]|&&|\$\()$/.test(command.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

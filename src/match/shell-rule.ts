// The argument of a rule for a shell tool, such as `git push *`, and whether it selects a command.

import { covers, splitAtStars } from '../text/index.js';
import { type CommandReading, oneBlank } from './shell-command.js';

export interface ShellRule {
  readonly pattern: string;
  /** Texts that are selected; a trailing ` *` gives two, because the command may stand without arguments. */
  readonly shapes: readonly (readonly string[])[];
  /** Nothing but a command name and ` *`: such a rule is judged by the names alone. */
  readonly nameOnly: boolean;
  /** It has an operator in it, so it can only be meant for the command as a whole. */
  readonly spansCommands: boolean;
  readonly anyCase: boolean;
}

/** Whether a rule selects a call, and why, in the user's words. */
export interface RuleAnswer {
  readonly selects: boolean;
  readonly why: string;
}

/** Reads the text between the parentheses; `null`: it selects every command. */
export function readShellRule(spec: string, anyCase: boolean): ShellRule | null {
  const pattern = oneBlank(spec.endsWith(':*') ? `${spec.slice(0, -2)} *` : spec);
  if (pattern === '' || pattern === '*') return null;
  const folded = anyCase ? pattern.toLowerCase() : pattern;
  const prefix = folded.endsWith(' *') ? folded.slice(0, -2) : null;
  return {
    pattern,
    shapes: (prefix === null ? [folded] : [prefix, folded]).map(splitAtStars),
    nameOnly: prefix !== null && /^[^\s*]+$/.test(prefix),
    spansCommands: /[|;&]/.test(pattern),
    anyCase,
  };
}

/**
 * Whether one of the commands is selected. Where that cannot be known, it is: a guard that runs
 * too often only costs time.
 */
export function selectsCommand(rule: ShellRule, reading: CommandReading): RuleAnswer {
  if (reading.kind === 'unreadable') {
    return selected(`the command cannot be analysed (${reading.why}), so it may be one of ${quote(rule)}`);
  }
  const fits = (text: string) => {
    const folded = rule.anyCase ? text.toLowerCase() : text;
    return rule.shapes.some((shape) => covers(shape, folded));
  };
  for (const command of reading.commands) {
    const spelling = command.spellings.find(fits);
    if (spelling !== undefined) return selected(`${short(spelling)} is one of ${quote(rule)}`);
    if (command.nameUnknown) {
      const text = short(command.spellings[0] ?? '');
      return selected(
        `which program ${text} runs is only known when it runs, so it may be one of ${quote(rule)}`,
      );
    }
  }
  if (rule.spansCommands && fits(reading.whole)) {
    return selected(`${short(reading.whole)} is one of ${quote(rule)}`);
  }
  if (!rule.nameOnly && reading.expansion !== null) {
    const cause = `the command contains ${short(reading.expansion)}, whose value is only known when it runs`;
    return selected(`${cause}, so it may be one of ${quote(rule)}`);
  }
  return { selects: false, why: `no command in ${short(reading.whole)} is one of ${quote(rule)}` };
}

const selected = (why: string): RuleAnswer => ({ selects: true, why });
const quote = (rule: ShellRule): string => JSON.stringify(rule.pattern);
const short = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);

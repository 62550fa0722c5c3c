// Whether a hook that was written for another tool understands our input, and we its answer.

import { type EventName, eventRow } from '../../events/index.js';
import { linesOf } from '../../text/index.js';
import type { Scripts } from './scripts.js';

/** How the conversation with hooks differs in another tool. */
export interface Contract {
  /** The tool, in words. */
  readonly tool: string;
  /** Words of answers that mean nothing here. */
  readonly answers: RegExp;
  /** Names in its input that ours does not have: fields and tools. */
  readonly inputs: RegExp;
  /** The input of this event is another one, so that a hook that reads it does not find its fields. */
  readonly inputDiffers: boolean;
}

export type Judgement =
  | { readonly kind: 'fine' }
  | { readonly kind: 'warning'; readonly warning: string }
  | { readonly kind: 'cannot'; readonly why: string; readonly hint: string };

const READS_INPUT =
  /stdin|STDIN|\bcat\b|\bjq\b|\bread -|\bread [A-Za-z]|readFileSync\(0|\/dev\/fd\/0|Console\.In|\$input\b/;
const OUR_INPUT = /\btool_input\b|\btool_name\b|\btool_response\b|\bstop_hook_active\b|\bnotification_type\b/;
const OUR_ANSWER = /hookSpecificOutput|\bexit\W{0,2}2\b/;
const OUR_TOOLS = /["'|(](?:Bash|Write|Edit|Read)["'|)]/;

/** What a block of these events does is to keep something from happening. */
const PREVENTS: ReadonlySet<string> = new Set(['deny', 'block', 'goOn']);

/** Judges a hook by what its command and scripts say. A guard that would let everything pass is not moved. */
export function judgeContract(scripts: Scripts, event: EventName, contract: Contract): Judgement {
  const { tool } = contract;
  const all = scripts.texts.map(({ text }) => text).join('\n');
  const row = eventRow(event);
  const guards = row.permission || PREVENTS.has(row.exit2);

  const answer = wordIn(scripts, contract.answers);
  if (answer !== null) {
    const said = `it answers in the JSON of ${tool} (${answer}), which is not understood`;
    if (guards && !OUR_ANSWER.test(all)) {
      return {
        kind: 'cannot',
        why: `${said}: what it forbids would be allowed`,
        hint: 'Let it exit with code 2 and the reason on stderr, which both understand, then migrate again.',
      };
    }
    return { kind: 'warning', warning: `${said}; only what it says by exit code 2 counts` };
  }

  const input = wordIn(scripts, contract.inputs);
  const blind = contract.inputDiffers && READS_INPUT.test(all) && !OUR_INPUT.test(all);
  const confused = input !== null && !OUR_TOOLS.test(all) && (!contract.inputDiffers || !OUR_INPUT.test(all));
  if (blind || confused) {
    const seen = input === null ? '' : ` (${input})`;
    const said = `it reads its input as ${tool} sends it${seen}, and here the input is that of Claude Code`;
    if (!guards) return { kind: 'warning', warning: `${said}; it may not find its fields` };
    return {
      kind: 'cannot',
      why: `${said}: it would not see what it guards`,
      hint: 'Let it read tool_name and tool_input with the tool names of Claude Code (Bash, Write, Edit, Read), then migrate again.',
    };
  }

  if (scripts.seen || (!guards && !contract.inputDiffers)) return { kind: 'fine' };
  const what = contract.inputDiffers ? 'input and answers differ' : 'some answers differ';
  const warning = `what it runs could not be read, and ${what} between ${tool} and here; try it with \`amplifier-hooks run <Event>\``;
  return { kind: 'warning', warning };
}

/** The first place of a word, as `word in file, line n`; `null`: it is nowhere. */
export function wordIn({ texts }: Scripts, words: RegExp): string | null {
  for (const { file, text } of texts) {
    const match = words.exec(text);
    if (match === null) continue;
    const place = file === null ? 'in the command' : `in ${file}, line ${linesOf(text)(match.index).line}`;
    return `${match[0].replaceAll(/\W+/g, ' ').trim()} ${place}`;
  }
  return null;
}

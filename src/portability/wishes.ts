// What a hook may ask of its host, as far as that can be known: what is not known may be anything that its event allows.
import { type EventRow, eventRow } from '../events/index.js';
import type { Ability } from '../hosts/agents/index.js';
import type { PortableHook } from './report.js';

/** What hooks of an event may ask for, by the event table. */
function ofEvent(row: EventRow): readonly Ability[] {
  const specific = row.specific ?? {};
  const blocks = [row.exit2, row.jsonBlock];
  const answers = 'permissionDecision' in specific;
  const decides = row.permission && 'decision' in specific;
  const wanted: readonly (readonly [Ability, boolean])[] = [
    ['deny', blocks.includes('deny') || blocks.includes('block') || row.permission],
    ['ask', answers],
    ['allow', answers || decides],
    ['updatedInput', 'updatedInput' in specific || decides],
    ['updatedOutput', 'updatedToolOutput' in specific],
    ['feedback', blocks.includes('feedback')],
    ['continue', blocks.includes('goOn')],
    ['context', (row.context === 'model' && 'additionalContext' in specific) || isContext(row)],
    ['stop', row.continueFalse],
    ['systemMessage', row.systemMessage === 'user'],
  ];
  return wanted.filter(([, is]) => is).map(([ability]) => ability);
}

const isContext = ({ stdout }: EventRow): boolean => stdout === 'context' || stdout === 'instructions';

/** Those that keep something from happening. */
export const BLOCKS: readonly Ability[] = ['deny', 'continue'];

/** What exit code 2 says. */
const BY_EXIT: readonly Ability[] = ['deny', 'feedback', 'continue'];

/** The end of a text with exit code 2, or with one that is only known when it runs. */
export const EXITS = /\bexit\w*\W{0,4}(?:2\b|[$A-Za-z_])/;

/** Words without which a text cannot ask for it. */
const BLOCKING = /\b(?:deny|block)\b/;
const WORDS: Readonly<Record<Ability, RegExp>> = {
  deny: BLOCKING,
  feedback: BLOCKING,
  continue: BLOCKING,
  ask: /\b(?:ask|defer)\b/,
  allow: /\b(?:allow|approve)\b/,
  updatedInput: /\bupdatedInput\b/,
  updatedOutput: /\bupdated(?:MCP)?ToolOutput\b/,
  context: /\badditionalContext\b/,
  stop: /["'\\]continue\b|\bcontinue\\?["']?\s*:/,
  systemMessage: /\bsystemMessage\b/,
};

export function wishesOf({ event, observes, handler, code }: PortableHook): readonly Ability[] {
  if (observes === true) return [];
  const row = eventRow(event);
  const all = ofEvent(row);
  if (handler.type === 'prompt' || handler.type === 'agent')
    return ofVerdict(row, handler.continueOnBlock === true, all);
  // Nobody waits for what it says; what it says late is told at another event.
  if ((handler.background ?? 'no') !== 'no') return [];
  if (handler.type !== 'command' || code === null) return all;
  return all.filter(
    (ability) =>
      WORDS[ability].test(code) ||
      (BY_EXIT.includes(ability) && EXITS.test(code)) ||
      (ability === 'context' && isContext(row)),
  );
}

/** A model says yes or no. */
function ofVerdict(
  { verdict }: EventRow,
  continueOnBlock: boolean,
  all: readonly Ability[],
): readonly Ability[] {
  const blocks = all.filter((ability) => BY_EXIT.includes(ability));
  switch (verdict) {
    case 'nothing':
      return [];
    case 'block':
      return blocks;
    case 'block-and-end':
      return continueOnBlock ? blocks : [...blocks, 'stop'];
    case 'end-or-block':
      return continueOnBlock ? blocks : ['stop'];
    case 'end':
      return ['stop'];
  }
}

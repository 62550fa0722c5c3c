// What `"ok": false` of a prompt or agent hook does to an event; read off the event table.
import type { KnownEventRow } from '../events/index.js';
import type { ModelHandler } from '../nouns.js';
import { BLOCKED } from './merge.js';

export function verdictInWords(row: KnownEventRow, { type, continueOnBlock }: ModelHandler): string {
  const goesOn = type === 'agent' || continueOnBlock;
  const block = BLOCKED[row.exit2];
  const remedy = type === 'prompt' ? ' ("continueOnBlock": true lets it go on)' : '';
  const idle = type === 'prompt' && continueOnBlock ? '; "continueOnBlock" changes nothing here' : '';
  switch (row.verdict) {
    case 'block':
      return `${block}${idle}`;
    case 'block-and-end':
      return goesOn ? block : `${block}, and the turn ends${remedy}`;
    case 'end-or-block':
      return goesOn ? block : `the turn ends${remedy}`;
    case 'end':
      return `the turn ends${idle}`;
    case 'nothing':
      return `no effect, only a diagnostic${idle}`;
  }
}

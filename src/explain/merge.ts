// What hooks of an event can do, and how what they say is put together; read off the event table.
import type { BlockEffect, KnownEventRow } from '../events/index.js';
import type { ModelHandler } from '../nouns.js';
import type { Profile } from '../profiles.js';

export interface MergeRule {
  /** What a hook does. */
  readonly what: string;
  /** What comes of it. */
  readonly effect: string;
}

/** What a block does. */
export const BLOCKED: Readonly<Record<BlockEffect, string>> = {
  deny: 'it is denied',
  block: 'it is blocked',
  goOn: 'the agent goes on instead of stopping',
  feedback: 'nothing is stopped; the text goes to the model beside the result',
  nothing: 'no effect',
};

const STDOUT: Readonly<Record<KnownEventRow['stdout'], string>> = {
  context: 'goes to the model',
  instructions: 'is added to the instructions for the compaction',
  user: 'is shown to the user',
  path: 'its last line is the path of the work tree',
  log: 'goes nowhere',
};

/** What one hook can say. */
export function hookRules(row: KnownEventRow, profile: Profile): readonly MergeRule[] {
  const specific = row.specific === null ? null : Object.keys(row.specific);
  return [
    { what: 'exit code 2', effect: withReason(exitTwo(row, profile), 'stderr') },
    { what: 'any other exit code but 0', effect: failures(row) },
    ...(row.permission && profile.endedGuard === 'deny'
      ? [{ what: 'ended by a foreign signal', effect: `${BLOCKED.deny}; a hook of the project just fails` }]
      : []),
    { what: 'plain text on stdout', effect: STDOUT[row.stdout] },
    { what: '"decision": "block"', effect: withReason(jsonBlock(row, profile), '"reason"') },
    { what: '"continue": false', effect: row.continueFalse ? 'the turn ends' : 'no effect' },
    { what: '"systemMessage"', effect: message(row, profile) },
    {
      what: '"hookSpecificOutput"',
      effect:
        specific === null
          ? 'an error: this event has none'
          : specific.map((name) => (name === 'decision' ? 'decision.behavior' : name)).join(', '),
    },
  ];
}

function exitTwo(row: KnownEventRow, profile: Profile): string {
  const denies = row.permission && profile.permissionRequestExit2 === 'deny';
  return denies ? BLOCKED.deny : BLOCKED[row.exit2];
}

/** Where the event does not know this form, a deny in it may be honoured all the same. */
function jsonBlock(row: KnownEventRow, profile: Profile): string {
  const honoured = row.jsonBlock === 'nothing' && row.stdout !== 'path' && profile.lostDenies === 'honoured';
  return honoured ? exitTwo(row, profile) : BLOCKED[row.jsonBlock];
}

const withReason = (effect: string, source: string): string =>
  effect === BLOCKED.nothing || effect === BLOCKED.feedback ? effect : `${effect}; ${source} is the reason`;

function failures(row: KnownEventRow): string {
  if (row.anyFailureBlocks) return `a failure, and ${BLOCKED[row.exit2]}`;
  return row.onFailure
    ? 'a failure, which stops nothing unless the hook has "onFailure": "block"'
    : 'a failure, which stops nothing';
}

function message(row: KnownEventRow, profile: Profile): string {
  if (row.systemMessage === 'model') return 'goes to the model';
  return row.systemMessage === 'user' || profile.systemMessage === 'always'
    ? 'is shown to the user'
    : 'no effect';
}

const OWN_ALLOW: Readonly<Record<Profile['projectAllow'], string>> = {
  'needs-grant': '; an allow of the project’s hooks alone counts only where the user granted it',
  counts: '',
};

const AGAIN: Readonly<Record<Profile['rewrittenCalls'], string>> = {
  'judged-again': '; hooks of stronger scopes judge the new call once more',
  'passed-on': '',
};

/** What all of them say together. */
export function mergeRules(row: KnownEventRow, profile: Profile): readonly MergeRule[] {
  const specific = row.specific ?? {};
  const stops = row.exit2 !== 'nothing' && row.exit2 !== 'feedback';
  const rule = (applies: boolean, what: string, effect: string): MergeRule[] =>
    applies ? [{ what, effect }] : [];
  return [
    {
      what: 'order',
      effect: 'hooks run side by side; what they say is applied in the order they are listed',
    },
    ...rule(
      row.permission,
      'permission',
      `deny beats defer, defer beats ask, ask beats allow; else the host decides${OWN_ALLOW[profile.projectAllow]}`,
    ),
    ...rule(stops && row.exit2 !== 'deny', 'block', 'one block is enough; all reasons are given'),
    ...rule(row.exit2 === 'goOn', '"continue": false', 'beats every block: the agent stops'),
    ...rule(row.exit2 === 'feedback', 'feedback', 'all of it goes to the model'),
    ...rule(
      'updatedInput' in specific,
      'updatedInput',
      `the last one of the strongest scope counts as a whole; none beside a deny${AGAIN[profile.rewrittenCalls]}`,
    ),
    ...rule(
      'updatedToolOutput' in specific,
      'updatedToolOutput',
      'the last one of the strongest scope counts as a whole',
    ),
    ...rule(row.context !== 'log' || row.stdout === 'context', 'context', 'all texts are kept, in order'),
    { what: 'async hooks', effect: 'cannot decide anything; what they say comes with a later event' },
  ];
}

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

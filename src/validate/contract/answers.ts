// Requirements about what a hook reads and answers.

import type { Part } from '../parts.js';
import { seenOf } from '../reading/seen.js';
import type { Subject } from '../subject.js';
import {
  allOf,
  at,
  type Check,
  clear,
  met,
  notApplicable,
  notMet,
  ofScript,
  unseen,
  without,
} from './verdict.js';

type Exits = readonly {
  readonly part: Part;
  readonly at: number;
  readonly code: number | null;
  readonly passedOn: boolean;
}[];

export const exitsOf = ({ parts }: Subject): Exits =>
  parts.flatMap((part) =>
    seenOf(part.reading, 'exit').map(({ at: place, code, passedOn }) => ({
      part,
      at: place,
      code,
      passedOn,
    })),
  );

const blocksWhereItCan = ofScript(
  without(['block-has-no-effect', 'background-decides'], 'it does not try to block in vain'),
);

const fine: Check = ofScript(({ subject }) => {
  const zero = exitsOf(subject).find(({ code }) => code === 0);
  if (zero !== undefined) return met(null, at(zero.part, zero.at));
  const last = subject.parts.at(-1);
  if (last?.reading.language === 'shell') return unseen('it ends with the exit code of its last command');
  return clear('it ends by itself');
});

const blocks: Check = ofScript(({ subject }) => {
  const two = exitsOf(subject).filter(({ code }) => code === 2);
  const [first] = two;
  if (first === undefined) return notApplicable('it never ends with 2');
  const silent = two.find(({ part, at: place }) => !saysBefore(part, place));
  if (silent === undefined) return met(null, at(first.part, first.at));
  const anywhere = subject.parts.some(({ reading }) =>
    seenOf(reading, 'print').some(({ to }) => to === 'stderr'),
  );
  if (anywhere)
    return unseen('whether its message on stderr belongs to this block cannot be told from the text');
  return notMet(
    'it ends with 2 and says nothing on stderr, so nobody learns why',
    at(silent.part, silent.at),
  );
});

const LINES_BEFORE = 8;

function saysBefore(part: Part, place: number): boolean {
  return seenOf(part.reading, 'print').some(
    (print) =>
      print.to === 'stderr' &&
      print.at <= place &&
      part.text.slice(print.at, place).split('\n').length <= LINES_BEFORE,
  );
}

const otherCodes = ofScript(
  without(['exit-1-blocks-nothing'], 'it does not say "blocked" with another code'),
);

const fields = ofScript(without(['field-never-sent', 'field-of-other-event'], 'it reads no other field'));
const fromStdin = ofScript(
  without(['variable-never-set', 'placeholder-never-filled'], 'it reads no variable that is never set'),
);
const onlyJson = ofScript(without(['json-on-stderr', 'text-before-json'], 'nothing else was seen on stdout'));
const inItsPlace = ofScript(
  without(
    ['output-without-event-name', 'output-for-other-event', 'output-field-misplaced'],
    'no field stands elsewhere',
  ),
);

const VALUES: readonly { readonly field: string; readonly values: readonly string[] }[] = [
  { field: 'permissionDecision', values: ['allow', 'deny', 'ask', 'defer'] },
  { field: 'decision', values: ['block', 'approve'] },
];

const values: Check = ofScript(({ subject }) => {
  let found = false;
  for (const part of subject.parts) {
    for (const { field, values: known } of VALUES) {
      const pattern = new RegExp(`(?<![A-Za-z])\\\\?["']?${field}\\\\?["']?\\s*:\\s*\\\\?["'](\\w+)`, 'g');
      for (const { index, 1: value = '' } of part.reading.code.matchAll(pattern)) {
        found = true;
        if (!known.includes(value))
          return notMet(`"${field}" has no value "${value}"; it has ${known.join(', ')}`, at(part, index));
      }
    }
  }
  return found ? clear('every value exists') : notApplicable('it decides nothing by JSON');
});

const reasons: Check = ofScript(({ subject }) => {
  for (const part of subject.parts) {
    const { code } = part.reading;
    const block = code.search(/\bdecision\b\\?["']?\s*:\s*\\?["']block/);
    const deny = code.search(/\bpermissionDecision\b\\?["']?\s*:\s*\\?["']deny/);
    if (block < 0 && deny < 0) continue;
    const given = block >= 0 ? /\breason\b/.test(code) : /\bpermissionDecisionReason\b/.test(code);
    const place = at(part, Math.max(block, deny));
    return given ? met(null, place) : notMet('it blocks by JSON without a reason', place);
  }
  return notApplicable('it blocks nothing by JSON');
});

const readsStdin: Check = ofScript(({ subject }) => {
  for (const part of subject.parts) {
    const [stdin] = seenOf(part.reading, 'stdin');
    if (stdin !== undefined) return met(null, at(part, stdin.at));
  }
  return notApplicable('it does not look at the event');
});

const json = allOf([onlyJson, inItsPlace, values]);

export const ANSWERS = {
  'H2.1.2': blocksWhereItCan,
  'H2.2.1': fine,
  'H2.2.2': blocks,
  'H2.2.3': otherCodes,
  'H3.1.1': fields,
  'H3.1.2': fromStdin,
  'H3.2.1': onlyJson,
  'H3.2.2': inItsPlace,
  'H3.2.3': values,
  'H3.2.4': reasons,
  'P9.1': ofScript(
    without(['script-not-executable', 'script-missing'], 'it is, or its interpreter is named'),
  ),
  'P9.2': ofScript(without(['script-no-shebang', 'script-crlf'], 'it does, or its interpreter is named')),
  'P9.3': readsStdin,
  'P9.4': json,
  'P9.5': allOf([otherCodes, blocks]),
} as const satisfies Record<string, Check>;

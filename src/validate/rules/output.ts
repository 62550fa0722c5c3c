// Rules about what a hook answers: exit codes and JSON.
import { EVENT_NAMES, eventRow, ownDecision } from '../../events/index.js';
import type { Finding } from '../finding.js';
import type { Part } from '../parts.js';
import { type Exit, type Print, seenOf } from '../reading/seen.js';
import { atPart, type Subject } from '../subject.js';

/** Words of somebody who believes that something was stopped. */
const SAYS_BLOCKED =
  /\b(?:block(?:ed|ing)?|den(?:y|ied)|forbidden|prohibited|refus(?:e|ed|ing)|reject(?:ed|ing)?|not allowed|not permitted|disallowed|dangerous|violation|protected)\b/i;

const DECISION = /[{,]\s*\\?["']?(?:decision|permissionDecision|hookSpecificOutput)\\?["']?\s*:/;

/** JSON with a decision in it, or something that turns a decision into JSON. */
export const isDecision = (text: string): boolean => DECISION.test(text);

/** Whether any text of a hook can stop something: by exit code 2, or by JSON. */
export function stops(subject: Subject): boolean {
  return subject.parts.some(
    ({ reading }) => seenOf(reading, 'exit').some(({ code }) => code === 2) || blocksByJson(reading.code),
  );
}

/** Texts whose exit code and output are those of the hook. */
const ownParts = ({ parts }: Subject): readonly Part[] => parts.filter(({ own }) => own);

/** Where a text ends with 2 because of what the event says, not because it was called in a wrong way. */
const blockingExit = (part: Part): Exit | undefined =>
  seenOf(part.reading, 'exit').find(
    (exit) => exit.code === 2 && !said(part, exit).some(({ text }) => WRONG_CALL.test(text)),
  );

const WRONG_CALL =
  /\busage\b|\b(?:unknown|unrecognized|invalid|unexpected) (?:arg|opt|command|flag|sub)|missing (?:arg|required)|\bis required\b|\b(?:is|are) not set\b/i;

/** What is printed shortly before it ends. */
const said = (part: Part, exit: Exit): readonly Print[] =>
  seenOf(part.reading, 'print').filter(
    (print) => print.at <= exit.at && linesBetween(part, print.at, exit.at) <= 4,
  );

/** The name of an event that is compared with, looked up or listed, not the one that an answer is for. */
const NAMES_EVENT = new RegExp(
  `(?<!hookEventName\\\\?["']?\\s*:\\s*\\\\?["'\`]?)\\b(?:${EVENT_NAMES.join('|')})\\b(?=["'\`]?\\s*(?:[:)\\]|,}&?]|$))`,
  'm',
);

/**
 * Whether the hook reads which event it serves and names one: then it serves several, and which of its answers belongs to
 * which is not told by the text.
 */
function isRouted(subject: Subject): boolean {
  const own = ownParts(subject).filter(({ role }) => role !== 'command');
  const asks = own.some(({ reading }) =>
    seenOf(reading, 'field').some(({ name }) => name === 'hook_event_name' || name === 'hookEventName'),
  );
  return asks && own.some(({ reading }) => NAMES_EVENT.test(reading.code));
}

const BLOCK = /\\?["']?\bdecision\b\\?["']?\s*:\s*\\?["']block/;
const PERMISSION = /\\?["']?\bpermissionDecision\b\\?["']?\s*:\s*\\?["'](?:allow|deny|ask)/;

/** Where a decision to block stands; one inside of hookSpecificOutput decides nothing. */
function blockAt(code: string): number {
  const at = code.search(BLOCK);
  return at >= 0 && isInside(code, at) ? -1 : at;
}

const isInside = (code: string, at: number): boolean =>
  /\bhookSpecificOutput\b\\?["'`]?\s*:\s*\{[^{}]*$/.test(code.slice(Math.max(0, at - 600), at));

const blocksByJson = (code: string): boolean =>
  BLOCK.test(code) || /\bpermissionDecision\b\\?["']?\s*:\s*\\?["'](?:deny|ask)/.test(code);

/** Exit 1 meant as a block, JSON where nobody reads it, answers that do not count, endless Stop hooks. */
export function outputFindings(subject: Subject): readonly Finding[] {
  return [
    ...ownParts(subject).flatMap((part) => [
      ...onStderr(subject, part),
      ...textBefore(subject, part),
      ...specific(subject, part),
    ]),
    ...exitOne(subject),
    ...stopLoop(subject),
    ...background(subject),
    ...withoutEffect(subject),
  ];
}

/** Whether the same script serves events on which its exit codes mean something else. */
const isShared = (subject: Subject): boolean =>
  subject.alsoOn.some((event) => eventRow(event).exit2 !== subject.row.exit2) || isRouted(subject);

function exitOne(subject: Subject): readonly Finding[] {
  const { exit2 } = subject.row;
  if ((exit2 !== 'deny' && exit2 !== 'block' && exit2 !== 'goOn') || stops(subject)) return [];
  for (const part of ownParts(subject)) {
    for (const exit of seenOf(part.reading, 'exit')) {
      if (exit.code !== 1) continue;
      if (!said(part, exit).some(({ text }) => SAYS_BLOCKED.test(text))) continue;
      const message = `It says that something is blocked and ends with 1, but only exit code 2 blocks a ${subject.hook.event}`;
      return [atPart(subject, part, exit.at, 'exit-1-blocks-nothing', message)];
    }
  }
  return [];
}

const linesBetween = (part: Part, from: number, to: number): number =>
  part.text.slice(from, to).split('\n').length - 1;

function onStderr(subject: Subject, part: Part): readonly Finding[] {
  const found = seenOf(part.reading, 'print').find(
    (print) => print.to === 'stderr' && (isDecision(print.text) || dumpsDecision(print, part)),
  );
  if (found === undefined) return [];
  const message = 'The decision is printed on stderr as JSON; only stdout is read as JSON';
  return [atPart(subject, part, found.at, 'json-on-stderr', message)];
}

/** `json.dumps(answer)` where the text builds a decision under that name. */
function dumpsDecision({ text }: Print, { reading }: Part): boolean {
  const name = /(?:json\.dumps|JSON\.stringify)\(\s*(\w+)/.exec(text)?.[1];
  if (name === undefined) return false;
  const built = new RegExp(`\\b${name}\\s*=\\s*\\{[^;]{0,400}`).exec(reading.code)?.[0];
  return built !== undefined && isDecision(built);
}

function textBefore(subject: Subject, part: Part): readonly Finding[] {
  const prints = seenOf(part.reading, 'print').filter(({ to }) => to === 'stdout');
  const exits = seenOf(part.reading, 'exit');
  for (const json of prints) {
    if (!isDecision(json.text) && !dumpsDecision(json, part)) continue;
    const text = prints.find(
      (print) =>
        print.block === json.block &&
        print.at < json.at &&
        isPlainText(print.text, part) &&
        !exits.some((exit) => exit.block === print.block && exit.at > print.at && exit.at < json.at),
    );
    if (text === undefined) continue;
    const message = 'This text comes before the JSON on stdout, so the answer is not read as a decision';
    return [atPart(subject, part, text.at, 'text-before-json', message)];
  }
  return [];
}

/** A literal text that does not begin like JSON. */
function isPlainText(source: string, { reading }: Part): boolean {
  const said = source.replace(/^\s*(?:-\w+\s+)*/, '');
  if (/json\.dumps|JSON\.stringify/.test(said) || /^["'`]?%s/.test(said)) return false;
  const word = reading.language === 'shell' && /^[A-Za-z]/.test(said);
  return word || /^[fr]?["'`]\s*[^{["'`\s$]/.test(said);
}

function specific(subject: Subject, part: Part): readonly Finding[] {
  const { code } = part.reading;
  const at = code.search(/\bhookSpecificOutput\b\\?["'`]?\s*(?:\]\s*=|[:=])/);
  if (at < 0) {
    const stray = /\\?["'](permissionDecision|updatedInput)\\?["']\s*:/.exec(code);
    if (stray === null || subject.row.specific === null) return [];
    const message = `"${stray[1]}" stands outside of hookSpecificOutput, where it means nothing`;
    return [atPart(subject, part, stray.index, 'output-field-misplaced', message)];
  }
  const block = code.search(BLOCK);
  if (block >= 0 && isInside(code, block) && !Object.hasOwn(subject.row.specific ?? {}, 'decision')) {
    const message = '"decision" stands inside of hookSpecificOutput, where it means nothing';
    return [
      atPart(
        subject,
        part,
        block,
        'output-field-misplaced',
        message,
        'Put "decision" and "reason" at the top level.',
      ),
    ];
  }
  const names = [...code.matchAll(/\bhookEventName\b\\?["']?\s*:\s*\\?["'`]?([$%\w]+)/g)].map(
    ({ 1: name = '' }) => name,
  );
  if (!/\bhookEventName\b/.test(code)) {
    const message = 'hookSpecificOutput has no hookEventName, so nothing in it counts';
    return [
      atPart(
        subject,
        part,
        at,
        'output-without-event-name',
        message,
        `Add "hookEventName": "${subject.hook.event}".`,
      ),
    ];
  }
  const fixed = names.length > 0 && names.every((name) => /^[A-Z][a-z]+[A-Z]?\w*$/.test(name));
  if (!fixed || names.includes(subject.hook.event)) return [];
  // A script that knows its event by name serves several, and what it says here is for another.
  if (isRouted(subject) || new RegExp(`['"]${subject.hook.event}['"]`).test(code)) return [];
  const message = `hookSpecificOutput names ${names[0]}, but the hook is attached to ${subject.hook.event}; nothing in it counts`;
  return [atPart(subject, part, at, 'output-for-other-event', message)];
}

/** A text that counts its rounds ends them by itself. */
const OWN_CAP =
  /\bmax[_-]?(?:\w+[_-])?(?:iterations?|continu\w*|attempts?|retries|blocks?|rounds?|loops?|stops?|turns?|tasks?)\b|\b(?:attempt|retry|block|loop|stop|iteration|continuation)_?(?:count|counter)\b/i;

function stopLoop(subject: Subject): readonly Finding[] {
  if (subject.row.stops === null || isRouted(subject)) return [];
  const ends = subject.parts.some(
    ({ reading: { code } }) => /stop_hook_active|stopHookActive/.test(code) || OWN_CAP.test(code),
  );
  for (const part of ends ? [] : ownParts(subject)) {
    const at = blockingExit(part)?.at ?? blockAt(part.reading.code);
    if (at < 0) continue;
    const message = `It keeps the agent going here and never reads stop_hook_active, so it may do so without end`;
    return [atPart(subject, part, at, 'stop-loop', message)];
  }
  return [];
}

function background(subject: Subject): readonly Finding[] {
  const { handler } = subject.hook;
  if (handler.type !== 'command' || handler.background !== 'async' || isShared(subject)) return [];
  const permits = subject.row.specific !== null && Object.hasOwn(subject.row.specific, 'permissionDecision');
  for (const part of ownParts(subject)) {
    const { code } = part.reading;
    const at = blockingExit(part)?.at ?? Math.max(blockAt(code), permits ? code.search(PERMISSION) : -1);
    if (at < 0) continue;
    const message = 'The hook is async, so the event is over before this decision comes';
    return [atPart(subject, part, at, 'background-decides', message)];
  }
  return [];
}

function withoutEffect(subject: Subject): readonly Finding[] {
  const { row, hook } = subject;
  if (row.exit2 !== 'nothing' || row.jsonBlock !== 'nothing' || isShared(subject)) return [];
  for (const part of ownParts(subject)) {
    const exit = blockingExit(part);
    if (exit === undefined) continue;
    const message = `Nothing can be blocked on ${hook.event}${ownDecision(row) === null ? '' : ' by exit code 2'}; exit code 2 only counts as a failure`;
    return [atPart(subject, part, exit.at, 'block-has-no-effect', message, ownDecision(row))];
  }
  return [];
}

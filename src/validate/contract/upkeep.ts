// Requirements about errors, time, tests and documentation.
import { basename, dirname, extname, join } from 'node:path';
import { seenOf } from '../reading/seen.js';
import { homeOf, type Subject } from '../subject.js';
import { exitsOf } from './answers.js';
import { expectsCode, isHookTest } from './hook-tests.js';
import { SAFETY } from './safety.js';
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

const quietly: Check = ofScript(({ subject }) => {
  const early = exitsOf(subject).find(({ code }) => code === 0 || code === 1);
  if (early !== undefined) return met(null, at(early.part, early.at));
  const part = subject.parts.find(
    ({ reading }) => /^\s+return\b/m.test(reading.code) && reading.language !== 'shell',
  );
  if (part !== undefined) return met(null, at(part, part.reading.code.search(/\breturn\b/)));
  return unseen('where it leaves what is not its business cannot be told from the text');
});

const neverTwo: Check = ofScript((one) => {
  const { subject } = one;
  if (subject.row.exit2 === 'nothing')
    return notApplicable(`exit code 2 means nothing on ${subject.hook.event}`);
  const passed = exitsOf(subject).find(({ passedOn }) => passedOn);
  if (passed !== undefined)
    return notMet(
      'the exit code of another program, which may be 2, becomes that of the hook',
      at(passed.part, passed.at),
    );
  for (const part of subject.parts) {
    const strict =
      /^\s*set\s+-\w*e|^\s*set\s+-o\s+errexit/m.test(part.reading.code) && part.reading.language === 'shell';
    const parsed = seenOf(part.reading, 'parsed').find(({ guarded, by }) => !guarded && by === 'jq');
    const caught = /\btrap\b[^\n]*\b(?:EXIT|ERR)\b/.test(part.reading.code);
    if (strict && parsed !== undefined && !caught)
      return notMet(
        'with set -e the exit code of jq, which is 2 for a broken event, becomes that of the hook',
        at(part, parsed.at),
      );
  }
  // What a plain sh does not know, but gets past, does not end with 2.
  const fatal = one.findings.filter(
    ({ code, severity }) => code !== 'bash-only-in-sh' || severity === 'error',
  );
  const codes = ['script-syntax', 'command-syntax', 'bash-only-in-sh'];
  return without(codes, 'nothing else was seen to end with 2')({ ...one, findings: fatal });
});

const says: Check = ofScript(({ subject }) => {
  const failing = exitsOf(subject).find(({ code }) => code !== null && code !== 0);
  if (failing === undefined) return notApplicable('it never ends with a code of its own but 0');
  for (const part of subject.parts) {
    const [message] = seenOf(part.reading, 'print').filter(({ to }) => to === 'stderr');
    if (message !== undefined) return met(null, at(part, message.at));
  }
  return notMet('it fails without a word on stderr', at(failing.part, failing.at));
});

const together: Check = ofScript(({ subject }) => {
  for (const part of subject.parts) {
    const fixed = seenOf(part.reading, 'written').find(({ target }) =>
      /^\s*["']?\/(?:var\/)?tmp\/[\w./-]+["']?\s*$/.test(target),
    );
    if (fixed !== undefined) return notMet('two at once write the same file', at(part, fixed.at));
  }
  const writes = subject.parts.some(({ reading }) => seenOf(reading, 'written').length > 0);
  return writes
    ? unseen('it writes files; whether two at once disturb each other shows only when they run')
    : clear('it writes no file');
});

const waits: Check = ofScript(({ subject }) => {
  for (const part of subject.parts) {
    const [wait] = seenOf(part.reading, 'waits');
    if (wait !== undefined) return notMet(wait.why, at(part, wait.at));
    const [loop] = seenOf(part.reading, 'endless');
    if (loop !== undefined) return notMet('this loop has no way out', at(part, loop.at));
  }
  return clear('nothing of the kind was seen');
});

interface TestFile {
  readonly file: string;
  readonly text: string;
}

/** Files that look like tests and name the script, beside it or in a folder for tests near by. */
function testsOf(subject: Subject): readonly TestFile[] {
  const { facts, scripts } = subject;
  const [script] = scripts;
  if (script === undefined) return [];
  const near = [dirname(script.path), homeOf(subject), dirname(homeOf(subject))];
  const folders = new Set(
    near.flatMap((folder) => [
      folder,
      ...['test', 'tests', '__tests__', 'spec'].map((name) => join(folder, name)),
    ]),
  );
  const stem = basename(script.path, extname(script.path));
  const names = [basename(script.path), basename(homeOf(subject)), stem];
  return [...folders].flatMap((folder) =>
    facts
      .names(folder)
      .filter(
        (name) => /(?:^|[._-])(?:test|spec|hooktest)s?(?:[._-]|$)|\.bats$/i.test(name) && /\.\w+$/.test(name),
      )
      .map((name) => join(folder, name))
      .flatMap((file): TestFile[] => {
        const text = file === script.path ? null : facts.read(file);
        return text !== null && names.some((name) => text.includes(name)) ? [{ file, text }] : [];
      }),
  );
}

const shown = ({ file }: TestFile) => ({ file, line: null, column: null, text: basename(file) });

const tested: Check = ofScript(({ subject }) => {
  if (subject.scripts.length === 0) return notApplicable('it names no script');
  const [first] = testsOf(subject);
  return first === undefined
    ? notMet('no file beside it or in a folder for tests names it', {
        file: subject.scripts[0]?.path ?? '',
        line: null,
        column: null,
        text: 'looked for *.test.*, *_test.*, test_*, *.bats',
      })
    : met(null, shown(first));
});

const codesTested: Check = ofScript(({ subject }) => {
  const tests = testsOf(subject);
  const [first] = tests;
  if (first === undefined)
    return subject.scripts.length === 0 ? notApplicable('it names no script') : unseen('there is no test');
  const codes = [...new Set(exitsOf(subject).flatMap(({ code }) => (code === null ? [] : [code])))];
  const missing = codes.filter((code) => !tests.some((test) => isTested(test, code)));
  return missing.length === 0
    ? met(null, shown(first))
    : unseen(`no test was seen that expects exit code ${missing.join(', ')}`);
});

const isTested = ({ file, text }: TestFile, code: number): boolean =>
  isHookTest(file)
    ? expectsCode(text, code)
    : new RegExp(`(?:code|exit|status|toBe|toEqual|==|:)\\D{0,20}\\b${code}\\b`, 'i').test(text);

const edgesTested: Check = ofScript(({ subject }) => {
  const tests = testsOf(subject);
  const found = tests.find(({ text }) =>
    /malformed|broken|invalid|incomplete|not json|empty|missing|without/i.test(text),
  );
  if (found !== undefined) return met(null, shown(found));
  return subject.scripts.length === 0
    ? notApplicable('it names no script')
    : unseen('no test was seen that speaks of such input');
});

const documented: Check = (one) => {
  const { subject } = one;
  const { hook, facts } = subject;
  const part = subject.parts.find(({ role, reading }) => role !== 'command' && reading.comment !== null);
  if (part !== undefined) return met(null, { ...at(part, 0), text: part.reading.comment ?? '' });
  if (hook.description !== null)
    return met(null, {
      file: hook.source.file,
      line: hook.line,
      column: hook.column,
      text: hook.description,
    });
  const readme = facts.names(homeOf(subject)).find((name) => /^readme/i.test(name));
  if (readme !== undefined)
    return met(null, { file: join(homeOf(subject), readme), line: null, column: null, text: readme });
  const described = /"description"\s*:/.test(facts.read(hook.source.file) ?? '');
  if (described)
    return met(null, { file: hook.source.file, line: null, column: null, text: '"description"' });
  return notMet('neither a comment nor a description nor a README says what it is for', {
    file: hook.source.file,
    line: hook.line,
    column: hook.column,
    text: hook.handler.type === 'command' ? hook.handler.command : hook.handler.type,
  });
};

export const UPKEEP = {
  'H5.2.2': quietly,
  'H5.2.3': neverTwo,
  'H5.2.4': says,
  'H5.3.2': together,
  'H5.3.3': waits,
  'H5.4.1': tested,
  'H5.4.2': codesTested,
  'H5.4.3': edgesTested,
  'H5.4.4': () => unseen('it shows only in a run; "doctor --probe" runs it on copies'),
  'H7.3': allOf([SAFETY['H5.2.1'], quietly, neverTwo, says]),
  'H7.4': documented,
  'H7.5': tested,
} as const satisfies Record<string, Check>;

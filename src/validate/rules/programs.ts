// Rules about the programs a hook needs.
import { basename } from 'node:path';
import type { Finding } from '../finding.js';
import { seenOf } from '../reading/seen.js';
import { atHook, atPart, type Subject } from '../subject.js';

/** Interpreters and programs that are not on the hook's PATH. */
export function programFindings(subject: Subject): readonly Finding[] {
  const { hook } = subject;
  if (hook.handler.type !== 'command') return [];
  return [...interpreters(subject), ...program(subject), ...called(subject)];
}

const isThere = ({ facts, env }: Subject, name: string): boolean =>
  facts.find(name, env['PATH'] ?? '') !== null;

function interpreters(subject: Subject): readonly Finding[] {
  return subject.scripts.flatMap((script): Finding[] => {
    if (script.interpreter !== null || script.text === null) return [];
    const line = /^#!\s*(\S+)(?:\s+(-S\s+)?(\S+))?/.exec(script.text);
    const [, path = '', , argument = ''] = line ?? [];
    if (path === '') return [];
    const wanted = basename(path) === 'env' ? argument : path;
    const found = wanted.includes('/') ? subject.facts.kind(wanted) === 'file' : isThere(subject, wanted);
    if (found || wanted === '' || wanted.startsWith('-')) return [];
    const [part] = subject.parts.filter(({ file }) => file === script.path);
    const message = `${basename(script.path)} asks for ${wanted}, which is not there`;
    return [
      part === undefined
        ? atHook(subject, 'interpreter-not-found', message)
        : atPart(subject, part, 0, 'interpreter-not-found', message),
    ];
  });
}

/** With `args` the command is a program itself. */
function program(subject: Subject): readonly Finding[] {
  const { handler } = subject.hook;
  if (handler.type !== 'command' || handler.args === null || !/^[\w.+-]+$/.test(handler.command)) return [];
  if (isThere(subject, handler.command)) return [];
  return [
    atHook(subject, 'interpreter-not-found', `The program ${handler.command} is not on the hook’s PATH`),
  ];
}

function called(subject: Subject): readonly Finding[] {
  const findings: Finding[] = [];
  const asked = new Set(
    subject.parts.flatMap(({ reading }) => seenOf(reading, 'asked').map(({ name }) => name)),
  );
  const defined = new Set(
    subject.parts.flatMap(({ reading }) => seenOf(reading, 'defined').map(({ name }) => name)),
  );
  // A name may be a function of a file that is sourced and could not be found.
  const unknown = subject.parts.some(({ open }) => open);
  const told = new Set<string>();
  for (const part of subject.parts) {
    if (unknown && part.reading.language === 'shell') continue;
    const programs = seenOf(part.reading, 'program');
    for (const { name, at, caught } of programs) {
      if (told.has(name) || asked.has(name) || defined.has(name) || isThere(subject, name)) continue;
      if (caught || (OF_ONE_SYSTEM.test(name) && ASKS_SYSTEM.test(part.reading.code))) continue;
      told.add(name);
      // What the command line begins with is what the hook is.
      const first = part.role === 'command' && at === part.text.search(/\S/);
      const message = `${name} is not on the hook’s PATH${consequence(subject)}`;
      findings.push(
        first
          ? atHook(subject, 'interpreter-not-found', message)
          : atPart(subject, part, at, 'program-not-found', message),
      );
    }
  }
  return findings;
}

/** Programs that only some systems have, and how a text asks which system it is on. */
const OF_ONE_SYSTEM =
  /^(?:powershell(?:\.exe)?|cmd(?:\.exe)?|where|clip(?:\.exe)?|wslpath|cygpath|afplay|say|osascript|pbcopy|pbpaste|open|terminal-notifier|sw_vers|security|notify-send|paplay|aplay|spd-say|xdg-open|zenity|kdialog)$/;
const ASKS_SYSTEM =
  /\buname\b|\bOSTYPE\b|sys\.platform|platform\.system|process\.platform|os\.(?:name|platform|type)\b|\bWSL_|\bMSYSTEM\b|\bOS\b|\bDarwin\b|win32|\.exe\)/;

const consequence = ({ row }: Subject): string =>
  row.exit2 === 'deny' || row.exit2 === 'block' ? '; what the hook should stop goes through' : '';

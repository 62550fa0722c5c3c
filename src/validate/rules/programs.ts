// Rules about the programs a hook needs.
import { basename } from 'node:path';
import type { Finding } from '../finding.js';
import { neededPrograms } from '../needed-programs.js';
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
  const told = new Set<string>();
  for (const { part, name, at } of neededPrograms(subject)) {
    if (told.has(name) || isThere(subject, name)) continue;
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
  return findings;
}

const consequence = ({ row }: Subject): string =>
  row.exit2 === 'deny' || row.exit2 === 'block' ? '; what the hook should stop goes through' : '';

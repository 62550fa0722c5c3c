// Which programs a hook calls, and whether they are here.
import { basename } from 'node:path';
import type { Need } from '../../plugins/index.js';
import { neededPrograms } from '../needed-programs.js';
import { seenOf } from '../reading/seen.js';
import type { Subject } from '../subject.js';

/** Interpreters of its scripts, what its command begins with, and every program that its texts start by name. */
export function needsOf(subject: Subject): readonly Need[] {
  const { hook, scripts, parts, facts, env } = subject;
  if (hook.handler.type !== 'command') return [];
  const { command, args, shell } = hook.handler;
  const needed = new Set(neededPrograms(subject).map(({ name }) => name));
  const interpreters = [
    ...(args === null || command.includes('/') ? [] : [command]),
    ...(shell === null ? [] : [shell === 'bash' ? 'bash' : 'pwsh']),
    ...scripts.flatMap(({ text, interpreter }) => interpreter ?? shebangOf(text) ?? []),
    ...parts.flatMap(({ role, text, reading }) =>
      role === 'command'
        ? seenOf(reading, 'program')
            .filter(({ at }) => at === text.search(/\S/))
            .map(({ name }) => name)
        : [],
    ),
  ];
  const called = parts.flatMap(({ reading }) => seenOf(reading, 'program').map(({ name }) => name));
  const find = (name: string): boolean =>
    name.includes('/') ? facts.kind(name) === 'file' : facts.find(name, env['PATH'] ?? '') !== null;
  const needs = (names: readonly string[], as: Need['as']): readonly Need[] =>
    names.filter((name) => /^[\w./+-]+$/.test(name)).map((name) => ({ name, as, here: find(name) }));
  const others = called.filter((name) => !interpreters.includes(name));
  return [
    ...needs([...new Set(interpreters)], 'interpreter'),
    // What is not here and not needed may be a function, or is done without.
    ...needs([...new Set(others)], 'program').filter(({ name, here }) => here || needed.has(name)),
  ];
}

/** What the first line of a script asks for; by name where `env` looks for it. */
function shebangOf(text: string | null): string | null {
  const [, path = '', argument = ''] = /^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?/.exec(text ?? '') ?? [];
  if (path === '') return null;
  return basename(path) === 'env' ? argument || null : path;
}

// Rules about quoting and about the shell that reads a command or script.
import { basename } from 'node:path';
import type { Finding } from '../finding.js';
import { seenOf } from '../reading/seen.js';
import { atHook, atPart, type Subject } from '../subject.js';

export const ROOTS: readonly string[] = [
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PROJECT_DIR',
  'AMPLIFIER_HOOKS_DIR',
  'AMPLIFIER_PROJECT_DIR',
  'CLAUDE_PLUGIN_DATA',
];

/** Unquoted roots, code for bash in the hands of sh, login shells. */
export function shellFindings(subject: Subject): readonly Finding[] {
  return [...unquoted(subject), ...bashInSh(subject), ...loginShell(subject)];
}

function unquoted(subject: Subject): readonly Finding[] {
  const [part] = subject.parts.filter(({ role }) => role === 'command');
  if (part === undefined) return [];
  const found = seenOf(part.reading, 'variable').find(({ name, splits }) => splits && ROOTS.includes(name));
  if (found === undefined) return [];
  const message = `\${${found.name}} stands without double quotes: where that path has a blank in it, the hook does not start`;
  return [atPart(subject, part, found.at, 'root-unquoted', message)];
}

function bashInSh(subject: Subject): readonly Finding[] {
  const { handler } = subject.hook;
  if (handler.type !== 'command') return [];
  const commandIsSh = subject.profile.shell === 'sh' && handler.shell === null;
  return subject.parts.flatMap((part): readonly Finding[] => {
    const isSh =
      part.role === 'command'
        ? commandIsSh
        : /^#!\s*(?:\/usr\/bin\/env\s+)?(?:\/\S+\/)?(?:da)?sh\b/.test(part.text) ||
          subject.scripts.some(
            ({ path, interpreter }) => path === part.file && /^(?:da)?sh$/.test(interpreter ?? ''),
          );
    if (!isSh || part.reading.language !== 'shell') return [];
    const only = seenOf(part.reading, 'bash-only');
    const worst = only.find(({ fatal }) => fatal) ?? only[0];
    if (worst === undefined) return [];
    const effect = worst.fatal
      ? 'a plain sh stops there with exit code 2, which blocks'
      : 'a plain sh does not know it';
    const reader = part.role === 'command' ? 'sh reads the command' : `sh reads ${basename(part.file)}`;
    const finding = atPart(
      subject,
      part,
      worst.at,
      'bash-only-in-sh',
      `${reader}, but ${worst.what} is for bash: ${effect}`,
    );
    return [worst.fatal ? { ...finding, severity: 'error' } : finding];
  });
}

const LOGIN =
  /^(?:\S*\/)?(?:ba|z|k|da)?sh\s+(?:-\S+\s+)*-(?=\S*[li])[a-z]*[li][a-z]*(?:\s|$)|--(?:login|interactive)\b/;

function loginShell(subject: Subject): readonly Finding[] {
  const { handler } = subject.hook;
  if (handler.type !== 'command') return [];
  const line = [handler.command, ...(handler.args ?? [])].join(' ');
  const inCommand = LOGIN.test(line.trim())
    ? [
        atHook(
          subject,
          'login-shell',
          `The command starts a login or interactive shell, which runs start-up files first`,
        ),
      ]
    : [];
  const inScripts = subject.parts.flatMap((part) =>
    part.role === 'script' && /^#!.*\b(?:ba|z|k|da)?sh\s+-\w*[li]/.test(part.text)
      ? [atPart(subject, part, 0, 'login-shell', 'The first line starts a login or interactive shell')]
      : [],
  );
  return [...inCommand, ...inScripts];
}

// Rules about the script file itself.
import { basename, join } from 'node:path';
import type { Finding } from '../finding.js';
import type { Script } from '../parts.js';
import { atHook, atPart, type Subject } from '../subject.js';

/** Missing, not executable, without `#!`, with Windows line ends, not valid, or looked for in the wrong folder. */
export function fileFindings(subject: Subject): readonly Finding[] {
  return [...subject.scripts.flatMap((script) => ofScript(subject, script)), ...syntax(subject)];
}

function ofScript(subject: Subject, script: Script): readonly Finding[] {
  const { facts } = subject;
  const { path, written, interpreter } = script;
  if (facts.kind(path) !== 'file') return script.optional ? [] : [missing(subject, script)];
  const findings: Finding[] = [];
  if (script.relative)
    findings.push(
      atHook(
        subject,
        'script-working-directory',
        `${written} is looked for in whatever directory the session is in at that moment`,
        better(subject, script),
      ),
    );
  if (interpreter !== null || script.text === null) return findings;
  if (!facts.isExecutable(path))
    findings.push(
      atHook(
        subject,
        'script-not-executable',
        `${path} is run directly, but is not executable`,
        `Run: chmod +x ${path}`,
      ),
    );
  const [part] = subject.parts.filter(({ file }) => file === path);
  const first = script.text.split('\n')[0] ?? '';
  if (!first.startsWith('#!')) {
    const message = `${basename(path)} is run directly, but its first line does not name an interpreter`;
    findings.push(
      part === undefined
        ? atHook(subject, 'script-no-shebang', message)
        : atPart(subject, part, 0, 'script-no-shebang', message),
    );
  } else if (first.endsWith('\r') && part !== undefined)
    findings.push(
      atPart(
        subject,
        part,
        0,
        'script-crlf',
        `The first line ends in a carriage return, so no interpreter is found`,
      ),
    );
  return findings;
}

function missing(subject: Subject, script: Script): Finding {
  const { facts } = subject;
  const root = subject.hook.source.pluginRoot;
  const folder = facts.kind(script.path) === 'folder';
  const inPlugin =
    root !== null && script.relative ? join(root, script.written.replace(/^["']|["']$/g, '')) : null;
  const hint =
    inPlugin !== null && facts.kind(inPlugin) === 'file'
      ? `It lies in the plugin: write "\${CLAUDE_PLUGIN_ROOT}/${script.written.replace(/^["']|["']$|^\.\//g, '')}".`
      : null;
  const message = folder
    ? `${script.path} is a folder, not a script`
    : `The script ${script.path} does not exist`;
  return atHook(subject, 'script-missing', message, hint);
}

function better({ hook, projectDir }: Subject, { path, written }: Script): string | null {
  const bare = written.replace(/^["']|["']$/g, '').replace(/^\$\{?PWD\}?\/|^\$\(pwd\)\/|^\.\//, '');
  const { pluginRoot } = hook.source;
  if (pluginRoot !== null && path.startsWith(`${pluginRoot}/`))
    return `Write "\${CLAUDE_PLUGIN_ROOT}/${bare}".`;
  return path.startsWith(`${projectDir}/`)
    ? `Write "\${CLAUDE_PROJECT_DIR}/${bare}", with the quotes.`
    : null;
}

/** A syntax error in a command is found where commands are looked at. */
function syntax(subject: Subject): readonly Finding[] {
  return subject.parts
    .filter(({ role }) => role !== 'command')
    .flatMap((part) => {
      const error = part.reading.syntaxError;
      if (error === null) return [];
      const message = `${basename(part.file)} is not valid: ${error.why}; the shell ends with 2, which blocks`;
      return [atPart(subject, part, error.at, 'script-syntax', message)];
    });
}

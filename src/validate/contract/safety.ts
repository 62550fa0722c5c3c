// Requirements about input, files, and what a hook must never do.

import type { Part } from '../parts.js';
import { stdinNames } from '../reading/event-names.js';
import { type Seen, seenOf } from '../reading/seen.js';
import type { Subject } from '../subject.js';
import { CONFIGURATION } from './configuration.js';
import {
  allOf,
  at,
  type Check,
  clear,
  type Evidence,
  met,
  notApplicable,
  notMet,
  ofScript,
  unseen,
  without,
} from './verdict.js';

type Kind = Seen['kind'];

function spots<K extends Kind>(
  { parts }: Subject,
  kind: K,
  wanted: (one: Extract<Seen, { kind: K }>, part: Part) => boolean = () => true,
): readonly (Evidence & { readonly one: Extract<Seen, { kind: K }> })[] {
  return parts.flatMap((part) =>
    seenOf(part.reading, kind)
      .filter((one) => wanted(one, part))
      .map((one) => ({ ...at(part, one.at), one })),
  );
}

const shown = (list: readonly (Evidence & { readonly one: Seen })[]): readonly Evidence[] =>
  list.slice(0, 5).map(({ file, line, column, text }) => ({ file, line, column, text }));

const parseErrors: Check = ofScript(({ subject }) => {
  const parsed = spots(subject, 'parsed');
  const [first] = parsed;
  if (first === undefined)
    return spots(subject, 'stdin').length > 0
      ? unseen('how it makes sense of the event cannot be told from the text')
      : notApplicable('it does not read the event');
  const open = parsed.filter(({ one }) => !one.guarded);
  return open.length === 0
    ? met(null, ...shown([first]))
    : notMet('a failure to parse JSON is not caught here', ...shown(open));
});

const EVENT_FIELDS =
  /^(?:tool_\w+|file_path|command|prompt|content|old_string|new_string|hook_event_name|transcript_path|cwd|message|source|reason)$/;
const LOOKS_FIRST: Readonly<Record<Part['reading']['language'], RegExp>> = {
  shell:
    /\/\/ ?(?:empty|""|\\"\\")|\bstrings\b|\[\[? -[nz] |\bselect\(|\?\s*[|.]|:-|\bisinstance\b|\?\.|\btypeof\b/,
  python: /\.get\(|\bisinstance\(|["']\w+["'] (?:not )?in /,
  javascript: /\?\.|\btypeof\b|\?\?|\bhasOwn\b|["']\w+["'] in /,
};

const fieldsChecked: Check = ofScript(({ subject }) => {
  const read = spots(subject, 'field', ({ name }) => EVENT_FIELDS.test(name));
  if (read.length === 0) return notApplicable('it uses no field of the event');
  const bare = spots(subject, 'field', ({ name, bare: risky }, { reading }) => {
    const checked = new RegExp(
      `\\.get\\(\\s*["']${name}["']|["']${name}["'] (?:not )?in |isinstance\\([^\\n]*["']${name}["']`,
    );
    return risky && EVENT_FIELDS.test(name) && !checked.test(reading.code);
  });
  if (bare.length > 0) return notMet('it uses a field that may be missing', ...shown(bare));
  const careful = subject.parts.find(({ reading }) => LOOKS_FIRST[reading.language].test(reading.code));
  if (careful === undefined) return unseen('whether a missing field is noticed cannot be told from the text');
  return met(null, at(careful, careful.reading.code.search(LOOKS_FIRST[careful.reading.language])));
});

const PATH_FIELDS = /^(?:file_path|notebook_path|filePath)$/;
const CHECKS_PATH =
  /["'*]\.\.["'*/]|\*\/\.\.\/\*|\brealpath\b|readlink -f|\bnormpath\b|\bcommonpath\b|\babspath\b|is_relative_to|path\.(?:resolve|normalize|relative)|(?:^|\W)resolve\(|pwd -P|cd -P|\.relative\(/m;

const usesPath = (subject: Subject) => spots(subject, 'field', ({ name }) => PATH_FIELDS.test(name));

const traversal: Check = ofScript(({ subject }) => {
  const paths = usesPath(subject);
  const [first] = paths;
  if (first === undefined) return notApplicable('it uses no path of the event');
  const careful = subject.parts.find(({ reading }) => CHECKS_PATH.test(reading.code));
  if (careful !== undefined) return met(null, at(careful, careful.reading.code.search(CHECKS_PATH)));
  return notMet(
    'it uses this path and never looks for ".." in it or where it really leads',
    ...shown([first]),
  );
});

const SENSITIVE = /\.env\b|\.git\b|secret|credential|password|id_rsa|\.pem\b|\.key\b|\.ssh/i;
const ONLY_SOME = /\*\.\w+\s*(?:\||\))|\.ends[wW]ith\(|\.suffix\b|extname\(|\\\.\w+\$|=~.*\\\./;

const sensitive: Check = ofScript(({ subject }) => {
  const secrets = spots(subject, 'secret');
  const [secret] = secrets;
  if (secret !== undefined)
    return notMet(`it reads ${secret.one.what}, which keeps secrets`, ...shown(secrets));
  const [first] = usesPath(subject);
  if (first === undefined) return notApplicable('it uses no path of the event');
  const skips = subject.parts.find(({ reading }) => SENSITIVE.test(reading.code));
  if (skips !== undefined) return met('it names such files', at(skips, skips.reading.code.search(SENSITIVE)));
  const some = subject.parts.find(({ reading }) => ONLY_SOME.test(reading.code));
  if (some !== undefined)
    return met('it only touches files of some kinds', at(some, some.reading.code.search(ONLY_SOME)));
  return notMet('it works on any file the event names, .env and keys too', ...shown([first]));
});

const NUMBERS = /^(?:[?#$!-]|LINENO|RANDOM|SECONDS|UID|EUID|PPID)$/;

const quoted: Check = ofScript(({ subject }) => {
  if (!subject.parts.some(({ reading }) => reading.language === 'shell'))
    return notApplicable('nothing of it is a shell script');
  const open = spots(subject, 'variable', ({ name, splits }, { reading }) => {
    if (!splits || NUMBERS.test(name) || name.startsWith('$') || name.startsWith('`')) return false;
    const values = seenOf(reading, 'assigned').filter((assigned) => assigned.name === name);
    return values.length === 0 || values.some(({ value }) => value === null || /[\s*?[]/.test(value));
  });
  return open.length === 0
    ? clear('every variable is')
    : notMet('a shell splits it at blanks', ...shown(open));
});

const PROJECT =
  /\b(?:CLAUDE_PROJECT_DIR|AMPLIFIER_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA|AMPLIFIER_HOOKS_DIR)\b/;
const HERE = /Path\.cwd\(\)|os\.getcwd\(\)|process\.cwd\(\)|\$\{?PWD\b/;
const RELATIVE_FILE = /^\s*(?:Path\(\s*)?["']?(?:\.{1,2}\/)?[\w-][\w.-]*(?:\/[\w.-]+)*["']?\s*\)?\s*$/;

const fromProject: Check = ofScript(({ subject }) => {
  const loose = spots(
    subject,
    'written',
    ({ target }, { reading }) =>
      RELATIVE_FILE.test(target) && (reading.language === 'shell' || /["']/.test(target)),
  );
  if (loose.length > 0) return notMet('this file is wherever the session happens to be', ...shown(loose));
  const wrong = subject.scripts.find(({ relative }) => relative);
  if (wrong !== undefined) return notMet(`${wrong.written} is wherever the session happens to be`);
  const here = subject.parts.find(
    ({ reading }) =>
      HERE.test(reading.code) && !PROJECT.test(reading.code) && seenOf(reading, 'written').length > 0,
  );
  if (here !== undefined)
    return notMet('it writes below the working directory', at(here, here.reading.code.search(HERE)));
  const uses = subject.parts.find(({ reading }) => PROJECT.test(reading.code));
  if (uses === undefined) return notApplicable('it names no path of the project');
  return met(null, at(uses, uses.reading.code.search(PROJECT)));
});

const CONFIGURATION_FILES =
  /\.claude\/settings|settings(?:\.local)?\.json|\.claude\.json|managed-settings|hooks\.json|\.amplifier\/(?:hooks|settings)|CLAUDE\.md/;

const leavesConfiguration: Check = ofScript(({ subject }) => {
  const found = spots(subject, 'written', ({ target }) => CONFIGURATION_FILES.test(target));
  return found.length === 0
    ? clear('it writes no such file')
    : notMet('it writes a configuration file', ...shown(found));
});

const executes: Check = ofScript(({ subject }) => {
  const found = spots(subject, 'evaluated');
  const [first] = found;
  return first === undefined ? clear('it executes no text') : notMet(first.one.what, ...shown(found));
});

const AGENTS = /^(?:claude|amplifier|codex|gemini|copilot|opencode|cursor-agent)$/;

const ends: Check = ofScript((one) => {
  const { subject } = one;
  const endless = spots(subject, 'endless');
  if (endless.length > 0) return notMet('this loop has no way out', ...shown(endless));
  const agents = spots(subject, 'program', ({ name }) => AGENTS.test(name));
  if (agents.length > 0) return notMet('it starts an agent, whose hooks start it again', ...shown(agents));
  return without(['stop-loop'], 'no endless loop, no agent started')(one);
});

const SYSTEM = /^["']?\/(?:etc|usr|bin|sbin|boot|lib\w*|sys|proc|System|Library|var\/(?:lib|spool|run))\b/;

const leavesSystem: Check = ofScript(({ subject }) => {
  const files = spots(subject, 'written', ({ target }) => SYSTEM.test(target));
  const raised = spots(subject, 'program', ({ name }) => name === 'sudo' || name === 'doas');
  const found = [...shown(files), ...shown(raised)];
  return found.length === 0 ? clear('it writes no system file') : notMet('it changes the system', ...found);
});

/** Names that hold the whole event, directly or as one of several. */
function wholeEvent(code: string): readonly string[] {
  const direct = stdinNames(code);
  const holders = direct.flatMap((name) => {
    const added = new RegExp(
      `(\\w+)\\.(?:append|push)\\(\\s*${name}\\s*\\)|(\\w+)\\s*=\\s*${name}\\s*(?:;|$)`,
      'gm',
    );
    return [...code.matchAll(added)].map(({ 1: list, 2: copy }) => list ?? copy ?? '');
  });
  return [...direct, ...holders];
}

const logsLittle: Check = ofScript(({ subject }) => {
  const found = spots(subject, 'written', ({ content }, { reading }) => {
    const names = wholeEvent(reading.code);
    const whole = names.some((name) =>
      reading.language === 'shell'
        ? new RegExp(`(?:echo|printf)[^|]*\\$\\{?${name}\\b`).test(content)
        : new RegExp(
            `(?:write\\w*|dump|print)\\(\\s*(?:(?:json\\.dumps|JSON\\.stringify|str|f["'])\\(?\\s*)?\\{?${name}\\b(?!\\.get|\\[|\\.\\w)`,
          ).test(content) ||
          new RegExp(`^\\s*,\\s*(?:JSON\\.stringify\\(\\s*)?${name}\\b(?!\\.\\w)`).test(content),
    );
    return (
      whole ||
      /^\s*(?:cat|tee(?:\s+-a)?)\s*>?>?\s*(?!.*<<)[^<|]*$/.test(content) ||
      /^\s*jq\s+(?:-\w+\s+)*["']?\.["']?\s*>/.test(content)
    );
  });
  if (found.length > 0) return notMet('the whole event goes into a file', ...shown(found));
  const holds = subject.parts.some(({ reading }) => wholeEvent(reading.code).length > 0);
  const writes = spots(subject, 'written', ({ content }) => content !== '').length > 0;
  if (holds && writes)
    return unseen('it writes to files; how much of an event gets there cannot be told from the text');
  return clear('no whole event goes to a file');
});

const inputChecked = allOf([parseErrors, fieldsChecked]);
const practices = [inputChecked, quoted, traversal, CONFIGURATION['H4.2.4'], fromProject, sensitive];

export const SAFETY = {
  'H4.1': () => unseen('it stands in nobody’s file; read the script, and try it with "doctor --probe"'),
  'H4.2.1': inputChecked,
  'H4.2.2': quoted,
  'H4.2.3': traversal,
  'H4.2.5': fromProject,
  'H4.2.6': sensitive,
  'H4.3.1': parseErrors,
  'H4.3.2': fieldsChecked,
  'H4.3.3': traversal,
  'H5.2.1': parseErrors,
  'H6.1': leavesConfiguration,
  'H6.2': executes,
  'H6.3': sensitive,
  'H6.4': quoted,
  'H6.5': inputChecked,
  'H6.6': ends,
  'H6.7': leavesSystem,
  'H6.8': logsLittle,
  'H7.2': allOf(practices),
} as const satisfies Record<string, Check>;

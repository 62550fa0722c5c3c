// Requirements that the definition of a hook tells about.
import { basename, dirname } from 'node:path';
import { liesIn } from '../../files/index.js';
import { ROOTS } from '../rules/shells.js';
import { homeOf, type Subject } from '../subject.js';
import {
  allOf,
  type Check,
  clear,
  fileWithout,
  met,
  notApplicable,
  notMet,
  ofScript,
  unseen,
  without,
} from './verdict.js';

const SHAPE = [
  'events-key',
  'hooks-twice',
  'hooks-array',
  'hooks-type',
  'group-flat',
  'group-without-hooks',
  'group-type',
  'hooks-not-array',
  'nested-array',
  'hook-string',
  'hook-type',
  'json-comment',
  'json-trailing-comma',
  'json-duplicate-key',
  'command-array',
];
const EVENTS = ['event-unknown', 'event-case', 'event-alias'];
const ARRAYS = ['event-not-array', 'event-string', 'event-type'];
const MATCHERS = [
  'matcher-invalid',
  'matcher-unjudged',
  'matcher-permission-rule',
  'matcher-expression',
  'matcher-glob',
  'matcher-empty',
  'matcher-matches-nothing',
  'matcher-blank',
  'matcher-mcp-server',
  'matcher-list',
  'matcher-type',
  'matcher-null',
];

const file: Check = ({ subject: { hook } }) =>
  met(null, {
    file: hook.source.file,
    line: hook.line,
    column: hook.column,
    text: `${hook.event}, ${hook.source.scope}`,
  });

const structure = fileWithout(
  [...SHAPE, ...ARRAYS, 'wrapper-missing'],
  'nothing in the file is nested otherwise',
);
const type = without(
  ['type-missing', 'type-event', 'type-case', 'type-unknown', 'field-missing', 'field-type'],
  'stated and known',
);
const timeout = without(
  ['timeout-invalid', 'timeout-milliseconds', 'timeout-cut'],
  'none, or one in seconds',
);
const nameCase = without(['matcher-case', 'if-tool-case'], 'no name differs in case');
const matcher = without(MATCHERS, 'it can match');
const noMatcher = without(['matcher-ignored'], 'no matcher that would be ignored');
const event: Check = ({ subject: { hook } }) => met(`${hook.event} is an event`);

const absolute: Check = ofScript(({ subject }) => {
  const { scripts, hook } = subject;
  if (scripts.length === 0) return notApplicable('it names no script');
  const wrong = scripts.find((script) => script.relative);
  if (wrong === undefined) return met(null, place(subject, scripts[0]?.written ?? ''));
  return notMet(`${wrong.written} depends on the working directory`, {
    ...place(subject, wrong.written),
    file: hook.source.file,
  });
});

const place = ({ hook }: Subject, text: string) => ({
  file: hook.source.file,
  line: hook.line,
  column: hook.column,
  text,
});

const placed: Check = ofScript(({ subject }) => {
  const { scripts, hook, projectDir } = subject;
  const [script] = scripts;
  if (script === undefined) return notApplicable('it names no script');
  const { pluginRoot, hooksDir } = hook.source;
  const inside = (folder: string): boolean => liesIn(folder, script.path);
  const homes = [hooksDir, ...(pluginRoot === null ? [] : [pluginRoot])];
  const fine = homes.some(inside) || /\/\.(?:claude|amplifier)\/hooks\//.test(script.path);
  const shown = { file: script.path, line: null, column: null, text: script.written };
  return fine
    ? met(null, shown)
    : notMet(`${basename(script.path)} lies outside of the folders for hooks of ${projectDir}`, shown);
});

const ownScript: Check = ofScript(({ subject, others }) => {
  const [script] = subject.scripts;
  if (script === undefined) return notApplicable('it names no script');
  const shared = others.filter(
    ({ hook, scripts }) =>
      hook.event !== subject.hook.event && scripts.some(({ path }) => path === script.path),
  );
  if (shared.length === 0) return met(`${basename(script.path)} serves ${subject.hook.event} alone`);
  const tells = subject.parts.some(({ reading }) => /hook_event_name|hookEventName/.test(reading.code));
  const told = new Set(shared.map(({ hook }) => JSON.stringify(hook.handler))).has(
    JSON.stringify(subject.hook.handler),
  );
  if (tells || !told) return met(`${basename(script.path)} is told which event it serves`);
  return notMet(`${basename(script.path)} serves several events and never looks at hook_event_name`, {
    file: script.path,
    line: null,
    column: null,
    text: [subject, ...shared].map(({ hook }) => hook.event).join(', '),
  });
});

const MIN_SHARED_LINES = 12;

const shared: Check = ofScript(({ subject, others }) => {
  const own = subject.parts.filter(({ role }) => role !== 'command');
  const theirs = others
    .filter((other) => other !== subject && homeOf(other) === homeOf(subject))
    .flatMap(({ parts }) => parts)
    .filter((part) => part.role !== 'command' && own.every(({ file: path }) => path !== part.file));
  if (own.length === 0 || theirs.length === 0) return notApplicable('there is no second script beside it');
  for (const part of own) {
    const lines = meaningful(part.reading.code);
    for (const other of theirs) {
      const text = meaningful(other.reading.code).join('\n');
      const from = lines.findIndex((_, index) => {
        const run = lines.slice(index, index + MIN_SHARED_LINES);
        return run.length === MIN_SHARED_LINES && text.includes(run.join('\n'));
      });
      if (from < 0) continue;
      const offset = Math.max(0, part.reading.code.indexOf(lines[from] ?? ''));
      return notMet(`${MIN_SHARED_LINES} lines or more stand in ${basename(other.file)} too`, {
        file: part.file,
        ...part.place(offset),
        text: part.excerpt(offset),
      });
    }
  }
  return clear('no long piece stands twice');
});

const meaningful = (code: string): readonly string[] =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 1);

const limited: Check = ({ subject: { hook, row, profile } }) => {
  const background = hook.handler.type === 'command' && hook.handler.background !== 'no';
  if (background && profile.backgroundTimeout === 'none')
    return unseen('in this profile a background hook has no time limit');
  const seconds = hook.timeoutMs === null ? null : hook.timeoutMs / 1000;
  const usual = profile.defaultTimeout === 'per-event' ? row.timeout : profile.defaultTimeout;
  return met(seconds === null ? `the default of ${usual} seconds` : `${seconds} seconds`);
};

const ofPlugin =
  (check: Check): Check =>
  (one) =>
    one.subject.hook.source.kind === 'plugin' ? check(one) : notApplicable('it belongs to no plugin');

const manifest = ofPlugin(
  fileWithout(
    ['plugin-path-dot', 'plugin-path-absolute', 'plugin-path-escapes', 'plugin-hooks-type'],
    'no path breaks the rule',
  ),
);

const byRoot = ofPlugin(({ subject }) => {
  const { scripts, hook } = subject;
  const { pluginRoot } = hook.source;
  const own = scripts.filter(({ path }) => pluginRoot !== null && path.startsWith(`${dirname(pluginRoot)}/`));
  if (scripts.length === 0) return notApplicable('it names no script');
  const wrong = scripts.find(
    ({ written }) => !ROOTS.some((root) => written.includes(root)) && !/\$\{?HOME|^["']?~/.test(written),
  );
  if (wrong === undefined) return met(null, place(subject, own[0]?.written ?? scripts[0]?.written ?? ''));
  return notMet(`${wrong.written} does not start at the root of the plugin`, place(subject, wrong.written));
});

const independent: Check = ofScript(
  without(
    ['script-working-directory', 'script-relative', 'script-missing'],
    'every script is where the command says',
  ),
);

export const CONFIGURATION = {
  'H1.1': file,
  'H1.2.1': structure,
  'H1.2.2': type,
  'H1.2.3': timeout,
  'H1.3.1': nameCase,
  'H1.3.2': matcher,
  'H1.3.3': noMatcher,
  'H2.1.1': event,
  'H4.2.4': absolute,
  'H5.1.1': placed,
  'H5.1.2': ownScript,
  'H5.1.3': shared,
  'H5.3.1': limited,
  'H7.1': allOf([structure, type, timeout, nameCase, matcher, noMatcher]),
  'P1.1': manifest,
  'P1.2': ofPlugin(
    fileWithout(['plugin-path-in-manifest-folder', 'hooks-file-misplaced'], 'it lies elsewhere'),
  ),
  'P1.3': ofPlugin(fileWithout(['wrapper-missing', 'events-key', 'hooks-twice'], 'they do')),
  'P1.4': ofPlugin(fileWithout(EVENTS, 'they are')),
  'P1.5': ofPlugin(fileWithout([...ARRAYS, 'group-flat', 'hooks-array'], 'they do')),
  'P1.6': byRoot,
  'P1.7': ofPlugin(noMatcher),
  'P10.1': byRoot,
  'P10.2': manifest,
  'P10.3': independent,
} as const satisfies Record<string, Check>;

// Looks at the plugin in a folder: what is wrong with it, what it runs, what that needs, and what can be seen in it.
import { dirname, join, relative, sep } from 'node:path';
import { handlerInWords } from '../../config/index.js';
import { type Details, elsewhere, hookDetails, settle } from '../../engine/index.js';
import type { Diagnostic, Hook } from '../../nouns.js';
import type { Inspection, Need, Sight, WillRun } from '../../plugins/index.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../subject.js';
import { type Report, validate } from '../validate.js';
import { sightsInFiles } from './files.js';
import { needsOf } from './needs.js';
import { sightsOf } from './sights.js';

/** What is missing on this machine may be there tomorrow, and is told as a need. */
const OF_THIS_MACHINE: ReadonlySet<string> = new Set(['interpreter-not-found', 'program-not-found']);

/** What matters most comes first. */
const RANK: Readonly<Record<Sight['kind'], number>> = { network: 0, code: 1, writes: 2 };

/** Nothing of the user's own is looked at beside it. `place`: where it will be. */
export async function inspectPlugin(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  place = folder,
): Promise<Inspection> {
  const [home, projectDir] = [join(dirname(folder), '.no-home'), join(dirname(folder), '.no-project')];
  const settled = elsewhere(settle({ projectDir: folder, home, plugins: [folder], env, trust: 'off' }), {
    projectDir,
  });
  /** Nobody knows where it is looked at, and there are no such places when it runs. */
  const short = (text: string): string =>
    text
      .replaceAll(`${folder}${sep}`, '')
      .replaceAll(projectDir, '$CLAUDE_PROJECT_DIR')
      .replaceAll(home, '~')
      .replaceAll(folder, place)
      .replaceAll(`${dirname(folder)}${sep}`, `${dirname(place)}${sep}`);
  const report = await validate(settled);
  const [generation] = report.generations;
  const detailsOf = hookDetails(settled, generation ?? NO_SETTINGS);
  const hooks = report.subjects.map(async (subject) =>
    willRun(subject, folder, await detailsOf(subject.hook), short),
  );
  return {
    findings: findingsOf(report, short),
    hooks: await Promise.all(hooks),
    needs: together(report.subjects.flatMap(needsOf)),
    seen: [...report.subjects.flatMap(sightsOf), ...sightsInFiles(folder, report.facts)]
      .map((sight) => ({ ...sight, file: short(below(sight.file, folder)) }))
      .filter(isFirst(({ kind, what, file, line }) => JSON.stringify([kind, what, file, line])))
      .sort((a, b) => RANK[a.kind] - RANK[b.kind]),
  };
}

/** A plugin is looked at without anybody's settings. */
const NO_SETTINGS = { env: [], http: { refusedUrls: [], allowedUrls: [], allowedEnvVars: [] } };

type Short = (text: string) => string;

function willRun(
  { hook, parts, scripts, facts }: Subject,
  folder: string,
  details: Details,
  short: Short,
): WillRun {
  const { id, event, matcher, condition, handler, source } = hook;
  const files = [
    ...(details.file === null ? [] : [details.file]),
    ...[...namedIn(textOf(hook), folder), ...namedIn(details.lines.join(' '), folder)].filter(
      (path) => facts.kind(path) === 'file',
    ),
    ...scripts.map(({ path }) => path),
    ...parts.filter(({ role }) => role !== 'command').map(({ file }) => file),
  ];
  return {
    id,
    event,
    matcher,
    condition,
    skill: source.skill,
    type: handler.type,
    runs: handlerInWords(handler),
    // Whoever updates is shown that a hook which only observed has a say from now on.
    details: [...details.lines.map(short), ...(hook.mode === 'observe' ? [OBSERVES] : [])],
    scripts: [...new Set(files.map((file) => short(below(file, folder))))],
  };
}

const OBSERVES = 'only observes: what it says counts for nothing';

const textOf = ({ handler }: Hook): string =>
  handler.type === 'command' ? [handler.command, ...(handler.args ?? [])].join(' ') : '';

/** Files of the plugin that a command or an MCP server names, also as arguments of its script. */
const namedIn = (text: string, folder: string): readonly string[] =>
  [...text.matchAll(/CLAUDE_PLUGIN_ROOT\}?"?\/([\w./@+-]+)/g)].map(([, path = '']) => join(folder, path));

function findingsOf({ findings, subjects }: Report, short: Short): readonly Diagnostic[] {
  return findings
    .filter(({ code }) => !OF_THIS_MACHINE.has(code))
    .map((finding) => ({
      code: finding.code,
      severity:
        stopsNothing(finding, subjects) && finding.severity === 'error' ? 'warning' : finding.severity,
      message: short(finding.message),
      file: finding.file === null ? null : short(finding.file),
      line: finding.line,
      column: finding.column,
      hint: finding.hint === null ? null : short(finding.hint),
    }));
}

/** About a hook that its author switched off, or a script of the project: whether that is there, a plugin cannot say. */
function stopsNothing({ code, hook }: Finding, subjects: readonly Subject[]): boolean {
  const subject = subjects.find((one) => one.hook.id === hook);
  if (subject === undefined) return false;
  if (subject.hook.inactive !== null) return true;
  if (code !== 'script-missing') return false;
  const own = `${subject.hook.source.pluginRoot}${sep}`;
  const missing = subject.scripts.filter(({ path }) => subject.facts.kind(path) !== 'file');
  return missing.every(({ path, relative: moves }) => moves || !path.startsWith(own));
}

const below = (file: string, folder: string): string =>
  file.startsWith(folder + sep) ? relative(folder, file).split(sep).join('/') : file;

function together(needs: readonly Need[]): readonly Need[] {
  const sorted = [...needs].sort((a, b) =>
    a.as === b.as ? (a.name < b.name ? -1 : 1) : a.as < b.as ? -1 : 1,
  );
  return sorted.filter(isFirst(({ name }) => name));
}

function isFirst<T>(keyOf: (one: T) => string): (one: T) => boolean {
  const known = new Set<string>();
  return (one) => {
    const key = keyOf(one);
    return !known.has(key) && known.add(key).size > 0;
  };
}

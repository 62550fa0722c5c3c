// Gathers everything that is wrong: schema, matchers and rules, commands, scripts, and what only shows together.
import { commandProblems } from '../config/index.js';
import { elsewhere, knownServers, readGeneration, type Settled } from '../engine/index.js';
import { readModelSettings } from '../engine/models/index.js';
import type { Diagnostic, Generation, Hook } from '../nouns.js';
import { diskFacts, type Facts } from './facts.js';
import { type Finding, inOrder } from './finding.js';
import { dangerFindings } from './rules/dangers.js';
import { fileFindings } from './rules/files.js';
import { inputFindings } from './rules/input.js';
import { outputFindings } from './rules/output.js';
import { programFindings } from './rules/programs.js';
import { httpFindings, mcpFindings, verdictFindings } from './rules/services.js';
import { shellFindings } from './rules/shells.js';
import { commaFindings, duplicateFindings, loopFindings, unreadFindings } from './rules/together.js';
import { RULES, type RuleCode } from './rules.js';
import { type Subject, subjectsOf } from './subject.js';
import { type Target, targetOf } from './targets.js';

export interface Report {
  readonly findings: readonly Finding[];
  /** Files that hooks were read from. */
  readonly files: readonly string[];
  readonly subjects: readonly Subject[];
  /** The profiles' reading of each file that was looked at. */
  readonly generations: readonly Generation[];
  readonly facts: Facts;
}

/** Looks at what the options load, or at the paths alone. Throws `BadPath`. */
export async function validate(asked: Settled, paths: readonly string[] = []): Promise<Report> {
  const facts = diskFacts();
  const targets: readonly Target[] =
    paths.length === 0 ? [{ settled: asked, only: null }] : paths.map((path) => targetOf(path, asked, facts));
  const reports: Report[] = [];
  for (const target of targets)
    reports.push(await lookAt(target, asked, facts, readGeneration(target.settled)));
  return together(reports, facts);
}

/** Looks at what the options loaded, where it was read already. */
export async function validateLoaded(settled: Settled, generation: Generation): Promise<Report> {
  const facts = diskFacts();
  return together([await lookAt({ settled, only: null }, settled, facts, generation)], facts);
}

function together(reports: readonly Report[], facts: Facts): Report {
  return {
    findings: inOrder(unique(reports.flatMap(({ findings }) => findings))),
    files: [...new Set(reports.flatMap(({ files }) => files))],
    subjects: reports.flatMap(({ subjects }) => subjects),
    generations: reports.flatMap(({ generations }) => generations),
    facts,
  };
}

async function lookAt(
  { settled, only }: Target,
  asked: Settled,
  facts: Facts,
  generation: Generation,
): Promise<Report> {
  const { projectDir, home, request } = settled;
  const isMeant = (file: string | null): boolean =>
    only === null || file === null || file === only || file.startsWith(`${only}/`);
  const all = subjectsOf(generation, { projectDir, home: asked.home, env: asked.env, facts });
  const subjects = all.filter(({ hook }) => isMeant(hook.source.file));
  const files = generation.sources
    .filter(({ state, file }) => state !== 'absent' && isMeant(file))
    .map(({ file }) => file);
  const servers = all.some(({ hook }) => hook.handler.type === 'mcp_tool')
    ? knownServers(only === null ? settled : besideThePath(settled, asked), generation)
    : null;
  const hookAt = byPlace(subjects.map(({ hook }) => hook));
  // A file that is looked at alone has no hooks around it that could meet what it requires.
  const loaded = [
    ...generation.diagnostics,
    ...commandProblems(generation, projectDir),
    ...(servers?.usable.diagnostics ?? []),
    ...(only === null ? readModelSettings(settled).diagnostics : []),
  ]
    .filter(({ file, code }) => isMeant(file) && !(only !== null && code === 'policy-unmet'))
    .map((diagnostic) => asFinding(diagnostic, hookAt(diagnostic)));
  const { plugins } = request;
  const around = {
    projectDir,
    home,
    claudeSettings: request.claudeSettings !== null,
    plugins,
    read: files,
    only,
  };
  const own = [
    ...(await Promise.all(subjects.map(judge))).flat(),
    ...(servers === null ? [] : await mcpFindings(subjects, servers, only === null)),
    ...duplicateFindings(subjects),
    ...loopFindings(subjects),
    ...commaFindings(subjects),
    ...unreadFindings(facts, around).filter(({ file }) => isMeant(file)),
    ...files.flatMap((file) => markFinding(file, facts)),
  ];
  return { findings: merged(loaded, own), files, subjects, generations: [generation], facts };
}

/** All that the rules say about one hook. */
export async function judge(subject: Subject): Promise<readonly Finding[]> {
  return [
    ...fileFindings(subject),
    ...programFindings(subject),
    ...shellFindings(subject),
    ...inputFindings(subject),
    ...outputFindings(subject),
    ...dangerFindings(subject),
    ...(await httpFindings(subject)),
    ...verdictFindings(subject),
  ];
}

/** A hook that is looked at alone may call the user's servers and those of the project it lies in. */
function besideThePath(target: Settled, asked: Settled): Settled {
  const plugins = [...asked.request.plugins, ...target.request.plugins];
  return elsewhere(asked, { projectDir: target.projectDir, plugins });
}

/** Finds the first hook that stands at a place; there may be as many problems as hooks. */
function byPlace(hooks: readonly Hook[]): (at: Diagnostic) => Hook | undefined {
  const keyOf = (file: string | null, line: number | null, column: number | null): string =>
    `${line}:${column}:${file}`;
  const found = new Map<string, Hook>();
  for (const hook of hooks) {
    const key = keyOf(hook.source.file, hook.line, hook.column);
    if (!found.has(key)) found.set(key, hook);
  }
  return ({ file, line, column }) => found.get(keyOf(file, line, column));
}

function asFinding(diagnostic: Diagnostic, hook: Hook | undefined): Finding {
  const rule = isRule(diagnostic.code) ? RULES[diagnostic.code] : undefined;
  const command = hook?.handler.type === 'command' ? hook.handler.command : null;
  return {
    ...diagnostic,
    severity: rule?.severity ?? diagnostic.severity,
    excerpt: rule === undefined ? null : command,
    hook: hook?.id ?? null,
  };
}

const isRule = (code: string): code is RuleCode => Object.hasOwn(RULES, code);

/** What the loader says about a place is not said again in other words. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  'script-missing': ['script-missing'],
  'script-not-executable': ['script-not-executable'],
  'script-relative': ['script-missing', 'script-working-directory'],
  'unquoted-path': ['root-unquoted'],
  'plugin-variable-outside-plugin': ['root-unquoted'],
};

function merged(loaded: readonly Finding[], own: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ file, line }: Finding, code: string): string => `${line}:${code}:${file}`;
  const said = new Set(
    loaded.flatMap((finding) => (SAME[finding.code] ?? []).map((code) => keyOf(finding, code))),
  );
  return [...loaded, ...own.filter((finding) => !said.has(keyOf(finding, finding.code)))];
}

function markFinding(file: string, facts: Facts): readonly Finding[] {
  if (facts.read(file)?.startsWith('\uFEFF') !== true) return [];
  const rule = RULES['byte-order-mark'];
  const message = `${file} begins with a byte order mark`;
  return [
    {
      code: 'byte-order-mark',
      severity: rule.severity,
      message,
      file,
      line: 1,
      column: 1,
      hint: rule.fix,
      excerpt: null,
      hook: null,
    },
  ];
}

/** Two hooks that run one script have the same problem once. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  const known = new Set<string>();
  return findings.filter((finding) => {
    const { code, file, line, column, message } = finding;
    const key = JSON.stringify([code, file, line, column, message]);
    return !known.has(key) && known.add(key).size > 0;
  });
}

// `validate [path…]`: what is wrong with hooks, with place, reason and remedy; against the whole contract on request.
import { resolve } from 'node:path';
import { CONFIG_CODES } from '../../config/index.js';
import { type Settled, unjudged } from '../../engine/index.js';
import { MATCH_CODES } from '../../match/index.js';
import {
  type Applied,
  applyFix,
  BadPath,
  CONTRACT,
  type Finding,
  type Fix,
  type HookVerdicts,
  judgeContract,
  validate as lookAt,
  planFixes,
  type Report,
  RULES,
} from '../../validate/index.js';
import type { Call, CommandModule } from '../command.js';
import { EXIT, print, printJson, UserError } from '../io.js';
import { flag, refuseOptions, textFlag } from '../options/flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { annotations, githubLines, sarifLog } from '../show/annotations.js';
import { screenOf } from '../show/screen.js';
import { showApplied, showContract, showFindings, showPlan } from '../show/validation.js';

export const validate: CommandModule = {
  define(command) {
    command
      .argument(
        '[path...]',
        'a hooks.json, settings file, plugin, skill, agent or project; without one, all that is loaded',
      )
      .option('--contract', 'hold each hook against the whole contract for hooks')
      .option('--all', 'with --contract: also what is met or does not apply')
      .option('--strict', 'warnings fail too')
      .option('--fix', 'put right what can safely be put right; the file as it was is kept beside it')
      .option('--dry-run', 'with --fix: show what would change')
      .addOption(
        command
          .createOption('--format <form>', 'how findings are printed')
          .choices([...FORMATS])
          .default('text'),
      )
      .option('--json', 'one object for programs; the same as --format json');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
Exit code: 0 fine, 1 there are errors (with --strict: or warnings).

Examples:
  amplifier-hooks validate
  amplifier-hooks validate .claude/settings.json --profile claude-code
  amplifier-hooks validate plugins/* --strict
  amplifier-hooks validate --contract my-plugin
  amplifier-hooks validate --format github
  amplifier-hooks validate --fix --dry-run`,
    );
  },

  async run(call) {
    const { io, options, args } = call;
    if (!flag(options, 'contract')) refuseOptions(options, ['all'], 'is for --contract');
    // What is wrong with a hook is so whether or not somebody approved it.
    const settled = unjudged(settledOptions(call));
    const paths = args.map((path) => resolve(io.cwd, path));
    const first = await look(settled, paths);
    const { fixes, applied } = await putRight(first, call);
    const report = applied.some(({ done }) => done) ? await look(settled, paths) : first;
    const verdicts = flag(options, 'contract') ? judgeContract(report) : null;
    const format = formatIn(options);
    if (format === 'json') printJson(io, asJson(report, verdicts, fixes, applied));
    else if (format === 'github') print(io, githubLines(annotations(report.findings, verdicts), io.cwd));
    else if (format === 'sarif')
      io.stdout.json(sarifLog(annotations(report.findings, verdicts), io.cwd, meaningOf));
    else {
      const [screen, places] = [screenOf(io, settled.projectDir), settled];
      if (flag(options, 'fix')) {
        const done = flag(options, 'dryRun')
          ? showPlan(fixes, screen, places)
          : showApplied(applied, screen, places);
        print(io, [...done, '']);
      }
      if (verdicts !== null) print(io, showContract(verdicts, screen, places, flag(options, 'all')));
      print(
        io,
        report.subjects.length + report.findings.length === 0
          ? nothing(paths)
          : showFindings(report, screen, places, io.cwd),
      );
    }
    return fails(report.findings, verdicts, flag(options, 'strict')) ? EXIT.problem : EXIT.fine;
  },
};

const FORMATS = ['text', 'json', 'github', 'sarif'] as const;
type Format = (typeof FORMATS)[number];

function formatIn(options: Call['options']): Format {
  const wanted = textFlag(options, 'format');
  const format = FORMATS.find((one) => one === wanted) ?? 'text';
  if (!flag(options, 'json')) return format;
  if (format !== 'text' && format !== 'json')
    throw new UserError(`--json and --format ${format} are two forms`, 'Leave one of them out.');
  return 'json';
}

/** What the code of a finding, or a section of the contract, means. */
function meaningOf(code: string): { readonly meaning: string; readonly fix: string } | null {
  const tables: Readonly<Record<string, { readonly meaning: string; readonly fix: string }>>[] = [
    RULES,
    CONFIG_CODES,
    MATCH_CODES,
  ];
  const found = tables.find((table) => Object.hasOwn(table, code))?.[code];
  const row = CONTRACT.find(({ section }) => section === code);
  return found ?? (row === undefined ? null : { meaning: row.requirement, fix: 'See docs/validate.md.' });
}

async function look(settled: Settled, paths: readonly string[]): Promise<Report> {
  try {
    return await lookAt(settled, paths);
  } catch (error) {
    if (!(error instanceof BadPath)) throw error;
    throw new UserError(
      error.message,
      'Name a hooks.json, settings file, plugin, SKILL.md, agent file or project.',
    );
  }
}

async function putRight(
  report: Report,
  { options }: Call,
): Promise<{ readonly fixes: readonly Fix[]; readonly applied: readonly Applied[] }> {
  if (flag(options, 'dryRun') && !flag(options, 'fix'))
    throw new UserError('--dry-run says what --fix would do', 'Write --fix --dry-run.');
  if (!flag(options, 'fix')) return { fixes: [], applied: [] };
  const fixes = await planFixes(report);
  return { fixes, applied: flag(options, 'dryRun') ? [] : fixes.map(applyFix) };
}

function fails(
  findings: readonly Finding[],
  verdicts: readonly HookVerdicts[] | null,
  strict: boolean,
): boolean {
  const bad = findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'));
  const broken = (verdicts ?? []).some(({ rows }) =>
    rows.some(({ result, level }) => result === 'not-met' && (level === 'must' || strict)),
  );
  return bad || broken;
}

function asJson(
  { findings, files, subjects }: Report,
  verdicts: readonly HookVerdicts[] | null,
  fixes: readonly Fix[],
  applied: readonly Applied[],
): Readonly<Record<string, unknown>> {
  return {
    files,
    hooks: subjects.length,
    findings,
    ...(verdicts === null ? {} : { contract: verdicts }),
    ...(fixes.length === 0
      ? {}
      : {
          fixes: fixes.map((fix) => ({
            ...fix,
            applied: applied.find(({ file }) => file === fix.file) ?? null,
          })),
        }),
  };
}

const nothing = (paths: readonly string[]): readonly string[] =>
  paths.length > 0
    ? ['There are no hooks in there.']
    : [
        'No hooks are configured.',
        '`amplifier-hooks config` shows where they are looked for;',
        '`amplifier-hooks init` makes one.',
      ];

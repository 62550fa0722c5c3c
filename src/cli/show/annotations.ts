// What the validator found, for programs that show it beside the code: annotations of GitHub workflows, and SARIF 2.1.0.
import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, HookVerdicts } from '../../validate/index.js';
import { VERSION } from '../../version.js';

/** A problem at a place; `code` is that of a rule or the section of the contract. */
export interface Annotation {
  readonly code: string;
  readonly severity: Finding['severity'];
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly hint: string | null;
}

/** The findings, and what of the contract is not met. */
export function annotations(
  findings: readonly Finding[],
  verdicts: readonly HookVerdicts[] | null,
): readonly Annotation[] {
  const broken = (verdicts ?? []).flatMap(({ file, line, rows }) =>
    rows
      .filter(({ result }) => result === 'not-met')
      .map(({ section, requirement, level, reason, evidence }): Annotation => {
        const [place = { file, line, column: null }] = evidence;
        return {
          code: section,
          severity: level === 'must' ? 'error' : 'warning',
          message: reason === null ? requirement : `${requirement} Not met: ${reason}.`,
          file: place.file === '' ? file : place.file,
          line: place.line,
          column: place.column,
          hint: null,
        };
      }),
  );
  return [...findings, ...broken];
}

/** A file as whoever started the command would name it: below the working directory relative to it, otherwise whole. */
export function fromHere(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path;
}

const LEVELS: Readonly<Record<Finding['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/** One workflow command a problem; `%`, line ends and, in properties, `:` and `,` have a meaning there. */
export function githubLines(problems: readonly Annotation[], cwd: string): string[] {
  return problems.map(({ code, severity, message, file, line, column, hint }) => {
    const properties = [
      ...(file === null ? [] : [`file=${property(fromHere(file, cwd).replaceAll(sep, '/'))}`]),
      ...(file === null || line === null ? [] : [`line=${line}`]),
      ...(file === null || column === null ? [] : [`col=${column}`]),
      `title=${property(code)}`,
    ];
    const said = hint === null ? message : `${message}\n${hint}`;
    return `::${LEVELS[severity]} ${properties.join(',')}::${data(said)}`;
  });
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const SARIF_LEVELS: Readonly<Record<Finding['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
};

/** What a code means and what to do about it; `null`: it is in no table. */
export type Meaning = (code: string) => { readonly meaning: string; readonly fix: string } | null;

/** A SARIF log with one run. */
export function sarifLog(
  problems: readonly Annotation[],
  cwd: string,
  meaningOf: Meaning,
): Readonly<Record<string, unknown>> {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'amplifier-hooks',
            semanticVersion: VERSION,
            rules: codes.map((code) => {
              const known = meaningOf(code);
              return known === null
                ? { id: code }
                : { id: code, shortDescription: { text: known.meaning }, help: { text: known.fix } };
            }),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { HERE: { uri: pathToFileURL(`${cwd}/`).href } },
        results: problems.map((problem) => ({
          ruleId: problem.code,
          ruleIndex: codes.indexOf(problem.code),
          level: SARIF_LEVELS[problem.severity],
          message: { text: problem.hint === null ? problem.message : `${problem.message}\n${problem.hint}` },
          ...(problem.file === null
            ? {}
            : { locations: [{ physicalLocation: located(problem, problem.file, cwd) }] }),
        })),
      },
    ],
  };
}

function located({ line, column }: Annotation, file: string, cwd: string): Readonly<Record<string, unknown>> {
  const path = fromHere(file, cwd);
  const artifactLocation =
    path === file
      ? { uri: pathToFileURL(file).href }
      : { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: 'HERE' };
  const region = {
    ...(line === null ? {} : { startLine: line }),
    ...(line === null || column === null ? {} : { startColumn: column }),
  };
  return { artifactLocation, ...(line === null ? {} : { region }) };
}

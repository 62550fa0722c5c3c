// The border for vectors: any JSON in, a Vector or exact problems out.
import { type Dialect, VECTORS } from './dialect.js';
import { findExpectation } from './expect/index.js';
import { isCount, isFlag, isListOf, isMapOf, isOneOf, isRecord, isText } from './guards.js';
import { isHttpScript, isModelScript } from './scripted/index.js';
import type { Content, Expect, SettingSource, Step, Vector } from './vector.js';

/** Keys and indexes that lead to a place in a vector. */
export type Path = readonly (string | number)[];

export interface VectorProblem {
  readonly message: string;
  readonly path: Path;
}

export type Parsed =
  | { readonly ok: true; readonly vector: Vector }
  | { readonly ok: false; readonly problems: readonly VectorProblem[] };

type Report = (message: string, ...path: Path) => void;

const isContent = (value: unknown): value is Content =>
  isText(value) || (typeof value === 'object' && value !== null);
const isSource = isOneOf<SettingSource>('user', 'project', 'local');

/** Top-level keys that take no part in the comparison. */
const FOR_READERS = {
  observed: isText,
  note: isText,
  race: isFlag,
  behaviour: isRecord,
};
const STEP_KEYS = ['event', 'expect', 'write', 'settleMs'];
/** Keys of `expect` that mean nothing without another one. */
const COMPANIONS = { stdin: 'stdinOf', stdinLines: 'stdinOf', stdinAbsent: 'stdinOf', env: 'envOf' };

/** Reads one vector. */
export function parseVector(value: unknown, dialect: Dialect = VECTORS): Parsed {
  if (!isRecord(value))
    return { ok: false, problems: [{ message: `${dialect.noun} must be a JSON object`, path: [] }] };
  const problems: VectorProblem[] = [];
  const vector = readVector(value, dialect, (message, ...path) => problems.push({ message, path }));
  return problems.length === 0 ? { ok: true, vector } : { ok: false, problems };
}

function readVector(value: Readonly<Record<string, unknown>>, dialect: Dialect, report: Report): Vector {
  const read = new Set(['version', 'steps', ...Object.keys(FOR_READERS)]);
  const field = <T, D>(key: string, wants: string, is: (item: unknown) => item is T, absent: D): T | D => {
    read.add(key);
    const item = value[key];
    if (item === undefined) return absent;
    if (is(item)) return item;
    report(`"${key}" must be ${wants}`, key);
    return absent;
  };
  const required = (key: string): string => {
    if (value[key] === undefined) report(`"${key}" is missing`);
    return field(key, 'a text', isText, '');
  };

  if (value['version'] !== 1) report('"version" must be 1', 'version');
  for (const [key, is] of Object.entries(FOR_READERS)) {
    if (value[key] !== undefined && !is(value[key])) report(`"${key}" has the wrong type`, key);
  }
  const vector: Vector = {
    id: required('id'),
    group: required('group'),
    title: required('title'),
    divergence: field('divergence', 'a text', isText, null),
    needs: field('needs', 'a list of texts', isListOf(isText), []),
    files: field('files', 'an object of paths and contents', isMapOf(isContent), {}),
    executable: field('executable', 'a list of paths', isListOf(isText), []),
    plugins: field('plugins', 'a list of paths', isListOf(isText), []),
    settingsFlag: field('settingsFlag', 'a path', isText, null),
    managed: field('managed', 'a path', isText, null),
    settingSources: field('settingSources', 'a list of user, project and local', isListOf(isSource), null),
    cwd: field('cwd', 'a path', isText, 'project'),
    env: field('env', 'an object of texts', isMapOf(isText), {}),
    http: field('http', '{"routes": paths and replies}', isHttpScript, null),
    model: field('model', 'a list of replies', isModelScript, null),
    steps: readSteps(value['steps'], dialect, report),
  };
  for (const key of Object.keys(value))
    if (!read.has(key)) report(`"${key}" is no field of ${dialect.noun}`, key);
  for (const [index, need] of vector.needs.entries()) {
    if (!dialect.knowsNeed(need)) report(`"needs" names "${need}", which is not known`, 'needs', index);
  }
  checkPaths(vector, report);
  return vector;
}

function checkPaths(vector: Vector, report: Report): void {
  const { files, executable, plugins, settingsFlag, managed, cwd, steps } = vector;
  const inside = (path: string, ...place: Path): void => {
    if (!staysInside(path)) report(`the path "${path}" must be relative and must not contain ".."`, ...place);
  };
  const there = (path: string | null, ...place: Path): void => {
    if (path !== null && !Object.hasOwn(files, path))
      report(`"${path}" is not among the files of the vector`, ...place);
  };
  for (const path of Object.keys(files)) inside(path, 'files', path);
  for (const [index, path] of plugins.entries()) inside(path, 'plugins', index);
  inside(cwd, 'cwd');
  for (const [index, step] of steps.entries())
    for (const path of Object.keys(step.write)) inside(path, 'steps', index, 'write', path);
  for (const [index, path] of executable.entries()) there(path, 'executable', index);
  there(settingsFlag, 'settingsFlag');
  there(managed, 'managed');
}

// A vector may come from anywhere; nothing of it may be written outside its own directory.
const staysInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !path.split(/[/\\]/).includes('..');

function readSteps(value: unknown, dialect: Dialect, report: Report): readonly Step[] {
  if (!Array.isArray(value) || value.length === 0) {
    report('"steps" must be a list with at least one step', 'steps');
    return [];
  }
  return value.map((item: unknown, index) =>
    readStep(item, dialect, (problem, ...path) =>
      report(`step ${index + 1}: ${problem}`, 'steps', index, ...path),
    ),
  );
}

function readStep(value: unknown, dialect: Dialect, report: Report): Step {
  if (!isRecord(value)) {
    report('it must be an object');
    return { write: {}, event: {}, settleMs: 0, expect: {} };
  }
  for (const key of Object.keys(value))
    if (!STEP_KEYS.includes(key)) report(`"${key}" is no field of a step`, key);
  const { write = {}, event, settleMs = 0, expect } = value;
  if (!isMapOf(isContent)(write)) report('"write" must be an object of paths and contents', 'write');
  if (!isRecord(event)) report('"event" must be an object', 'event');
  if (!isCount(settleMs)) report('"settleMs" must be a count of milliseconds', 'settleMs');
  if (!isRecord(expect) || Object.keys(expect).length === 0)
    report('"expect" must be an object with at least one key', 'expect');
  else checkExpect(expect, dialect, (problem, ...path) => report(problem, 'expect', ...path));
  return {
    write: isMapOf(isContent)(write) ? write : {},
    event: isRecord(event) ? event : {},
    settleMs: isCount(settleMs) ? settleMs : 0,
    expect: isRecord(expect) ? expect : {},
  };
}

function checkExpect(expect: Expect, { rules }: Dialect, report: Report): void {
  for (const [key, value] of Object.entries(expect)) {
    const rule = findExpectation(key, rules);
    if (rule === undefined) report(`"${key}" is no key of "expect"`, key);
    else if (!rule.fits(value)) report(`"${key}" of "expect" must be ${rule.wants}`, key);
  }
  for (const [key, companion] of Object.entries(COMPANIONS)) {
    if (expect[key] !== undefined && expect[companion] === undefined)
      report(`"${key}" needs "${companion}" beside it`, key);
  }
}

// The border for vectors: any JSON in, a Vector or exact problems out.
import { findExpectation } from './expect/index.js';
import { isCount, isFlag, isListOf, isMapOf, isOneOf, isRecord, isText } from './guards.js';
import { NEEDS } from './needs.js';
import type { Content, Expect, SettingSource, Step, Vector } from './vector.js';

export type Parsed =
  | { readonly ok: true; readonly vector: Vector }
  | { readonly ok: false; readonly problems: readonly string[] };

type Report = (problem: string) => void;

const isContent = (value: unknown): value is Content =>
  isText(value) || (typeof value === 'object' && value !== null);
const isSource = isOneOf<SettingSource>('user', 'project', 'local');

const anything = (value: unknown): value is unknown => value !== undefined;

/** Top-level keys that take no part in the comparison. */
const FOR_READERS = {
  observed: isText,
  note: isText,
  race: isFlag,
  behaviour: isRecord,
  http: anything,
  model: anything,
};
const STEP_KEYS = ['event', 'expect', 'write', 'settleMs'];
/** Keys of `expect` that mean nothing without another one. */
const COMPANIONS = { stdin: 'stdinOf', stdinLines: 'stdinOf', stdinAbsent: 'stdinOf', env: 'envOf' };

/** Reads one vector. */
export function parseVector(value: unknown): Parsed {
  if (!isRecord(value)) return { ok: false, problems: ['a vector must be a JSON object'] };
  const problems: string[] = [];
  const vector = readVector(value, (problem) => problems.push(problem));
  return problems.length === 0 ? { ok: true, vector } : { ok: false, problems };
}

function readVector(value: Readonly<Record<string, unknown>>, report: Report): Vector {
  const read = new Set(['version', 'steps', ...Object.keys(FOR_READERS)]);
  const field = <T, D>(key: string, wants: string, is: (item: unknown) => item is T, absent: D): T | D => {
    read.add(key);
    const item = value[key];
    if (item === undefined) return absent;
    if (is(item)) return item;
    report(`"${key}" must be ${wants}`);
    return absent;
  };
  const required = (key: string): string => {
    if (value[key] === undefined) report(`"${key}" is missing`);
    return field(key, 'a text', isText, '');
  };

  if (value['version'] !== 1) report('"version" must be 1');
  for (const [key, is] of Object.entries(FOR_READERS)) {
    if (value[key] !== undefined && !is(value[key])) report(`"${key}" has the wrong type`);
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
    steps: readSteps(value['steps'], report),
  };
  for (const key of Object.keys(value)) if (!read.has(key)) report(`"${key}" is no field of a vector`);
  for (const need of vector.needs) {
    if (!Object.hasOwn(NEEDS, need)) report(`"needs" names "${need}", which is not known`);
  }
  checkPaths(vector, report);
  return vector;
}

function checkPaths(vector: Vector, report: Report): void {
  const { files, executable, plugins, settingsFlag, managed, cwd, steps } = vector;
  const written = Object.keys(files);
  const paths = [...written, ...plugins, cwd, ...steps.flatMap((step) => Object.keys(step.write))];
  for (const path of paths) {
    if (!staysInside(path)) report(`the path "${path}" must be relative and must not contain ".."`);
  }
  for (const path of [...executable, settingsFlag, managed]) {
    if (path !== null && !written.includes(path)) report(`"${path}" is not among the files of the vector`);
  }
}

// A vector may come from anywhere; nothing of it may be written outside its own directory.
const staysInside = (path: string): boolean =>
  path !== '' && !path.startsWith('/') && !path.split(/[/\\]/).includes('..');

function readSteps(value: unknown, report: Report): readonly Step[] {
  if (!Array.isArray(value) || value.length === 0) {
    report('"steps" must be a list with at least one step');
    return [];
  }
  return value.map((item: unknown, index) =>
    readStep(item, (problem) => report(`step ${index + 1}: ${problem}`)),
  );
}

function readStep(value: unknown, report: Report): Step {
  if (!isRecord(value)) {
    report('it must be an object');
    return { write: {}, event: {}, settleMs: 0, expect: {} };
  }
  for (const key of Object.keys(value))
    if (!STEP_KEYS.includes(key)) report(`"${key}" is no field of a step`);
  const { write = {}, event, settleMs = 0, expect } = value;
  if (!isMapOf(isContent)(write)) report('"write" must be an object of paths and contents');
  if (!isRecord(event)) report('"event" must be an object');
  if (!isCount(settleMs)) report('"settleMs" must be a count of milliseconds');
  if (!isRecord(expect) || Object.keys(expect).length === 0)
    report('"expect" must be an object with at least one key');
  else checkExpect(expect, report);
  return {
    write: isMapOf(isContent)(write) ? write : {},
    event: isRecord(event) ? event : {},
    settleMs: isCount(settleMs) ? settleMs : 0,
    expect: isRecord(expect) ? expect : {},
  };
}

function checkExpect(expect: Expect, report: Report): void {
  for (const [key, value] of Object.entries(expect)) {
    const rule = findExpectation(key);
    if (rule === undefined) report(`"${key}" is no key of "expect"`);
    else if (!rule.fits(value)) report(`"${key}" of "expect" must be ${rule.wants}`);
  }
  for (const [key, companion] of Object.entries(COMPANIONS)) {
    if (expect[key] !== undefined && expect[companion] === undefined)
      report(`"${key}" needs "${companion}" beside it`);
  }
}

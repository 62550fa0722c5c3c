// The border for test files: text in, tests or problems with their place out.
import { findEventRow, parseInput } from '../../events/index.js';
import { PROFILE_NAMES, type ProfileName } from '../../profiles.js';
import { isRecord } from '../../text/index.js';
import { type Path, parseVector, type VectorProblem } from '../parse.js';
import type { Vector } from '../vector.js';
import { HOOK_TESTS } from './dialect.js';
import { type Place, readDocuments, type TestDocument } from './document.js';

/** What an author expects of a hook. */
export interface HookTest {
  readonly title: string;
  readonly place: Place;
  readonly profile: ProfileName;
  /** Whether the plugin that the file lies in is installed. */
  readonly plugin: boolean;
  readonly vector: Vector;
}

export interface TestProblem {
  readonly message: string;
  readonly place: Place;
}

export type ParsedTest =
  | { readonly ok: true; readonly test: HookTest }
  | {
      readonly ok: false;
      readonly title: string;
      readonly place: Place;
      readonly problems: readonly TestProblem[];
    };

type Fields = Readonly<Record<string, unknown>>;

const START: Place = { line: 1, column: 1 };

/** Reads all tests of a file. Never throws. */
export function parseTests(text: string): readonly ParsedTest[] {
  const read = readDocuments(text);
  if (!read.ok) return [broken('the file cannot be read', read.place, [read])];
  if (read.documents.length === 0) {
    const message = 'the file holds no test; a test has "title", "event" and "expect"';
    return [broken('an empty file', START, [{ message, place: START }])];
  }
  return read.documents.flatMap(testsIn);
}

const broken = (title: string, place: Place, problems: readonly TestProblem[]): ParsedTest => ({
  ok: false,
  title,
  place,
  problems: problems.map(({ message, place: at }) => ({ message, place: at })),
});

/** A document is one test, a list of tests, or `cases` with what they have in common. */
function testsIn(document: TestDocument): readonly ParsedTest[] {
  const { value } = document;
  if (Array.isArray(value)) return value.map((item: unknown, index) => testAt(item, {}, [index], document));
  if (!isRecord(value) || value['cases'] === undefined) return [testAt(value, {}, [], document)];
  const { cases, ...shared } = value;
  if (!Array.isArray(cases) || cases.length === 0) {
    const place = document.placeOf(['cases']);
    return [broken('cases', place, [{ message: '"cases" must be a list of tests', place }])];
  }
  return cases.map((item: unknown, index) => testAt(item, shared, ['cases', index], document));
}

function testAt(value: unknown, shared: Fields, start: Path, document: TestDocument): ParsedTest {
  const place = document.placeOf(start);
  if (!isRecord(value)) return broken('a test', place, [{ message: 'a hook test must be an object', place }]);
  const problems: VectorProblem[] = [];
  const report = (message: string, ...path: Path): void => void problems.push({ message, path });
  const whole = merged(shared, value);
  const title = typeof whole['title'] === 'string' ? whole['title'] : 'a test without title';
  const { profile = 'amplifier', plugin = true, event, expect, write, settleMs, ...rest } = whole;
  const short = { event, expect, write, settleMs };
  const isShort = Object.values(short).some((part) => part !== undefined);
  if (isShort && rest['steps'] !== undefined)
    report('a test has either "steps" or "event" and "expect"', 'steps');
  if (!isProfile(profile)) report(`"profile" must be ${PROFILE_NAMES.join(' or ')}`, 'profile');
  if (typeof plugin !== 'boolean') report('"plugin" must be true or false', 'plugin');

  const given: unknown = isShort ? [defined(short)] : rest['steps'];
  const steps = Array.isArray(given) ? given.map((step: unknown) => comfortable(step)) : given;
  const parsed = parseVector({ version: 1, id: title, group: 'hook-test', ...rest, steps }, HOOK_TESTS);
  if (!parsed.ok) problems.push(...parsed.problems);
  if (parsed.ok) {
    for (const [index, step] of parsed.vector.steps.entries())
      for (const message of eventProblems(step.event)) report(message, 'steps', index, 'event');
  }
  if (!parsed.ok || problems.length > 0) {
    // What stands at the top of a short test is looked for there.
    const within = (path: Path): Path => [
      ...start,
      ...(isShort && path[0] === 'steps' && path.length > 1 ? path.slice(2) : path),
    ];
    const placed = problems.map(({ message, path }) => ({
      message: isShort ? message.replace(/^step 1: /, '') : message,
      place: document.placeOf(within(path)),
    }));
    return broken(title, place, placed);
  }
  return {
    ok: true,
    test: {
      title,
      place,
      profile: isProfile(profile) ? profile : 'amplifier',
      plugin: plugin === true,
      vector: parsed.vector,
    },
  };
}

/** What tests share, and above it what one says itself; files and variables are added to each other. */
function merged(shared: Fields, own: Fields): Fields {
  const both = { ...shared, ...own };
  for (const key of ['files', 'env']) {
    const [common, special] = [shared[key], own[key]];
    if (isRecord(common) && isRecord(special)) both[key] = { ...common, ...special };
  }
  return both;
}

const COMMON: Fields = {
  session_id: 'hook-test',
  transcript_path: '@HOME@/transcript.jsonl',
  cwd: '@PROJECT@',
  permission_mode: 'default',
};

/** A step with everything that is the same in nearly all tests. What is no step is left for the parser to refuse. */
function comfortable(step: unknown): unknown {
  if (!isRecord(step)) return step;
  const { event, expect } = step;
  return {
    ...step,
    event: wholeEvent(event),
    // A hook that is broken or never starts must not look like one that has nothing to say.
    expect: isRecord(expect)
      ? {
          ...(expect['failed'] === undefined && expect['failedCount'] === undefined ? { failed: [] } : {}),
          ...(expect['fired'] === undefined && expect['ran'] === undefined ? { fired: true } : {}),
          ...expect,
        }
      : expect,
  };
}

function wholeEvent(event: unknown): unknown {
  const fields = typeof event === 'string' ? { hook_event_name: event } : event;
  if (!isRecord(fields)) return event;
  const row = findEventRow(String(fields['hook_event_name'] ?? fields['hookEventName'] ?? ''));
  return { ...COMMON, ...(row?.tool === true ? { tool_use_id: 'hook-test-call' } : {}), ...fields };
}

function eventProblems(event: Fields): readonly string[] {
  const parsed = parseInput(event);
  if (!parsed.ok) return parsed.problems.map(({ message }) => message);
  return parsed.input.kind === 'unknown' ? [`there is no event "${parsed.input.name}"`] : [];
}

const isProfile = (value: unknown): value is ProfileName => PROFILE_NAMES.some((name) => name === value);

const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

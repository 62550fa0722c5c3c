// The border for test files: text in, tests or problems with their place out.
import { findEventRow, parseInput } from '../../events/index.js';
import type { ProfileName } from '../../profiles.js';
import { entryOf, isRecord, jsonOf, linesOf, type Position, type Tree } from '../../text/index.js';
import { check, type Path } from '../../text/shapes/index.js';
import { parseYamlDocuments } from '../../text/yaml/index.js';
import { contradictions, type VectorProblem } from '../parse.js';
import { type Expect, filledIn, type Vector } from '../vector.js';
import { hookTest } from './shape.js';

/** What an author expects of a hook. */
export interface HookTest {
  readonly title: string;
  readonly place: Position;
  readonly profile: ProfileName;
  /** Whether the plugin that the file lies in is installed. */
  readonly plugin: boolean;
  readonly vector: Vector;
}

export interface TestProblem {
  readonly message: string;
  readonly place: Position;
}

export type ParsedTest =
  | { readonly ok: true; readonly test: HookTest }
  | {
      readonly ok: false;
      readonly title: string;
      readonly place: Position;
      readonly problems: readonly TestProblem[];
    };

type Fields = Readonly<Record<string, unknown>>;

/** Reads all tests of a file; JSON is YAML too, and empty documents are left out. Never throws. */
export function parseTests(text: string): readonly ParsedTest[] {
  const positionOf = linesOf(text);
  const trees: Tree[] = [];
  for (const document of parseYamlDocuments(text)) {
    if (!document.ok) return [broken('the file cannot be read', positionOf(document.at), document.why)];
    const { tree } = document;
    if (tree.kind !== 'scalar' || tree.value !== null) trees.push(tree);
  }
  if (trees.length === 0) {
    const message = 'the file holds no test; a test has "title", "event" and "expect"';
    return [broken('an empty file', positionOf(0), message)];
  }
  return trees.flatMap((tree) => testsIn(tree, (path) => positionOf(placeOf(tree, path))));
}

const broken = (title: string, place: Position, message: string): ParsedTest => ({
  ok: false,
  title,
  place,
  problems: [{ message, place }],
});

/** Where a path leads; of a key its own place. */
type Places = (path: Path) => Position;

/** The offset of the key or item that a path leads to; where it ends early, of the last thing on the way. */
function placeOf(tree: Tree, [step, ...rest]: Path): number {
  if (step === undefined) return tree.at;
  const entry = tree.kind === 'object' ? entryOf(tree, String(step)) : undefined;
  if (entry !== undefined && rest.length === 0) return entry.at;
  const next = tree.kind === 'array' ? tree.items[Number(step)] : entry?.value;
  return next === undefined ? tree.at : placeOf(next, rest);
}

/** A document is one test, a list of tests, or `cases` with what they have in common. */
function testsIn(tree: Tree, placeOfPath: Places): readonly ParsedTest[] {
  const value = jsonOf(tree);
  const testAt = (item: unknown, shared: Fields, ...start: Path): ParsedTest =>
    readTest(isRecord(item) ? merged(shared, item) : item, (path) => placeOfPath([...start, ...path]));
  if (Array.isArray(value)) return value.map((item: unknown, index) => testAt(item, {}, index));
  if (!isRecord(value) || value['cases'] === undefined) return [testAt(value, {})];
  const { cases, ...shared } = value;
  if (!Array.isArray(cases) || cases.length === 0)
    return [broken('cases', placeOfPath(['cases']), '"cases" must be a list of tests')];
  return cases.map((item: unknown, index) => testAt(item, shared, 'cases', index));
}

function readTest(whole: unknown, placeOfPath: Places): ParsedTest {
  const place = placeOfPath([]);
  const title =
    isRecord(whole) && typeof whole['title'] === 'string' ? whole['title'] : 'a test without title';
  const refuse = (problems: readonly VectorProblem[]): ParsedTest => ({
    ok: false,
    title,
    place,
    problems: problems.map(({ message, path }) => ({ message, place: placeOfPath(path) })),
  });
  const form = isRecord(whole) ? formProblems(whole) : [];
  if (!hookTest.is(whole) || form.length > 0)
    return refuse([...form, ...check(hookTest, whole, 'a hook test')]);
  const { profile = 'amplifier', plugin = true, event = '', expect = {} } = whole;
  const steps = whole.steps ?? [{ ...whole, event, expect }];
  const vector = filledIn({ id: title, group: 'hook-test', ...whole, steps: steps.map(comfortable) });
  const stepAt = (index: number): Path => (whole.steps === undefined ? [] : ['steps', index]);
  const problems = [
    ...contradictions(vector, stepAt),
    ...vector.steps.flatMap((step, index) =>
      eventProblems(step.event).map((message) => ({ message, path: [...stepAt(index), 'event'] })),
    ),
  ];
  return problems.length > 0
    ? refuse(problems)
    : { ok: true, test: { title, place, profile, plugin, vector } };
}

/** A test has steps, or is one. */
function formProblems({ steps, event, expect, write, settleMs }: Fields): readonly VectorProblem[] {
  const isOne = event !== undefined && expect !== undefined;
  const isNone = [event, expect, write, settleMs].every((part) => part === undefined);
  if (steps === undefined ? isOne : isNone) return [];
  return [{ message: 'a test has either "steps" or "event" and "expect"', path: ['steps'] }];
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

interface BriefStep {
  readonly event: string | Fields;
  readonly expect: Expect;
}

/** A step with everything that is the same in nearly all tests. */
const comfortable = <S extends BriefStep>(step: S) => ({
  ...step,
  event: wholeEvent(step.event),
  // A hook that is broken or never starts must not look like one that has nothing to say.
  expect: {
    ...(step.expect['failed'] === undefined && step.expect['failedCount'] === undefined
      ? { failed: [] }
      : {}),
    ...(step.expect['fired'] === undefined && step.expect['ran'] === undefined ? { fired: true } : {}),
    ...step.expect,
  },
});

function wholeEvent(event: string | Fields): Fields {
  const fields = typeof event === 'string' ? { hook_event_name: event } : event;
  const row = findEventRow(String(fields['hook_event_name'] ?? fields['hookEventName'] ?? ''));
  return { ...COMMON, ...(row?.tool === true ? { tool_use_id: 'hook-test-call' } : {}), ...fields };
}

function eventProblems(event: Fields): readonly string[] {
  const parsed = parseInput(event);
  if (!parsed.ok) return parsed.problems.map(({ message }) => message);
  return parsed.input.kind === 'unknown' ? [`there is no event "${parsed.input.name}"`] : [];
}

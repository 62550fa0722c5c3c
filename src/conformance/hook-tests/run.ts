// Runs the tests of hooks: each in a fresh project with its plugin installed.

import { readBytes } from '../../files/index.js';
import type { WarmMode } from '../../nouns.js';
import { type Position, reasonOf } from '../../text/index.js';
import { NEEDS, onPath } from '../needs.js';
import type { Problem } from '../result.js';
import { inParallel } from '../run.js';
import { runVector } from '../run-vector.js';
import { isTimed } from '../vector.js';
import { HOOK_TESTS } from './dialect.js';
import { type HookTest, type ParsedTest, parseTests, type TestProblem } from './parse.js';
import { install, pluginFolderOf } from './plugin-folder.js';
import { traceOf } from './trace.js';

export type TestOutcome =
  | { readonly kind: 'passed' }
  /** `trace`: what the hooks did, a list for each step that was reached. */
  | {
      readonly kind: 'failed';
      readonly problems: readonly Problem[];
      readonly trace: readonly (readonly string[])[];
    }
  | { readonly kind: 'malformed'; readonly problems: readonly TestProblem[] }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface TestResult {
  readonly file: string;
  readonly place: Position;
  readonly title: string;
  readonly outcome: TestOutcome;
  readonly durationMs: number;
}

export interface TestRunOptions {
  /** The PATH of the hooks. */
  readonly path: string;
  /** The home directory of the user: hooks from there go to the home of the test. Default: nobody's. */
  readonly home?: string;
  /** How many tests run at the same time; default 4. */
  readonly jobs?: number;
  /** Longest time for one event; default 60 s. */
  readonly stepLimitMs?: number;
  /** `forced`: every hook runs in a process that was started before its event; default: none. */
  readonly warm?: WarmMode;
}

interface Item {
  readonly file: string;
  readonly parsed: ParsedTest;
}

/** Far more than people write. */
const LARGEST = 1024 * 1024;
const JOBS = 4;
const STEP_LIMIT_MS = 60_000;

/** Runs all tests of the files; the results stand in the order of the files and of the tests in them. */
export async function runTestFiles(
  files: readonly string[],
  options: TestRunOptions,
): Promise<readonly TestResult[]> {
  const items = (await Promise.all(files.map(itemsOf))).flat();
  const results = new Map<Item, TestResult>();
  const run = async (item: Item): Promise<void> => {
    const before = performance.now();
    const outcome = item.parsed.ok
      ? await outcomeOf(item.parsed.test, item.file, options)
      : { kind: 'malformed' as const, problems: item.parsed.problems };
    const { title, place } = item.parsed.ok ? item.parsed.test : item.parsed;
    const durationMs = Math.round(performance.now() - before);
    results.set(item, { file: item.file, place, title, outcome, durationMs });
  };
  const alone = ({ parsed }: Item): boolean => parsed.ok && isTimed(parsed.test.vector);
  await inParallel(
    options.jobs ?? JOBS,
    items.filter((item) => !alone(item)),
    run,
  );
  await inParallel(1, items.filter(alone), run);
  return items.flatMap((item) => results.get(item) ?? []);
}

async function itemsOf(file: string): Promise<readonly Item[]> {
  let text: string;
  try {
    text = readBytes(file, LARGEST).toString('utf8');
  } catch (error) {
    const place = { line: 1, column: 1 };
    const message = reasonOf(error);
    const problems = [{ message, place }];
    return [{ file, parsed: { ok: false, title: 'the file cannot be read', place, problems } }];
  }
  return parseTests(text).map((parsed) => ({ file, parsed }));
}

async function outcomeOf(test: HookTest, file: string, options: TestRunOptions): Promise<TestOutcome> {
  const { vector, profile, place } = test;
  const reason = vector.needs.map((need) => lacking(need, options.path)).find((why) => why !== null);
  if (reason !== undefined) return { kind: 'skipped', reason };
  const plugin = test.plugin ? pluginFolderOf(file) : null;
  if (plugin === null && Object.keys(vector.files).length === 0)
    return { kind: 'malformed', problems: [{ message: NO_PLUGIN, place }] };
  const trace: (readonly string[])[] = [];
  const env = { PATH: options.path, ...vector.env };
  const problems = await runVector(
    { ...vector, env },
    {
      profile,
      dialect: HOOK_TESTS,
      reach: 'any',
      warm: options.warm ?? 'off',
      timeScale: 1,
      stepLimitMs: options.stepLimitMs ?? STEP_LIMIT_MS,
      prepare: async (scratch) => {
        if (plugin !== null) await install(plugin, scratch, options.home ?? null);
      },
      onSeen: (seen) => void trace.push(traceOf(seen)),
    },
  );
  return problems.length === 0 ? { kind: 'passed' } : { kind: 'failed', problems, trace };
}

const NO_PLUGIN =
  'there is nothing to test: no plugin (hooks.json, hooks/hooks.json, plugin.json) and no .claude/settings.json lies beside or above the file, and the test has no "files"';

/** Why something that a test needs is not there; `null`: it is. */
function lacking(need: string, path: string): string | null {
  const ability = Object.hasOwn(NEEDS, need) ? NEEDS[need] : undefined;
  if (ability !== undefined) return ability();
  return onPath(need, path) ? null : `${need} is not on the PATH`;
}

export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
}

/** A malformed test counts as failed. */
export function tallyTests(results: readonly TestResult[]): TestTally {
  const count = (...kinds: readonly TestResult['outcome']['kind'][]): number =>
    results.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  return {
    passed: count('passed'),
    failed: count('failed', 'malformed'),
    skipped: count('skipped'),
    total: results.length,
  };
}

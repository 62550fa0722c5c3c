// Runs the tests of hooks: each in a fresh project with its plugin installed.

import { readBytes } from '../../files/index.js';
import { type AgentName, agentNamed, readerNamed } from '../../hosts/agents/index.js';
import type { WarmMode } from '../../nouns.js';
import { type Position, reasonOf } from '../../text/index.js';
import { InAgent } from '../in-agent/in-agent.js';
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
  /** `notes`: what another agent does otherwise, on the safer side. */
  | { readonly kind: 'passed'; readonly notes?: readonly string[] }
  /** `trace`: what the hooks did, a list for each step that was reached. */
  | {
      readonly kind: 'failed';
      readonly problems: readonly Problem[];
      readonly trace: readonly (readonly string[])[];
    }
  | { readonly kind: 'malformed'; readonly problems: readonly TestProblem[] }
  | { readonly kind: 'skipped'; readonly reason: string };

export interface TestName {
  readonly file: string;
  readonly title: string;
  /** The agent that the test is run in; without it hooks are asked as Claude Code asks them. */
  readonly agent?: AgentName;
}

export interface TestResult extends TestName {
  readonly place: Position;
  readonly outcome: TestOutcome;
  readonly durationMs: number;
}

export interface TestRunOptions {
  /** The PATH of the hooks. */
  readonly path: string;
  /** The home directory of the user: hooks from there go to the home of the test. Default: nobody's. */
  readonly home?: string;
  /** Each test is run once in each of these agents; default: in none but Claude Code's way. */
  readonly agents?: readonly AgentName[];
  /** How many tests run at the same time; default 4. */
  readonly jobs?: number;
  /** Longest time for one event; default 60 s. */
  readonly stepLimitMs?: number;
  /** `forced`: every hook runs in a process that was started before its event; default: none. */
  readonly warm?: WarmMode;
  /** Which tests are run; default: all. */
  readonly chosen?: (test: TestName) => boolean;
  /** After the first one that fails no other is begun. */
  readonly bail?: boolean;
  /** Ends the tests that run; of these there is no result. */
  readonly signal?: AbortSignal;
  readonly listener?: TestListener;
}

/** Hears how far a run is. */
export interface TestListener {
  /** Before the first one: how many tests there are, and how many of them are to be run. */
  found?(all: number, chosen: number): void;
  began?(test: TestName): void;
  /** In the order in which they began, whichever ends first: those that measure time are the last. */
  ended?(result: TestResult): void;
}

interface Item {
  readonly file: string;
  readonly agent: AgentName | null;
  readonly parsed: ParsedTest;
}

/** Far more than people write. */
const LARGEST = 1024 * 1024;
const JOBS = 4;
const STEP_LIMIT_MS = 60_000;

/** Runs the tests of the files; the results stand in the order of the files and of the tests in them. */
export async function runTestFiles(
  files: readonly string[],
  options: TestRunOptions,
): Promise<readonly TestResult[]> {
  const { chosen = () => true, listener = {} } = options;
  const agents = options.agents ?? [null];
  const all = (await Promise.all(files.map(itemsOf)))
    .flat()
    .flatMap((item) => agents.map((agent): Item => ({ ...item, agent })));
  const items = all.filter((item) => chosen(nameOf(item)));
  listener.found?.(all.length, items.length);
  const alone = ({ parsed }: Item): boolean => parsed.ok && isTimed(parsed.test.vector);
  const [together, oneByOne] = [items.filter((item) => !alone(item)), items.filter(alone)];
  const results = new InOrder([...together, ...oneByOne], (result) => listener.ended?.(result));
  const isInterrupted = (): boolean => options.signal?.aborted === true;
  let isOver = false;
  const run = async (item: Item): Promise<void> => {
    if (isOver || isInterrupted()) return;
    listener.began?.(nameOf(item));
    const result = await resultOf(item, options);
    if (isInterrupted()) return;
    results.add(item, result);
    isOver ||= options.bail === true && isFailure(result);
  };
  await inParallel(options.jobs ?? JOBS, together, run);
  await inParallel(1, oneByOne, run);
  results.close();
  return items.flatMap((item) => results.of(item) ?? []);
}

const nameOf = ({ file, agent, parsed }: Item): TestName => ({
  file,
  ...(agent === null ? {} : { agent }),
  title: parsed.ok ? parsed.test.title : parsed.title,
});

/** Hands results on in the order of the items, each as soon as those before it are there. */
class InOrder {
  readonly #items: readonly Item[];
  readonly #tell: (result: TestResult) => void;
  readonly #results = new Map<Item, TestResult>();
  #next = 0;

  constructor(items: readonly Item[], tell: (result: TestResult) => void) {
    this.#items = items;
    this.#tell = tell;
  }

  add(item: Item, result: TestResult): void {
    this.#results.set(item, result);
    this.#handOn(false);
  }

  /** No more come: those behind one that never ended are handed on too. */
  close(): void {
    this.#handOn(true);
  }

  of(item: Item): TestResult | null {
    return this.#results.get(item) ?? null;
  }

  #handOn(passOver: boolean): void {
    for (const item of this.#items.slice(this.#next)) {
      const result = this.of(item);
      if (result === null && !passOver) return;
      this.#next += 1;
      if (result !== null) this.#tell(result);
    }
  }
}

async function resultOf(item: Item, options: TestRunOptions): Promise<TestResult> {
  const before = performance.now();
  const outcome = item.parsed.ok
    ? await outcomeOf(item.parsed.test, item, options)
    : { kind: 'malformed' as const, problems: item.parsed.problems };
  const { place } = item.parsed.ok ? item.parsed.test : item.parsed;
  const durationMs = Math.round(performance.now() - before);
  return { ...nameOf(item), place, outcome, durationMs };
}

async function itemsOf(file: string): Promise<readonly Omit<Item, 'agent'>[]> {
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

async function outcomeOf(
  test: HookTest,
  { file, agent: name }: Item,
  options: TestRunOptions,
): Promise<TestOutcome> {
  const { vector, profile, place } = test;
  const reason = vector.needs.map((need) => lacking(need, options.path)).find((why) => why !== null);
  if (reason !== undefined) return { kind: 'skipped', reason };
  const plugin = test.plugin ? pluginFolderOf(file) : null;
  if (plugin === null && Object.keys(vector.files).length === 0)
    return { kind: 'malformed', problems: [{ message: NO_PLUGIN, place }] };
  const trace: (readonly string[])[] = [];
  const agent = name === null ? null : await inAgent(name);
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
      ...(agent === null ? {} : { agent }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      prepare: async (scratch) => {
        if (plugin !== null) await install(plugin, scratch, options.home ?? null);
      },
      onSeen: (seen) => void trace.push(traceOf(seen)),
    },
  );
  if (agent !== null && agent.skipped !== null) return { kind: 'skipped', reason: agent.skipped };
  if (problems.length > 0) return { kind: 'failed', problems, trace };
  const [unmeasured] = agent?.unmeasured ?? [];
  if (unmeasured !== undefined) return { kind: 'skipped', reason: unmeasured };
  return agent === null ? { kind: 'passed' } : { kind: 'passed', notes: [...agent.notes] };
}

/** `null`: it is Claude Code itself. */
async function inAgent(name: AgentName): Promise<InAgent | null> {
  const [agent, reads] = await Promise.all([agentNamed(name), readerNamed(name)]);
  return agent === null || reads === null ? null : new InAgent(agent, reads);
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
export const isFailure = ({ outcome }: TestResult): boolean =>
  outcome.kind === 'failed' || outcome.kind === 'malformed';

export function tallyTests(results: readonly TestResult[]): TestTally {
  const count = (kind: TestOutcome['kind']): number =>
    results.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    passed: count('passed'),
    failed: results.filter(isFailure).length,
    skipped: count('skipped'),
    total: results.length,
  };
}

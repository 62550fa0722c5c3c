// A conformance vector: one small situation, and what must come of it.
import {
  anyObject,
  anything,
  count,
  described,
  either,
  flag,
  type Infer,
  listOf,
  mapOf,
  narrowed,
  type ObjectShape,
  oneOf,
  optional,
  type Shape,
  text,
  textLike,
  worded,
} from '../text/shapes/index.js';
import { httpScript, scriptedReply } from './scripted/index.js';

/** What must come of one event; which keys there are and what they mean stands in `expect/`. */
export type Expect = Readonly<Record<string, unknown>>;

// A vector may come from anywhere; nothing of it may be written outside its own directory.
const path = textLike(/^(?!\/)(?!(?:[\s\S]*[/\\])?\.\.(?:[/\\]|$))[\s\S]/, 'a relative path without ".."');
const content = worded('a string, an object or a list', either(text, anyObject, listOf(anything)));
const files = mapOf(content, worded('by a relative path without ".."', path));
const settingSource = oneOf('user', 'project', 'local');

/** A file of a vector: text as it is, or a value to be written as JSON. */
export type Content = Infer<typeof content>;

/** Which ordinary settings files are read. */
export type SettingSource = Infer<typeof settingSource>;

/** The fields of one step. */
export const stepFields = <E>(event: Shape<E>, expect: Shape<Expect>) => ({
  event,
  expect,
  write: optional(described('Files to be written before the event.', files)),
  settleMs: optional(described('Milliseconds to wait after the decision.', worded('milliseconds', count))),
});

/** The steps of a vector, in order. */
export const stepsOf = <T>(step: Shape<T>): Shape<readonly T[]> =>
  narrowed(listOf(step), ({ length }) => length > 0, 'a list with at least one step', { minItems: 1 });

/** Everything about a vector that may be left out. */
export const SITUATION = {
  /** What a safer engine may deliberately do instead. */
  divergence: optional(text),
  files: optional(described('Path → text, or a value to be written as JSON.', files)),
  executable: optional(listOf(text)),
  plugins: optional(listOf(path)),
  settingsFlag: optional(text),
  managed: optional(text),
  /** Default: all. */
  settingSources: optional(listOf(settingSource)),
  /** Start directory of the session, relative to the root of the vector. */
  cwd: optional(path),
  env: optional(mapOf(text)),
  /** Without it there is no server, and http hooks do not run. */
  http: optional(described('The server that http hooks talk to: path → answer.', httpScript)),
  /** Without it there is no model, and prompt and agent hooks do not run. */
  model: optional(
    described('What the model answers, in order; the last reply repeats.', listOf(scriptedReply)),
  ),
  // These take no part in the comparison.
  observed: optional(text),
  note: optional(text),
  race: optional(flag),
  behaviour: optional(anyObject),
};

type Stated = Infer<ObjectShape<typeof SITUATION>> & {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly needs?: readonly string[];
  readonly steps: readonly Infer<ObjectShape<ReturnType<typeof stepFields<Expect>>>>[];
};

/** A vector in which nothing is left open. */
export const filledIn = ({ id, group, title, steps, ...stated }: Stated) => ({
  id,
  group,
  title,
  divergence: stated.divergence ?? null,
  needs: stated.needs ?? [],
  files: stated.files ?? {},
  executable: stated.executable ?? [],
  plugins: stated.plugins ?? [],
  settingsFlag: stated.settingsFlag ?? null,
  managed: stated.managed ?? null,
  settingSources: stated.settingSources ?? null,
  cwd: stated.cwd ?? 'project',
  env: stated.env ?? {},
  http: stated.http ?? null,
  model: stated.model ?? null,
  steps: steps.map(({ event, expect, write = {}, settleMs = 0 }) => ({ event, expect, write, settleMs })),
});

export type Vector = Readonly<ReturnType<typeof filledIn>>;
export type Step = Vector['steps'][number];

/** The name by which people and the list of divergences call a vector. */
export const vectorName = (vector: Pick<Vector, 'group' | 'id'>): string => `${vector.group}/${vector.id}`;

const TIMED_GROUPS = ['timeouts', 'async'];

/** Whether a vector measures time and must therefore have the machine for itself. */
export const isTimed = (vector: Vector): boolean =>
  TIMED_GROUPS.includes(vector.group) ||
  vector.steps.some(
    ({ settleMs, expect }) => settleMs > 0 || expect['minMs'] !== undefined || expect['maxMs'] !== undefined,
  );

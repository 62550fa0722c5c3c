// A conformance vector: one small situation, and what must come of it.
import type { HttpScript, ScriptedReply } from './scripted/index.js';

/** Which ordinary settings files are read. */
export type SettingSource = 'user' | 'project' | 'local';

/** A file of a vector: text as it is, or a value to be written as JSON. */
export type Content = string | object;

/** What must come of one event; which keys there are and what they mean stands in `expect/`. */
export type Expect = Readonly<Record<string, unknown>>;

export interface Step {
  /** Files to be written before the event. */
  readonly write: Readonly<Record<string, Content>>;
  readonly event: Readonly<Record<string, unknown>>;
  /** Time to wait after the result before its after-effects are looked at. */
  readonly settleMs: number;
  readonly expect: Expect;
}

export interface Vector {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  /** What a safer engine may deliberately do instead; `null`: nothing. */
  readonly divergence: string | null;
  readonly needs: readonly string[];
  readonly files: Readonly<Record<string, Content>>;
  readonly executable: readonly string[];
  readonly plugins: readonly string[];
  readonly settingsFlag: string | null;
  readonly managed: string | null;
  /** `null`: all. */
  readonly settingSources: readonly SettingSource[] | null;
  /** Start directory of the session, relative to the root of the vector. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The server for http hooks; `null`: there is none, and they do not run. */
  readonly http: HttpScript | null;
  /** The replies of the model for prompt and agent hooks; `null`: there is none, and they do not run. */
  readonly model: readonly ScriptedReply[] | null;
  readonly steps: readonly Step[];
}

/** The name by which people and the list of divergences call a vector. */
export const vectorName = (vector: Pick<Vector, 'group' | 'id'>): string => `${vector.group}/${vector.id}`;

const TIMED_GROUPS = ['timeouts', 'async'];

/** Whether a vector measures time and must therefore have the machine for itself. */
export const isTimed = (vector: Vector): boolean =>
  TIMED_GROUPS.includes(vector.group) ||
  vector.steps.some(
    ({ settleMs, expect }) => settleMs > 0 || expect['minMs'] !== undefined || expect['maxMs'] !== undefined,
  );

// Plays recorded events once more, in their order and one at a time, and compares what hooks decide with what they decided then.
import { type Engine, engineOf, type Settled, unjudged } from '../engine/index.js';
import { findEventRow, type HookInput, parseInput, withFields } from '../events/index.js';
import { partName, shortName } from '../hook-name.js';
import { type EventEntry, inputMarks } from '../journal/index.js';
import { createPlanner } from '../match/index.js';
import type { Hook } from '../nouns.js';
import type { PathMap } from '../scratch/index.js';
import { redactText } from '../text/index.js';
import { differences } from './diff.js';
import { type Judged, judgedOf } from './judged.js';
import { Listener } from './listener.js';
import { dependence, markInWords } from './marks.js';
import type { Counted, Recorded, Recording } from './recording.js';
import { type Change, type HookThere, type NotReplayed, noCounts, type ReplayReport } from './report.js';
import { StandIns } from './stand-ins.js';

export interface ReplayOptions {
  /** Options for an engine on copies. */
  readonly settled: Settled;
  readonly recording: Recording;
  /** From the folders where events were recorded to the copies, and back. */
  readonly there: PathMap;
  readonly back: PathMap;
  /** From the copies to where the hooks are defined. */
  readonly defined: PathMap;
  /** A command with the paths of real folders replaced by those of their copies. */
  readonly inCopies: (command: string) => string;
  /** Hooks that recorded answers stand in for: ids, beginnings of them, or what hooks are called. */
  readonly stubs: readonly string[];
  readonly offline: boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: (done: number, total: number) => void;
  /** Told of the hooks before the first event. */
  readonly onHooks?: (hooks: readonly Hook[]) => void;
}

export type Replayed = Pick<
  ReplayReport,
  | 'events'
  | 'before'
  | 'replayed'
  | 'unchanged'
  | 'changed'
  | 'counts'
  | 'changes'
  | 'notReplayed'
  | 'onlyCounted'
  | 'notApproved'
>;

/** Ends early where the signal comes; what was found until then is told. */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const play = new Play(options);
  try {
    const { events } = options.recording;
    options.onHooks?.(play.hooks);
    for (const [index, event] of events.entries()) {
      if (options.signal?.aborted === true) break;
      options.onEvent?.(index, events.length);
      await play.one(event);
    }
    return play.found();
  } finally {
    await play.close();
  }
}

/** Whether a hook is meant by a word of the command line. */
export const isMeant = (hook: Hook, word: string): boolean =>
  hook.id.startsWith(word) || [shortName(hook), partName(hook), hook.source.owner].includes(word);

/** The longest part of an event that is shown in a line. */
const LONGEST_ABOUT = 160;

class Play {
  readonly #options: ReplayOptions;
  readonly #standIns: StandIns;
  readonly #listener: Listener;
  readonly #engine: Engine;
  /** Knows the hooks that nobody approved, too; `null`: there are none. It runs nothing. */
  readonly #looker: Engine | null;
  readonly #counts = noCounts();
  readonly #changes: Change[] = [];
  readonly #notReplayed: NotReplayed[] = [];
  readonly #now = new Map<string, HookThere>();
  #events = 0;
  #before = 0;
  #unchanged = 0;

  constructor(options: ReplayOptions) {
    const { stubs, offline, back, defined } = options;
    // Hooks in the background are waited for, so that each of them has an end.
    const profile = { ...options.settled.profile, backgroundTimeout: 'enforced' as const };
    const settled = { ...options.settled, profile };
    this.#options = options;
    this.#standIns = new StandIns({
      isStubbed: (hook) => stubs.some((word) => isMeant(hook, word)),
      offline,
      inCopies: options.inCopies,
      back,
    });
    this.#listener = new Listener(back);
    const { around } = this.#standIns;
    this.#engine = engineOf({ ...settled, journal: this.#listener, around, watch: false });
    const { hooks } = this.#engine.generation;
    this.#looker = hooks.some(isWaiting) ? engineOf({ ...unjudged(settled), journal: null }) : null;
    for (const hook of hooks)
      this.#now.set(hook.id, {
        id: hook.id,
        name: shortName(hook),
        file: defined.text(hook.source.file),
        line: hook.line,
      });
  }

  get hooks(): readonly Hook[] {
    return this.#engine.generation.hooks;
  }

  async one(event: Recorded): Promise<void> {
    if (event.asked) this.#events += 1;
    else this.#before += 1;
    const input = this.#inputOf(event);
    if (input === null) return this.#leave(event, 'unreadable', 'this version cannot read the event', null);
    const why = this.#whyNot(event, input);
    if (why !== null) return this.#leave(event, why.code, why.why, why.hook);
    this.#standIns.begin(event);
    this.#listener.begin();
    await this.#engine.dispatch(
      input,
      this.#options.signal === undefined ? {} : { signal: this.#options.signal },
    );
    // What a background hook says belongs to the event that started it.
    await this.#engine.idle();
    const [obstacle] = this.#standIns.obstacles;
    if (obstacle !== undefined) return this.#leave(event, obstacle.code, obstacle.why, obstacle.hook);
    const after = this.#listener.judged();
    if (this.#options.signal?.aborted === true || after === null) return;
    if (event.asked) this.#compare(event, after);
  }

  #inputOf({ entry }: Recorded): HookInput | null {
    const parsed = parseInput(this.#options.there.value(entry.detail.input));
    if (!parsed.ok || parsed.input.kind === 'unknown') return null;
    const { input } = parsed;
    if (!this.#options.settled.profile.timestamp || input.fields['timestamp'] !== undefined) return input;
    return withFields(input, { timestamp: new Date(entry.at).toISOString() });
  }

  #whyNot(
    { entry }: Recorded,
    input: HookInput,
  ): (Pick<NotReplayed, 'code' | 'why'> & { hook: Hook }) | null {
    const waiting = this.#looker?.plan(input).runs.find(({ id }) => this.#isWaiting(id));
    if (waiting !== undefined)
      return { code: 'not-approved', why: 'nobody approved it, so it does not run', hook: waiting };
    const { generation } = this.#engine;
    const plan = this.#engine.plan(input);
    const found = dependence(input, inputMarks(entry.detail), generation, plan, this.#standIns.standsIn);
    if (found === null) return null;
    const reads = {
      matcher: 'its matcher reads it',
      if: 'its "if" reads it',
      input: 'it is given it',
    } as const;
    return {
      code: found.mark.why,
      why: `${markInWords(found.mark)}, and ${reads[found.by]}`,
      hook: found.hook,
    };
  }

  #isWaiting(id: string): boolean {
    return this.#engine.generation.hooks.some((hook) => hook.id === id && isWaiting(hook));
  }

  #leave({ entry, asked }: Recorded, code: NotReplayed['code'], why: string, hook: Hook | null): void {
    if (!asked) return;
    const there = hook === null ? null : this.#there(hook.id, []);
    this.#notReplayed.push({ ...eventOf(entry), code, why, hook: there });
  }

  #compare({ entry, again, late }: Recorded, after: Judged): void {
    const before = judgedOf(entry, again, late);
    const found = differences(before, after);
    if (found.length === 0) {
      this.#unchanged += 1;
      return;
    }
    const runs = [...entry.runs, ...(again?.runs ?? []), ...late.map(({ run }) => run)];
    const there = (ids: readonly string[]): HookThere[] => ids.map((id) => this.#there(id, runs));
    const side = ({ verdict, reason, by }: Judged) => ({ verdict, reason, by: there(by) });
    for (const { kind } of found) this.#counts[kind] += 1;
    this.#changes.push({
      ...eventOf(entry),
      before: side(before),
      after: side(after),
      differences: found.map((one) => ({ ...one, by: there(one.by), nowBy: there(one.nowBy) })),
      ranOnlyThen: there(before.ran.filter((id) => !after.ran.includes(id))),
      ranOnlyNow: there(after.ran.filter((id) => !before.ran.includes(id))),
    });
  }

  /** A hook of now, or one that is remembered by what it was called. */
  #there(id: string, runs: EventEntry['runs']): HookThere {
    const label = runs.find(({ hook }) => hook === id)?.label;
    return this.#now.get(id) ?? { id, name: label ?? id, file: null, line: null };
  }

  found(): Replayed {
    const { recording } = this.#options;
    const { hooks } = this.#engine.generation;
    return {
      events: this.#events,
      before: this.#before,
      replayed: this.#unchanged + this.#changes.length,
      unchanged: this.#unchanged,
      changed: this.#changes.length,
      counts: this.#counts,
      changes: this.#changes,
      notReplayed: this.#notReplayed,
      onlyCounted: recording.counted.flatMap((one) => {
        const hook = this.#mayConcern(one);
        return hook === null ? [] : [{ ...one, hook: this.#there(hook.id, []) }];
      }),
      notApproved: hooks.filter(isWaiting).map(({ id }) => this.#there(id, [])),
    };
  }

  /** A hook that was not in force when such events came, and may run for them. */
  #mayConcern({ event, target }: Counted): Hook | null {
    const row = findEventRow(event);
    if (row === undefined) return null;
    const { generation } = this.#looker ?? this.#engine;
    const { settled, recording } = this.#options;
    const isNew = (hook: Hook): boolean =>
      hook.event === row.name &&
      hook.inactive === null &&
      hook.observes === undefined &&
      !recording.inForce.has(hook.id);
    // Too many targets are counted together; then it may be any.
    const isSelected = (hook: Hook): boolean =>
      target === null || createPlanner({ ...generation, hooks: [hook] }, settled).mayRun(row.name, target);
    return generation.hooks.find((hook) => isNew(hook) && isSelected(hook)) ?? null;
  }

  async close(): Promise<void> {
    await this.#engine.close();
    await this.#looker?.close();
  }
}

/** One that only observes would have no say. */
const isWaiting = ({ inactive, observes }: Hook): boolean =>
  inactive?.code === 'untrusted' && observes === undefined;

const eventOf = ({ id, at, session, event, target, detail }: EventEntry) => ({
  id,
  at,
  session,
  event,
  target,
  about: aboutOf(detail.input),
});

/** What people know an event by. */
function aboutOf(input: Readonly<Record<string, unknown>>): string | null {
  const call = input['tool_input'];
  const named = { ...input, ...(typeof call === 'object' && call !== null ? call : {}) };
  const found = ['command', 'file_path', 'path', 'url', 'pattern', 'prompt', 'message']
    .map((name): unknown => Reflect.get(named, name))
    .find((value) => typeof value === 'string' && value !== '');
  if (typeof found !== 'string') return null;
  const text = redactText(found.slice(0, LONGEST_ABOUT * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > LONGEST_ABOUT ? `${text.slice(0, LONGEST_ABOUT)}…` : text;
}

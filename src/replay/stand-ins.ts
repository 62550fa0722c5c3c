// Recorded answers that stand in for hooks: for those that somebody named, and for models, which are not asked again.
import { type Mark, type RunHead, type Told, toldMarks } from '../journal/index.js';
import type { HandlerType, Hook, Outcome, Run, Runner, Task, Verdict } from '../nouns.js';
import type { PathMap } from '../scratch/index.js';
import { isRecord } from '../text/index.js';
import { sameTexts, sameValue } from './judged.js';
import type { Recorded } from './recording.js';

/** What keeps an event from being played to its end. */
export interface Obstacle {
  readonly hook: Hook;
  readonly code: 'no-answer' | 'answer-marked' | 'network';
  readonly why: string;
}

export interface StandInOptions {
  /** Whether a hook is one that was named. */
  readonly isStubbed: (hook: Hook) => boolean;
  /** Nothing can be reached, so that hooks that call somebody cannot answer. */
  readonly offline: boolean;
  /** A command with the paths of real folders replaced by those of their copies. */
  readonly inCopies: (command: string) => string;
  /** From the copies to the folders that events were recorded in. */
  readonly back: PathMap;
}

/** What a hook answered, and what of it is not as it was. */
interface Answer {
  readonly run: RunHead;
  readonly told: Told;
  readonly marks: readonly Mark[];
}

/** The runners of a replay. One event at a time is played. */
export class StandIns {
  readonly #options: StandInOptions;
  #event: Recorded | null = null;
  #obstacles: Obstacle[] = [];

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  /** Whether a recorded answer is given instead of starting or asking anything. */
  readonly standsIn = (hook: Hook): boolean =>
    hook.handler.type === 'prompt' || hook.handler.type === 'agent' || this.#options.isStubbed(hook);

  /** From now on hooks run for this event. */
  begin(event: Recorded): void {
    this.#event = event;
    this.#obstacles = [];
  }

  /** What was in the way since. */
  get obstacles(): readonly Obstacle[] {
    return this.#obstacles;
  }

  /** A runner that gives recorded answers where there are to be some, and else does what another does. */
  readonly around = (runner: Runner, type: HandlerType): Runner => ({
    run: async (task) => {
      if (task.hook.observes !== undefined) return unasked(task.hook);
      if (this.standsIn(task.hook)) return this.#recorded(task);
      if (type === 'command') return this.#inCopies(task, runner);
      return this.#options.offline ? this.#offline(task, runner) : runner.run(task);
    },
    reloaded: () => runner.reloaded?.(),
    close: () => runner.close(),
  });

  /** Settings often name scripts by their full paths. */
  #inCopies(task: Task, runner: Runner): Promise<Run> {
    const { hook } = task;
    if (hook.handler.type !== 'command') return runner.run(task);
    const { inCopies } = this.#options;
    const command = inCopies(hook.handler.command);
    const args = hook.handler.args?.map(inCopies) ?? null;
    if (command === hook.handler.command && sameTexts(args ?? [], hook.handler.args ?? []))
      return runner.run(task);
    const moved = { ...hook, handler: { ...hook.handler, command, args } };
    return runner.run({ ...task, hook: moved }).then((run) => ({ ...run, hook }));
  }

  async #offline(task: Task, runner: Runner): Promise<Run> {
    if (task.hook.handler.type === 'http')
      return this.#hinder(task.hook, 'network', 'it calls an address, and the network is off');
    const run = await runner.run(task);
    const { outcome } = run;
    if (outcome.kind !== 'launchFailed' || outcome.problem !== 'unreachable') return run;
    return this.#hinder(task.hook, 'network', 'it needs the network, which is off');
  }

  async #recorded(task: Task): Promise<Run> {
    const { hook } = task;
    const found = this.#answerOf(task);
    if (found === null) return this.#hinder(hook, 'no-answer', 'no answer of it is recorded for this event');
    return found.run.outcome === 'background' ? this.#late(task) : this.#given(task, found);
  }

  #given({ hook, timeoutMs }: Task, { run, told, marks }: Answer): Run {
    const outcome = marks.length > 0 ? null : outcomeOf(run, told, timeoutMs);
    if (outcome === null) return this.#hinder(hook, 'answer-marked', 'its recorded answer is not kept whole');
    return { hook, outcome, durationMs: run.ms };
  }

  /** It went on in the background, and ended as it did then. */
  async #late(task: Task): Promise<Run> {
    const { hook } = task;
    const ended = this.#event?.late.find(({ run }) => run.hook === hook.id);
    if (task.onFirstLine !== null) await task.onFirstLine('{"async":true}');
    if (ended?.detail == null)
      return { hook, outcome: { kind: 'cancelled', why: 'its end is not recorded' }, durationMs: 0 };
    const { told, marks } = ended.detail;
    return this.#given(task, { run: ended.run, told, marks: toldMarks(told, marks, '/told') });
  }

  /** The answer that it gave about the same call: one that a hook rewrites otherwise now was never asked about. */
  #answerOf({ hook, input }: Task): Answer | null {
    const call = this.#options.back.value(input.fields['tool_input']);
    for (const entry of [this.#event?.entry, this.#event?.again]) {
      const at = entry?.runs.findIndex((run) => run.hook === hook.id) ?? -1;
      const [run, told] = [entry?.runs[at], entry?.detail.told[at]];
      if (entry == null || run === undefined || told === undefined) continue;
      if (!sameValue(entry.detail.input['tool_input'], call)) continue;
      return { run, told, marks: toldMarks(told, entry.detail.marks, `/told/${at}`) };
    }
    return null;
  }

  #hinder(hook: Hook, code: Obstacle['code'], why: string): Run {
    this.#obstacles.push({ hook, code, why });
    return { hook, outcome: { kind: 'cancelled', why }, durationMs: 0 };
  }
}

/** What only observes decides nothing, and decisions are compared. */
const unasked = (hook: Hook): Run => ({
  hook,
  outcome: { kind: 'cancelled', why: 'it only observes' },
  durationMs: 0,
});

/** How a hook ended, from what was kept of it; `null`: that does not say so. */
function outcomeOf(run: RunHead, told: Told, timeoutMs: number | null): Outcome | null {
  const { stdout, stderr, text } = told;
  const printed = { stdout, stderr, truncated: false };
  const message = text === '' ? (run.failed?.message ?? '') : text;
  switch (run.outcome) {
    case 'finished':
      return { kind: 'finished', exitCode: run.exitCode ?? 0, ...printed };
    case 'answered':
      return { kind: 'answered', text };
    case 'judged': {
      const verdict = verdictFrom(text);
      return verdict === null ? null : { kind: 'judged', verdict };
    }
    case 'launchFailed':
      return { kind: 'launchFailed', problem: 'other', path: '', message, exitCode: run.exitCode, stderr };
    case 'timedOut':
      return { kind: 'timedOut', timeoutMs: timeoutMs ?? run.ms, ...printed };
    case 'signalled':
      return { kind: 'signalled', signal: /SIG[A-Z0-9]+/.exec(message)?.[0] ?? 'SIGKILL', ...printed };
    case 'badOutput':
      return { kind: 'badOutput', message, exitCode: run.exitCode ?? 0, stdout, stderr };
    case 'refused':
      // A guard that could not be asked had shut what it guards.
      return { kind: 'refused', why: message, ...(run.verdict === 'deny' ? { shuts: true } : {}) };
    case 'cancelled':
      return { kind: 'cancelled', why: message };
    case 'background':
      return { kind: 'background' };
  }
}

/** `null`: it is none that can be read. */
function verdictFrom(text: string): Verdict | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value['ok'] !== 'boolean') return null;
    const { ok, reason } = value;
    return {
      ok,
      reason: typeof reason === 'string' ? reason : null,
      impossible: value['impossible'] === true,
    };
  } catch {
    return null;
  }
}

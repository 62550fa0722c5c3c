// Recorded answers that stand in for hooks: for those that somebody named, and for models, which are not asked again.
import type { LateEntry, Mark, RunHead, Told } from '../journal/index.js';
import type { HandlerType, Hook, Outcome, Run, Runner, Task, Verdict } from '../nouns.js';
import { isRecord } from '../text/index.js';
import { sameTexts } from './judged.js';
import { toldMarks } from './marks.js';
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
}

/** The runners of a replay. One event at a time is played. */
export class StandIns {
  readonly #options: StandInOptions;
  #event: Recorded | null = null;
  /** Hooks may run again in the second round of an event; each answer is given once and in order. */
  #given = new Map<string, number>();
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
    this.#given = new Map();
    this.#obstacles = [];
  }

  /** What was in the way since. */
  get obstacles(): readonly Obstacle[] {
    return this.#obstacles;
  }

  /** A runner that gives recorded answers where there are to be some, and else does what another does. */
  readonly around = (runner: Runner, type: HandlerType): Runner => ({
    run: (task) => {
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
    const found = this.#answerOf(hook);
    if (found === null) return this.#hinder(hook, 'no-answer', 'no answer of it is recorded for this event');
    if (found.marks.length > 0)
      return this.#hinder(hook, 'answer-marked', 'its recorded answer is not kept whole');
    if (found.run.outcome === 'background') return this.#late(task);
    return { hook, outcome: outcomeOf(found.run, found.told, task.timeoutMs), durationMs: found.run.ms };
  }

  /** It went on in the background, and ended as it did then. */
  async #late(task: Task): Promise<Run> {
    const { hook } = task;
    const ended = this.#event?.late.find(({ run }) => run.hook === hook.id);
    if (task.onFirstLine !== null) await task.onFirstLine('{"async":true}');
    if (ended?.detail == null)
      return { hook, outcome: { kind: 'cancelled', why: 'its end is not recorded' }, durationMs: 0 };
    if (marksOfLate(ended).length > 0)
      return this.#hinder(hook, 'answer-marked', 'its recorded answer is not kept whole');
    const outcome = outcomeOf(ended.run, ended.detail.told, task.timeoutMs);
    return { hook, outcome, durationMs: ended.run.ms };
  }

  #answerOf(
    hook: Hook,
  ): { readonly run: RunHead; readonly told: Told; readonly marks: readonly Mark[] } | null {
    const times = this.#given.get(hook.id) ?? 0;
    this.#given.set(hook.id, times + 1);
    const rounds = [this.#event?.entry, this.#event?.again ?? undefined];
    const answers = rounds.flatMap((entry) => {
      const at = entry?.runs.findIndex((run) => run.hook === hook.id) ?? -1;
      const [run, told] = [entry?.runs[at], entry?.detail.told[at]];
      if (run === undefined || told === undefined) return [];
      return [{ run, told, marks: toldMarks(told, entry?.detail.marks, `/told/${at}`) }];
    });
    return answers[times] ?? null;
  }

  #hinder(hook: Hook, code: Obstacle['code'], why: string): Run {
    this.#obstacles.push({ hook, code, why });
    return { hook, outcome: { kind: 'cancelled', why }, durationMs: 0 };
  }
}

const marksOfLate = ({ detail }: LateEntry): readonly Mark[] =>
  detail === null ? [] : toldMarks(detail.told, detail.marks, '/told');

/** How a hook ended, from what was kept of it. */
export function outcomeOf(run: RunHead, told: Told, timeoutMs: number | null): Outcome {
  const { stdout, stderr, text } = told;
  const printed = { stdout, stderr, truncated: false };
  const message = text === '' ? (run.failed?.message ?? '') : text;
  switch (run.outcome) {
    case 'finished':
      return { kind: 'finished', exitCode: run.exitCode ?? 0, ...printed };
    case 'answered':
      return { kind: 'answered', text };
    case 'judged':
      return { kind: 'judged', verdict: verdictFrom(text) };
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

function verdictFrom(text: string): Verdict {
  const value: unknown = JSON.parse(text);
  const said = isRecord(value) ? value : {};
  const { reason } = said;
  return {
    ok: said['ok'] === true,
    reason: typeof reason === 'string' ? reason : null,
    impossible: said['impossible'] === true,
  };
}

// One event for a person: who ran, why the others did not, and what came of it.
import { startInWords, type Upshot, verdictBy } from '../../journal/index.js';
import type { Decision, Hook, ModelWork, PlanEntry, Run, Said } from '../../nouns.js';
import { plural, shown } from '../../text/index.js';
import { markOf } from './marks.js';
import { namesOf } from './names.js';
import { beside, type Screen, wrap } from './screen.js';

/** Names stand in a column, as long as they are not too long for one. */
const [NARROW, WIDE] = [18, 30];

interface Means {
  readonly screen: Screen;
  readonly nameOf: (hook: Pick<Hook, 'id'>) => string;
  /** How wide the column of names is. */
  readonly column: number;
}

/** The lines about a decision. */
export function showDecision(decision: Decision, screen: Screen): string[] {
  const entries = decision.plan.entries();
  const elsewhere = entries.filter((entry) => !entry.runs && entry.reason.code === 'event').length;
  const skipped = entries.filter((entry) => !entry.runs && entry.reason.code !== 'event');
  const there = [...decision.runs, ...skipped].map(({ hook }) => hook);
  const nameOf = namesOf(there);
  const longest = Math.max(0, ...there.map((hook) => nameOf(hook).length));
  const means = { screen, nameOf, column: Math.min(WIDE, Math.max(NARROW, longest)) };
  return [
    ...decision.runs.flatMap((run) => showRun(run, decision, means)),
    ...skipped.flatMap((entry) => showSkipped(entry, means)),
    ...(elsewhere > 0 ? [screen.dim(`   ${waitingInWords(elsewhere)}`)] : []),
    ...showVerdict(decision, means),
  ];
}

/** Of hooks of other events. */
export const waitingInWords = (count: number): string =>
  count === 1 ? '1 waits for another event' : `${count} wait for other events`;

function showRun(run: Run, decision: Decision, { screen, nameOf, column }: Means): string[] {
  const time = run.durationMs > 0 ? `${Math.max(1, Math.round(run.durationMs))} ms` : '';
  const said = verdictBy(run.hook.id, decision);
  const isJudgedAgainst = run.outcome.kind === 'judged' && !run.outcome.verdict.ok;
  const mark = isJudgedAgainst ? screen.red('✗') : markOf({ ...seen(run), verdict: said }, screen);
  const [name, end] = [shown(nameOf(run.hook)).padEnd(column), `${time.padStart(7)}  `];
  const more = (text: string): string[] => wrap(screen, text, 5, 7).map(screen.dim);
  return [
    ...beside(
      screen,
      `   ${mark} ${name} ${end}`,
      6 + name.length + end.length,
      endingOf(run, said, decision),
    ),
    ...(run.outcome.kind === 'badOutput' && run.outcome.stdout.trim() !== ''
      ? more(`said: ${run.outcome.stdout}`)
      : []),
    ...(run.work === undefined || run.work.calls === 0 ? [] : more(workInWords(run.work))),
    ...(run.start === undefined ? [] : more(startInWords(run.start))),
  ];
}

/** What a mark is made of beside the verdict. */
function seen({ outcome }: Run): Omit<Parameters<typeof markOf>[0], 'verdict'> {
  const { kind } = outcome;
  const fine =
    kind === 'answered' ||
    kind === 'background' ||
    kind === 'judged' ||
    (kind === 'finished' && outcome.exitCode === 0);
  return {
    outcome: kind,
    exitCode: 'exitCode' in outcome ? outcome.exitCode : null,
    failed: fine ? null : true,
  };
}

/** What models did, and the tools they used for it. */
function workInWords(work: ModelWork): string {
  const tools = [...new Set(work.steps.map(({ tool }) => tool))];
  return `${modelWorkInWords(work)}${tools.length === 0 ? '' : `; used ${tools.join(', ')}`}`;
}

function endingOf({ hook, outcome }: Run, verdict: Upshot, { failures }: Decision): string {
  // Why it failed is told below, whole.
  const isTold = failures.some(({ by }) => by === hook.id);
  const decided = verdict === 'nothing' ? '' : ` (${verdict})`;
  switch (outcome.kind) {
    case 'finished':
      if (outcome.exitCode === 0) return `exit 0${decided}`;
      return `exit ${outcome.exitCode} ${outcome.exitCode === 2 ? '(block)' : '(failed)'}`;
    case 'answered':
      return `answered${decided}`;
    case 'judged':
      return outcome.verdict.ok ? 'judged it fine' : 'judged against it';
    case 'background':
      return 'in the background';
    case 'timedOut':
      return `no answer within ${outcome.timeoutMs / 1000} s`;
    case 'signalled':
      return `killed by ${outcome.signal}`;
    case 'launchFailed':
    case 'badOutput':
      return isTold ? `failed${decided}` : outcome.message;
    case 'cancelled':
    case 'refused':
      return isTold ? `failed${decided}` : outcome.why;
  }
}

function showSkipped(entry: PlanEntry, { screen, nameOf, column }: Means): string[] {
  const name = shown(nameOf(entry.hook)).padEnd(column);
  return beside(screen, `   · ${name} `, 6 + name.length, screen.short(entry.reason.detail)).map(screen.dim);
}

function showVerdict(decision: Decision, { screen, nameOf }: Means): string[] {
  const named = (text: string): string =>
    decision.runs.reduce((soFar, { hook }) => soFar.replaceAll(hook.id, nameOf(hook)), text);
  const told = (label: string, list: readonly Said<string>[]): string[] =>
    list.flatMap(({ value }) => beside(screen, `     ${screen.dim(label)} `, 6 + label.length, value));
  const whole = (label: string, message: string): string[] =>
    beside(screen, `     ${screen.yellow(label)} `, 6 + label.length, screen.short(withNames(message)));
  /** Every hook under the name that it has in the other lines; commands want its id. */
  const withNames = (text: string): string =>
    text
      .split(/(`[^`]*`)/)
      .map((part, index) => (index % 2 === 0 ? named(part) : part))
      .join('');
  const [word, paint, reason] = verdictOf(decision, screen);
  return [
    ...beside(screen, `   ${paint(word)}${reason === '' ? '' : '  '}`, word.length + 5, reason),
    ...told('to the model:', [...decision.feedback, ...decision.context, ...decision.late]),
    ...told('to the user: ', decision.systemMessages),
    ...decision.failures.flatMap(({ by, message }) => whole('failed:', `${by} ${message}`)),
    ...decision.diagnostics.flatMap(({ message }) => whole('note:', message)),
  ];
}

type Verdict = readonly [word: string, paint: (text: string) => string, reason: string];

function verdictOf(decision: Decision, screen: Screen): Verdict {
  const loud = (text: string): string => screen.red(screen.bold(text));
  const reason = decision.reason ?? '';
  if (decision.permission === 'deny') return ['⇒ DENIED', loud, reason];
  if (decision.blocked) return ['⇒ BLOCKED', loud, reason];
  if (decision.stop !== null) return ['⇒ STOPPED', loud, decision.stop.value ?? ''];
  if (decision.permission !== null) return [`⇒ ${decision.permission}`, screen.yellow, reason];
  if (decision.feedback.length > 0) return ['⇒ done, with feedback', screen.yellow, ''];
  if (decision.runs.length === 0) return ['⇒ nothing to do', screen.dim, ''];
  return ['⇒ no objection', screen.green, ''];
}

type Sums = Pick<ModelWork, 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd'>;

/** `3 model calls, 1,200 + 80 tokens, $0.0042` */
export function modelWorkInWords({ calls, inputTokens, outputTokens, costUsd }: Sums): string {
  const count = plural(calls, 'model call');
  const tokens = `${inputTokens.toLocaleString('en')} + ${outputTokens.toLocaleString('en')} tokens`;
  return `${count}, ${tokens}, ${costUsd === null ? 'price not known' : `$${costUsd.toFixed(4)}`}`;
}

// What really happened to an event, step by step to the verdict, for a person.
import { nameFrom } from '../../hook-name.js';
import {
  contributionOf,
  type PlanRecord,
  REPEATED,
  type RunHead,
  ruleOfVerdict,
  startInWords,
  type Told,
  type WholeEvent,
  wouldInWords,
} from '../../journal/index.js';
import { ruleInWords } from '../../match/index.js';
import type { ModelWork } from '../../nouns.js';
import { momentOf } from '../../text/index.js';
import { conflictInWords } from './conflicts.js';
import { modelWorkInWords, waitingInWords } from './decision.js';
import { markOf, OBSERVED } from './marks.js';
import { reviewed } from './review.js';
import { beside, type Screen, wrap } from './screen.js';

/** The lines about a recorded event. */
export function showRecorded(
  { event, late, observed, plan, generation }: WholeEvent,
  screen: Screen,
): string[] {
  const { decision, told } = event.detail;
  const target = event.target === null ? '' : JSON.stringify(event.target);
  const hookOf = (id: string) => generation?.hooks.find((hook) => hook.id === id) ?? null;
  const toldBy = (id: string) => told.find(({ hook }) => hook === id) ?? null;
  const called = namesIn({ event, generation });
  const step = (number: number, title: string) => ['', screen.bold(`${number}. ${title}`)];
  return [
    ...beside(screen, `${screen.bold(event.event)} `, event.event.length + 1, target),
    ...wrap(screen, `${momentOf(event.at)}, ${ms(event.ms)}, session ${event.session}`, 2, 4),
    `  event ${event.id}`,
    ...(event.rewrittenBy === undefined
      ? []
      : wrap(screen, `judged again, as ${called(event.rewrittenBy)} rewrote the call`, 2, 4)),
    ...(event.repeated === true ? wrap(screen, REPEATED, 2, 4) : []),
    ...step(1, 'Which hooks it concerned'),
    ...showPlan(plan, called, screen),
    ...step(2, 'What they did'),
    ...event.runs.flatMap((run) => {
      const hook = hookOf(run.hook);
      const from = hook === null ? '' : `${hook.file}:${hook.line}`;
      const did = contributionOf(run, decision).join(', ') || 'nothing';
      return showRun(run, { called, did, runs: hook?.runs ?? '', from, told: toldBy(run.hook) }, screen);
    }),
    ...late.flatMap(({ run, detail }) => [
      `  ${screen.dim('later, from the background:')}`,
      ...showRun(
        run,
        {
          called,
          did: run.contextBytes > 0 ? 'context for the model' : 'nothing',
          runs: '',
          from: '',
          told: detail?.told ?? null,
        },
        screen,
      ),
    ]),
    ...observed.flatMap((entry) => [
      `  ${screen.dim('only observed, and counted for nothing:')}`,
      ...showRun(
        entry.run,
        {
          called,
          did: 'nothing',
          runs: '',
          from: '',
          told: entry.detail?.told[0] ?? null,
        },
        screen,
        OBSERVED,
      ),
      ...(wouldInWords(entry) === ''
        ? []
        : wrap(screen, `${wouldInWords(entry)}${entry.reason === null ? '' : `: ${entry.reason}`}`, 6)),
    ]),
    ...step(3, 'What came of it'),
    ...showDecision(event.verdict, decision, called, screen),
    ...(event.conflicts ?? []).flatMap((one) =>
      wrap(screen, `conflict: ${screen.short(conflictInWords(one, called))}`, 2, 4),
    ),
  ];
}

type Names = (id: string) => string;

/** What the hooks of an event are called, with the id by which other commands know them. */
function namesIn({ event, generation }: Pick<WholeEvent, 'event' | 'generation'>): Names {
  const labels = new Map(event.runs.map(({ hook, label }) => [hook, label]));
  for (const hook of generation?.hooks ?? []) labels.set(hook.id, nameFrom(hook));
  return (id) => {
    const label = labels.get(id);
    return label === undefined ? id : `${label} (${id})`;
  };
}

const ms = (value: number): string => `${Math.max(1, Math.round(value))} ms`;

function showPlan(plan: PlanRecord | null, called: Names, screen: Screen): string[] {
  if (plan === null) return ['  the plan is no longer stored'];
  return [
    ...plan.entries.flatMap(({ hook, runs, code, detail, observes }) => [
      ...wrap(
        screen,
        `· ${called(hook)}  ${observes === true ? 'only observed' : runs ? 'ran' : 'did not run'}: ${ruleInWords(code)}`,
        2,
        6,
      ),
      ...wrap(screen, screen.short(detail), 6),
    ]),
    ...(plan.more > 0 ? [`  ${plan.more} more did not run`] : []),
    ...(plan.otherEvents > 0 ? [`  ${waitingInWords(plan.otherEvents)}`] : []),
  ];
}

/** What is known about a run beside how it ended. */
interface About {
  readonly called: Names;
  /** What it contributed. */
  readonly did: string;
  /** Its command, address, tool or prompt; empty: not known any more. */
  readonly runs: string;
  readonly from: string;
  readonly told: Told | null;
}

function showRun(
  run: RunHead,
  { called, did, runs, from, told }: About,
  screen: Screen,
  mark = markOf(run, screen),
): string[] {
  const text = (label: string, value: string): string[] =>
    value.trim() === '' ? [] : reviewed(screen, `${label}: ${value.trim()}`, { indent: 6 });
  const ended = run.exitCode === null ? run.outcome : `exit ${run.exitCode}`;
  return [
    ...beside(screen, `  ${mark} `, 4, `${called(run.hook)}  ${ended}, ${ms(run.ms)}, contributed ${did}`),
    ...(runs === '' ? [] : reviewed(screen, runs, { indent: 6, paint: screen.dim })),
    ...(from === '' ? [] : reviewed(screen, screen.short(from), { indent: 6, paint: screen.dim })),
    ...(run.failed === null ? [] : wrap(screen, `failed: ${screen.short(run.failed.message)}`, 6)),
    ...(run.over === undefined ? [] : wrap(screen, `over its budget of ${run.over.join(' and ')}`, 6)),
    ...(run.overridden === true
      ? wrap(screen, 'overridden: it wanted one more round, and was not heard', 6)
      : []),
    ...(run.start === undefined ? [] : wrap(screen, startInWords(run.start), 6)),
    ...(run.work === undefined ? [] : showWork(run.work, screen)),
    ...text('stdout', told?.stdout ?? ''),
    ...text('stderr', told?.stderr ?? ''),
    ...text('answer', told?.text ?? ''),
  ];
}

/** What models did for it, and every step of an agent. */
function showWork(work: ModelWork, screen: Screen): string[] {
  return [
    ...wrap(screen, `${work.model}: ${modelWorkInWords(work)}`, 6),
    ...work.steps.flatMap(({ tool, input, ok, durationMs }) =>
      wrap(screen, `${ok ? '·' : '!'} ${tool} ${input} (${ms(durationMs)})`, 8, 10),
    ),
  ];
}

type RecordedDecision = WholeEvent['event']['detail']['decision'];

function showDecision(verdict: string, decision: RecordedDecision, called: Names, screen: Screen): string[] {
  const said = (label: string, list: readonly { readonly value: unknown; readonly by: string }[]): string[] =>
    list.flatMap(({ value, by }) => wrap(screen, `${label}, from ${called(by)}: ${String(value)}`, 2, 4));
  const object = (label: string, one: { readonly value: unknown; readonly by: string } | null): string[] =>
    one === null
      ? []
      : wrap(screen, `${label} by ${called(one.by)}, the last to say so: ${JSON.stringify(one.value)}`, 2, 4);
  return [
    ...beside(
      screen,
      `  verdict: ${screen.bold(verdict)} `,
      12 + verdict.length,
      decision.decidedBy.length === 0 ? '' : `by ${decision.decidedBy.map(called).join(', ')}`,
    ),
    ...(decision.reason === null ? [] : wrap(screen, `reason: ${decision.reason}`, 2, 4)),
    ...wrap(screen, `rule: ${ruleOfVerdict(verdict, decision, called)}`, 2, 4),
    ...said('to the model', [...decision.feedback, ...decision.context, ...decision.late]),
    ...said('to the user', decision.systemMessages),
    ...object('input replaced', decision.updatedInput),
    ...object('output replaced', decision.updatedOutput),
    ...decision.failures.flatMap(({ by, message, blocked }) =>
      wrap(
        screen,
        `failed: ${called(by)}: ${screen.short(message)}${blocked ? ', and that blocks' : '; it decided nothing'}`,
        2,
        4,
      ),
    ),
    ...decision.diagnostics.flatMap(({ message }) => wrap(screen, `note: ${screen.short(message)}`, 2, 4)),
  ];
}

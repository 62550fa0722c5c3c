// What really happened to an event, step by step to the verdict, for a person.
import type { PlanRecord, RunHead, Told, WholeEvent } from '../../journal/index.js';
import type { ModelWork } from '../../nouns.js';
import { modelWorkInWords } from './decision.js';
import { ruleInWords } from './explanation.js';
import type { Screen } from './screen.js';
import { wrap } from './screen.js';
import { REPEATED, startInWords } from './start.js';

/** The lines about a recorded event. */
export function showRecorded({ event, late, plan, generation }: WholeEvent, screen: Screen): string[] {
  const { decision, told } = event.detail;
  const target = event.target === null ? '' : JSON.stringify(event.target);
  const when = new Date(event.at).toISOString();
  const hookOf = (id: string) => generation?.hooks.find((hook) => hook.id === id) ?? null;
  const toldBy = (id: string) => told.find(({ hook }) => hook === id) ?? null;
  const step = (number: number, title: string) => ['', screen.bold(`${number}. ${title}`)];
  return [
    `${screen.bold(event.event)} ${screen.line(target, screen.width - event.event.length - 1)}`.trimEnd(),
    `  ${when}, ${ms(event.ms)}, session ${screen.line(event.session, 40)}`,
    `  event ${event.id}`,
    ...(event.rewrittenBy === undefined
      ? []
      : [`  judged again, as ${screen.line(event.rewrittenBy, 40)} rewrote the call`]),
    ...(event.repeated === true ? [`  ${REPEATED}`] : []),
    ...step(1, 'Which hooks it concerned'),
    ...showPlan(plan, screen),
    ...step(2, 'What they did'),
    ...event.runs.flatMap((run) => {
      const hook = hookOf(run.hook);
      const from = hook === null ? '' : `${hook.file}:${hook.line}`;
      return showRun(run, hook?.runs ?? run.label, from, toldBy(run.hook), screen);
    }),
    ...late.flatMap(({ run, detail }) => [
      `  ${screen.dim('later, from the background:')}`,
      ...showRun(run, run.label, '', detail?.told ?? null, screen),
    ]),
    ...step(3, 'What came of it'),
    ...showDecision(event.verdict, decision, screen),
  ];
}

const ms = (value: number): string => `${Math.max(1, Math.round(value))} ms`;

function showPlan(plan: PlanRecord | null, screen: Screen): string[] {
  if (plan === null) return ['  the plan is no longer stored'];
  return [
    ...plan.entries.flatMap(({ hook, runs, code, detail }) => [
      `  ${runs ? screen.green('✓') : '·'} ${hook}  ${runs ? 'ran' : 'did not run'}: ${ruleInWords(code)}`,
      ...wrap(screen, detail, 6),
    ]),
    ...(plan.more > 0 ? [`  ${plan.more} more did not run`] : []),
    ...(plan.otherEvents > 0 ? [`  ${plan.otherEvents} wait for other events`] : []),
  ];
}

function showRun(run: RunHead, runs: string, from: string, told: Told | null, screen: Screen): string[] {
  const text = (label: string, value: string): string[] =>
    value.trim() === '' ? [] : wrap(screen, `${label}: ${value}`, 6).slice(0, MOST_LINES);
  const ended = run.exitCode === null ? run.outcome : `exit ${run.exitCode}`;
  const mark = run.failed !== null ? screen.yellow('!') : screen.green('✓');
  return [
    `  ${mark} ${run.hook}  ${ended}, ${ms(run.ms)}, contributed ${run.verdict}`,
    `      ${screen.dim(screen.line(runs, screen.width - 6))}`,
    ...(from === '' ? [] : [`      ${screen.dim(screen.line(from, Number.POSITIVE_INFINITY))}`]),
    ...(run.failed === null ? [] : wrap(screen, `failed: ${run.failed.message}`, 6)),
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
      wrap(screen, `${ok ? '·' : '!'} ${tool} ${input} (${ms(durationMs)})`, 8).slice(0, 2),
    ),
  ];
}

/** Of each text so much is shown; the journal has all of it. */
const MOST_LINES = 6;

type RecordedDecision = WholeEvent['event']['detail']['decision'];

function showDecision(verdict: string, decision: RecordedDecision, screen: Screen): string[] {
  const said = (label: string, list: readonly { readonly value: unknown; readonly by: string }[]): string[] =>
    list.flatMap(({ value, by }) => wrap(screen, `${label} (${by}): ${String(value)}`, 2, 4));
  const object = (label: string, one: { readonly value: unknown; readonly by: string } | null): string[] =>
    one === null
      ? []
      : wrap(screen, `${label} (${one.by}, the last to say so): ${JSON.stringify(one.value)}`, 2, 4);
  return [
    `  verdict: ${screen.bold(verdict)}${decision.decidedBy.length === 0 ? '' : ` by ${decision.decidedBy.join(', ')}`}`,
    ...(decision.reason === null ? [] : wrap(screen, `reason: ${decision.reason}`, 2, 4)),
    ...wrap(screen, why(verdict, decision), 2, 4),
    ...said('to the model', [...decision.feedback, ...decision.context, ...decision.late]),
    ...said('to the user', decision.systemMessages),
    ...object('input replaced', decision.updatedInput),
    ...object('output replaced', decision.updatedOutput),
    ...decision.failures.flatMap(({ by, message, blocked }) =>
      wrap(
        screen,
        `failed (${by}): ${message}${blocked ? ', and that blocks' : '; it decided nothing'}`,
        2,
        4,
      ),
    ),
    ...decision.diagnostics.flatMap(({ message }) => wrap(screen, `note: ${message}`, 2, 4)),
  ];
}

/** The rule by which this verdict came about. */
function why(verdict: string, { permission, stop }: RecordedDecision): string {
  if (permission !== null) return 'rule: deny beats defer, defer beats ask, ask beats allow';
  if (stop !== null) return `rule: "continue": false ends the turn (${stop.by})`;
  return verdict === 'block' ? 'rule: one block is enough' : 'rule: no hook objected, so the host decides';
}

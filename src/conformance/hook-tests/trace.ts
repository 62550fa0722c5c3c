// What hooks did in a step, in words: the first thing an author wants to know of a test that fails.
import type { Outcome, PlanEntry, Run } from '../../nouns.js';
import type { Observed } from '../run-step.js';
import { nameOf } from './dialect.js';

/** One line a hook: how it ended, or why it did not run. Hooks of other events are not mentioned. */
export function traceOf({ decision }: Observed): readonly string[] {
  const skipped = decision.plan
    .entries()
    .filter((entry: PlanEntry) => !entry.runs && entry.reason.code !== 'event');
  return [
    ...decision.runs.map((run) => `${nameOf(run.hook)} ran: ${endingOf(run)}`),
    ...skipped.map(({ hook, reason }) => `${nameOf(hook)} did not run: ${reason.detail}`),
    ...(decision.plan.entries().length === 0 ? ['no hook is configured'] : []),
  ];
}

const endingOf = ({ outcome }: Run): string => [summary(outcome), ...printed(outcome)].join('; ');

function summary(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'finished':
      return `exit ${outcome.exitCode}`;
    case 'answered':
      return `answered ${quote(outcome.text)}`;
    case 'judged':
      return outcome.verdict.ok ? 'judged it fine' : `judged against it: ${outcome.verdict.reason ?? ''}`;
    case 'launchFailed':
    case 'badOutput':
      return outcome.message;
    case 'timedOut':
      return `no answer within ${outcome.timeoutMs / 1000} s`;
    case 'signalled':
      return `killed by ${outcome.signal}`;
    case 'cancelled':
    case 'refused':
      return outcome.why;
    case 'background':
      return 'in the background';
  }
}

function printed(outcome: Outcome): readonly string[] {
  const { stdout = '', stderr = '' } = { stdout: '', stderr: '', ...outcome };
  return [
    ...(stdout.trim() === '' ? [] : [`stdout ${quote(stdout)}`]),
    ...(stderr.trim() === '' ? [] : [`stderr ${quote(stderr)}`]),
  ];
}

const LONGEST = 200;

function quote(text: string): string {
  const short = text.trim();
  return JSON.stringify(short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short);
}

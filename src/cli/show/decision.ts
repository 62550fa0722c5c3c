// One event for a person: who ran, why the others did not, and what came of it.
import type { Decision, Hook, ModelWork, PlanEntry, Run, Said } from '../../nouns.js';
import { shown } from '../../text/index.js';
import type { Screen } from './screen.js';
import { wrap } from './screen.js';
import { startInWords } from './start.js';

/** The lines about a decision. */
export function showDecision(decision: Decision, screen: Screen): string[] {
  const entries = decision.plan.entries();
  const elsewhere = entries.filter((entry) => !entry.runs && entry.reason.code === 'event').length;
  const skipped = entries.filter((entry) => !entry.runs && entry.reason.code !== 'event');
  return [
    ...decision.runs.flatMap((run) => showRun(run, screen)),
    ...skipped.map((entry) => showSkipped(entry, screen)),
    ...(elsewhere > 0 ? [screen.dim(`   ${elsewhere} wait for other events`)] : []),
    ...showVerdict(decision, screen),
  ];
}

function showRun(run: Run, screen: Screen): string[] {
  const { mark, text } = ending(run, screen);
  const time = run.durationMs > 0 ? `${Math.max(1, Math.round(run.durationMs))} ms` : '';
  return [
    `   ${mark} ${nameOf(run.hook).padEnd(18)} ${time.padStart(7)}  ${text}`,
    ...(run.outcome.kind === 'badOutput' && run.outcome.stdout.trim() !== ''
      ? [screen.dim(`     said: ${screen.line(run.outcome.stdout.trim(), screen.width - 11)}`)]
      : []),
    ...(run.work === undefined || run.work.calls === 0 ? [] : [showWork(run.work, screen)]),
    ...(run.start === undefined
      ? []
      : [screen.dim(`     ${screen.line(startInWords(run.start), screen.width - 5)}`)]),
  ];
}

/** What models did, and the tools they used for it. */
function showWork(work: ModelWork, screen: Screen): string {
  const tools = [...new Set(work.steps.map(({ tool }) => tool))];
  const used = tools.length === 0 ? '' : `; used ${tools.join(', ')}`;
  return screen.dim(`     ${screen.line(`${modelWorkInWords(work)}${used}`, screen.width - 5)}`);
}

function ending({ outcome }: Run, screen: Screen): { mark: string; text: string } {
  const [fine, wrong] = [screen.green('✓'), screen.yellow('!')];
  switch (outcome.kind) {
    case 'finished':
      if (outcome.exitCode === 0) return { mark: fine, text: 'exit 0' };
      if (outcome.exitCode === 2) return { mark: screen.red('✗'), text: 'exit 2 (block)' };
      return { mark: wrong, text: `exit ${outcome.exitCode} (failed)` };
    case 'answered':
      return { mark: fine, text: 'answered' };
    case 'judged':
      return outcome.verdict.ok
        ? { mark: fine, text: 'judged it fine' }
        : { mark: screen.red('✗'), text: 'judged against it' };
    case 'background':
      return { mark: fine, text: 'in the background' };
    case 'timedOut':
      return { mark: wrong, text: `no answer within ${outcome.timeoutMs / 1000} s` };
    case 'signalled':
      return { mark: wrong, text: `killed by ${outcome.signal}` };
    case 'launchFailed':
    case 'badOutput':
      return { mark: wrong, text: screen.line(outcome.message, screen.width - 34) };
    case 'cancelled':
    case 'refused':
      return { mark: wrong, text: screen.line(outcome.why, screen.width - 34) };
  }
}

function showSkipped(entry: PlanEntry, screen: Screen): string {
  const room = screen.width - 25;
  const { detail } = entry.reason;
  // What stands in parentheses at the end says more for those who have the room.
  const text = detail.length > room ? detail.replace(/ \([^()]*\)$/, '') : detail;
  return screen.dim(`   · ${nameOf(entry.hook).padEnd(18)} ${screen.line(text, room)}`);
}

function showVerdict(decision: Decision, screen: Screen): string[] {
  const told = (label: string, list: readonly Said<string>[]): string[] =>
    list.map(
      ({ value }) => `     ${screen.dim(label)} ${screen.line(value, screen.width - label.length - 7)}`,
    );
  // The end of such a message often says what to do.
  const whole = (label: string, message: string): string[] => {
    const text = withNames(decision, `${label} ${message}`);
    const [first = '', ...rest] = wrap(screen, text, 5, 6 + label.length);
    return [first.replace(label, screen.yellow(label)), ...rest];
  };
  return [
    `   ${verdict(decision, screen)}`,
    ...told('to the model:', [...decision.feedback, ...decision.context, ...decision.late]),
    ...told('to the user: ', decision.systemMessages),
    ...decision.failures.flatMap(({ by, message }) => whole('failed:', `${by} ${message}`)),
    ...decision.diagnostics.flatMap(({ message }) => whole('note:', message)),
  ];
}

/** The text with every hook under the name that it has in the other lines. */
const withNames = ({ runs }: Decision, text: string): string =>
  runs.reduce((named, { hook }) => named.replaceAll(hook.id, nameOf(hook)), text);

function verdict(decision: Decision, screen: Screen): string {
  const reason = decision.reason === null ? '' : `  ${screen.line(decision.reason, screen.width - 16)}`;
  if (decision.permission === 'deny') return `${screen.red(screen.bold('⇒ DENIED'))}${reason}`;
  if (decision.blocked) return `${screen.red(screen.bold('⇒ BLOCKED'))}${reason}`;
  if (decision.stop !== null) return `${screen.red(screen.bold('⇒ STOPPED'))}  ${decision.stop.value ?? ''}`;
  if (decision.permission !== null) return `${screen.yellow(`⇒ ${decision.permission}`)}${reason}`;
  if (decision.feedback.length > 0) return screen.yellow('⇒ done, with feedback');
  return decision.runs.length === 0 ? screen.dim('⇒ nothing to do') : screen.green('⇒ no objection');
}

const nameOf = (hook: Hook): string => shown(hook.source.owner ?? hook.id);

type Sums = Pick<ModelWork, 'calls' | 'inputTokens' | 'outputTokens' | 'costUsd'>;

/** `3 model calls, 1,200 + 80 tokens, $0.0042` */
export function modelWorkInWords({ calls, inputTokens, outputTokens, costUsd }: Sums): string {
  const count = `${calls} model ${calls === 1 ? 'call' : 'calls'}`;
  const tokens = `${inputTokens.toLocaleString('en')} + ${outputTokens.toLocaleString('en')} tokens`;
  return `${count}, ${tokens}, ${costUsd === null ? 'price not known' : `$${costUsd.toFixed(4)}`}`;
}

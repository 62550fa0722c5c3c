// Sentences about runs, for people.

import { eventRow, ownDecision } from '../events/index.js';
import type { Diagnostic, Hook, Run } from '../nouns.js';
import { DECISION_CODES, type DecisionCode } from './codes.js';

/** A diagnostic about one hook, placed where the hook is defined. */
export function note(hook: Hook, code: DecisionCode, message: string): Diagnostic {
  const { severity, fix } = DECISION_CODES[code];
  const decides = ABOUT_ANSWERS.has(code) || (code === 'field-ignored' && /"(?:decision|ok)"/.test(message));
  const own = decides ? ownDecision(eventRow(hook.event)) : null;
  return {
    code,
    severity,
    message: `${hook.event} hook${ofPlugin(hook)}: ${message}`,
    file: hook.source.file,
    line: hook.line,
    column: hook.column,
    hint: own ?? fix,
  };
}

/** Codes whose remedy is to decide in the form that counts. */
const ABOUT_ANSWERS: ReadonlySet<DecisionCode> = new Set([
  'deny-salvaged',
  'decision-not-taken',
  'answer-not-alone',
  'exit-2-ignored',
]);

/** Where it stands goes with the diagnostic. */
const ofPlugin = ({ source: { kind, owner } }: Hook): string =>
  kind === 'plugin' && owner !== null ? ` of the plugin ${owner}` : '';

/** Why a run failed: one sentence, with what the hook printed on stderr. */
export function failureText(run: Run): string {
  const { outcome } = run;
  switch (outcome.kind) {
    case 'finished':
      return withStderr(`exited with code ${outcome.exitCode}`, outcome.stderr);
    case 'launchFailed':
      return withStderr(outcome.message, outcome.stderr);
    case 'timedOut':
      return withStderr(`did not answer within ${outcome.timeoutMs / 1000} s`, outcome.stderr);
    case 'signalled':
      return withStderr(`was killed by ${outcome.signal}`, outcome.stderr);
    case 'badOutput':
      return withStderr(outcome.message, outcome.stderr);
    case 'cancelled':
    case 'refused':
      return outcome.why;
    case 'answered':
    case 'judged':
    case 'background':
      return '';
  }
}

/** The first line of a text that says something. */
export const firstLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

const withStderr = (sentence: string, stderr: string): string =>
  stderr.trim() === '' || sentence.includes(stderr.trim()) ? sentence : `${sentence}: ${stderr.trim()}`;

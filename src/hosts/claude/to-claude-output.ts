// A decision as a hook's own answer, so that the engine can itself be a hook of Claude Code.
import { eventRow, type KnownEventRow } from '../../events/index.js';
import { hookName, hookOf } from '../../hook-name.js';
import type { Decision, Said } from '../../nouns.js';
import { writeExactly } from '../../text/index.js';

/** What a hook process gives: exit code and both streams. */
export interface ClaudeOutput {
  readonly exitCode: 0 | 2;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Says a decision the way a command hook does. Exit code 2 is used only where JSON cannot block the event.
 *
 * @example
 * const { exitCode, stdout, stderr } = toClaudeOutput(await engine.dispatch(input));
 * process.stdout.write(stdout);
 * process.stderr.write(stderr);
 * process.exitCode = exitCode;
 */
export function toClaudeOutput(decision: Decision): ClaudeOutput {
  const row = eventRow(decision.event);
  const ran = decision.runs.map(({ hook }) => hook);
  const failures = decision.failures.map(({ by, message }) => {
    const hook = hookOf(by, ran);
    return `${hook === null ? `${decision.event} hook` : hookName(hook)} failed: ${message}`;
  });
  if (decision.blocked && row.jsonBlock === 'nothing' && !row.permission) {
    return { exitCode: 2, stdout: '', stderr: decision.reason ?? row.stockReason };
  }
  if (row.stdout === 'path') {
    const path = decision.output['worktreePath']?.value;
    return { exitCode: 0, stdout: typeof path === 'string' ? `${path}\n` : '', stderr: failures.join('\n') };
  }
  // PreCompact takes its instructions as plain text only, which leaves no room for JSON beside it.
  if (row.stdout === 'instructions' && !decision.blocked && decision.context.length > 0) {
    return { exitCode: 0, stdout: texts(decision.context), stderr: failures.join('\n') };
  }
  const answer = answerOf(decision, row, failures);
  const stdout = Object.keys(answer).length === 0 ? '' : `${writeExactly(answer)}\n`;
  return { exitCode: 0, stdout, stderr: failures.join('\n') };
}

function answerOf(
  decision: Decision,
  row: KnownEventRow,
  failures: readonly string[],
): Record<string, unknown> {
  const notices = decision.diagnostics.filter(({ tell }) => tell === true).map(({ message }) => message);
  const messages = [...decision.systemMessages.map(({ value }) => value), ...failures, ...notices];
  const specific = specificOf(decision, row);
  const { suppressOutput, terminalSequence } = decision.output;
  return {
    ...(decision.stop === null ? {} : { continue: false, ...optional('stopReason', decision.stop.value) }),
    ...blockOf(decision, row),
    ...optional('systemMessage', messages.join('\n') || null),
    ...optional('suppressOutput', suppressOutput?.value),
    ...optional('terminalSequence', terminalSequence?.value),
    ...(Object.keys(specific).length === 0
      ? {}
      : { hookSpecificOutput: { hookEventName: row.name, ...specific } }),
  };
}

function blockOf(decision: Decision, row: KnownEventRow): Record<string, unknown> {
  if (row.jsonBlock === 'feedback' && decision.feedback.length > 0) {
    return { decision: 'block', reason: texts(decision.feedback) };
  }
  const byPermission = row.jsonBlock === 'deny' && decision.permission === 'deny';
  return decision.blocked && row.jsonBlock !== 'nothing' && !byPermission
    ? { decision: 'block', reason: decision.reason ?? '' }
    : {};
}

function specificOf(decision: Decision, row: KnownEventRow): Record<string, unknown> {
  if (row.specific === null) return {};
  if (row.name === 'PermissionRequest') return permissionRequest(decision);
  const fields: Record<string, unknown> = {
    ...optional('permissionDecision', decision.permission),
    ...optional('permissionDecisionReason', decision.permission === null ? null : decision.reason),
    ...optional('updatedInput', decision.updatedInput?.value),
    ...optional('updatedToolOutput', decision.updatedOutput?.value),
    ...optional('additionalContext', texts([...decision.context, ...decision.late]) || null),
    ...(decision.hidePrompt ? { suppressOriginalPrompt: true } : {}),
    ...Object.fromEntries(Object.entries(decision.output).map(([name, said]) => [name, said.value])),
  };
  const known = row.specific;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(known, name)));
}

function permissionRequest(decision: Decision): Record<string, unknown> {
  if (decision.permission === 'allow') {
    return {
      decision: {
        behavior: 'allow',
        ...optional('updatedInput', decision.updatedInput?.value),
        ...optional('updatedPermissions', decision.updatedPermissions?.value),
      },
    };
  }
  if (decision.permission !== 'deny') return {};
  return {
    decision: {
      behavior: 'deny',
      ...optional('message', decision.reason),
      ...(decision.interrupt ? { interrupt: true } : {}),
    },
  };
}

const texts = (said: readonly Said<string>[]): string => said.map(({ value }) => value).join('\n');

const optional = (name: string, value: unknown): Record<string, unknown> =>
  value === null || value === undefined ? {} : { [name]: value };

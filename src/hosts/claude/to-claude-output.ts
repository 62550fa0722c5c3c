// A decision as a hook's own answer, so that the engine can itself be a hook of Claude Code.
import { eventRow, type KnownEventRow } from '../../events/index.js';
import { failureOf } from '../../hook-name.js';
import type { Decision, HookId, Said } from '../../nouns.js';
import { writeExactly } from '../../text/index.js';
import { noticesOf } from '../notices.js';

/** What a hook process gives: exit code and both streams. */
export interface ClaudeOutput {
  /** 2 is a block. Others than 0 and 2 are those of a hook that failed, where there is nothing else to say. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Says a decision the way a command hook does. Exit code 2 is used only where JSON cannot block the event, or where the hook that
 * blocks used it and JSON would be heard otherwise.
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
  const failures = decision.failures.map((failure) => failureOf(failure, decision.event, ran));
  const notices = noticesOf(decision);
  if (decision.blocked && !row.permission && (row.jsonBlock === 'nothing' || isByExitCode(decision, row))) {
    return { exitCode: 2, stdout: '', stderr: decision.reason ?? row.stockReason };
  }
  const text = textOf(decision, row);
  if (text !== null) {
    const exitCode = text === '' && row.stdout !== 'path' ? failedWith(decision) : 0;
    return { exitCode, stdout: text, stderr: [...failures, ...notices].join('\n') };
  }
  const answer = answerOf(decision, row, [...failures, ...notices]);
  const isOnlyFailed =
    decision.systemMessages.length + notices.length === 0 &&
    Object.keys(answer).every((name) => name === 'systemMessage');
  // At a gate some hosts take such an exit code for more than it is here.
  if (isOnlyFailed && failures.length > 0 && !row.permission) {
    return { exitCode: failedWith(decision), stdout: '', stderr: failures.join('\n') };
  }
  const stdout = Object.keys(answer).length === 0 ? '' : `${writeExactly(answer)}\n`;
  return { exitCode: 0, stdout, stderr: failures.join('\n') };
}

/** Where an agent goes on, Claude Code tells the reason of JSON twice; a compaction that is blocked shows it as it is. */
function isByExitCode(decision: Decision, { jsonBlock, stdout }: KnownEventRow): boolean {
  const { stop, decidedBy, runs, context, late, systemMessages, failures, output } = decision;
  const usedIt = (id: HookId): boolean =>
    runs.some(({ hook, outcome }) => hook.id === id && outcome.kind === 'finished' && outcome.exitCode === 2);
  const told = [...systemMessages, ...failures, ...noticesOf(decision)];
  const beside = [...context, ...late, ...told, ...Object.keys(output)];
  if (jsonBlock !== 'goOn' && stdout !== 'instructions') return false;
  return stop === null && beside.length === 0 && decidedBy.length > 0 && decidedBy.every(usedIt);
}

/** What hosts read as plain text only, so that there is no room for JSON beside it; `null`: they read JSON. */
function textOf(decision: Decision, row: KnownEventRow): string | null {
  switch (row.stdout) {
    case 'path': {
      const path = decision.output['worktreePath']?.value;
      return typeof path === 'string' ? `${path}\n` : '';
    }
    case 'instructions':
      return decision.blocked ? null : texts([...decision.context, ...decision.late]);
    case 'user':
      return texts(decision.systemMessages);
    default:
      return null;
  }
}

/** The exit code of the first hook that failed; 0: none did. */
function failedWith({ failures, runs }: Decision): number {
  const [first] = failures;
  if (first === undefined) return 0;
  const outcome = runs.find(({ hook }) => hook.id === first.by)?.outcome;
  const code = outcome !== undefined && 'exitCode' in outcome ? outcome.exitCode : null;
  return code === null || code === 0 || code === 2 ? 1 : code;
}

function answerOf(decision: Decision, row: KnownEventRow, ours: readonly string[]): Record<string, unknown> {
  const messages = [...decision.systemMessages.map(({ value }) => value), ...ours];
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
  // The turn ends all the same, but what was to be told stands in the transcript.
  const isOverruled = row.jsonBlock === 'goOn' && decision.stop !== null && decision.reason !== null;
  return (decision.blocked || isOverruled) && row.jsonBlock !== 'nothing' && !byPermission
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

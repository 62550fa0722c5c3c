// How VS Code reads what a hook answers, by its documents; nothing of our own answers is used here.
import { isRecord } from '../../../text/index.js';

export interface VscodeEffect {
  /** What was asked about does not happen. */
  readonly blocked: boolean;
  /** The session of the agent is over. */
  readonly ended: boolean;
}

export function vscodeReads(event: string, exitCode: number, stdout: string): VscodeEffect {
  if (exitCode === 2) return { blocked: true, ended: false };
  const answer = exitCode === 0 ? json(stdout) : {};
  const specific = isRecord(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
  const ended = answer['continue'] === false;
  const denied = event === 'PreToolUse' && specific['permissionDecision'] === 'deny';
  return { blocked: ended || denied, ended };
}

function json(stdout: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stdout);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

// How Cursor reads what a hook answers, by its documents; nothing of our own answers is used here.
import { isRecord } from '../../../text/index.js';

export interface CursorEffect {
  /** What was asked about does not happen. */
  readonly blocked: boolean;
  /** The user is asked. */
  readonly asked: boolean;
}

/** Events whose `permission` counts. */
const GATES = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'subagentStart'];
/** Those of them that put a question to the user. */
const ASKING = ['beforeShellExecution', 'beforeMCPExecution'];
/** Events whose `continue` counts. */
const STARTS = ['beforeSubmitPrompt', 'sessionStart'];

export function cursorReads(event: string, exitCode: number, stdout: string): CursorEffect {
  if (exitCode === 2) return { blocked: true, asked: false };
  const answer = json(stdout);
  // A failed hook lets the action happen; one that says nothing readable was seen to stop a call.
  if (exitCode !== 0) return { blocked: false, asked: false };
  if (answer === null) return { blocked: event === 'preToolUse', asked: false };
  const { permission, continue: goes } = answer;
  return {
    blocked: (GATES.includes(event) && permission === 'deny') || (STARTS.includes(event) && goes === false),
    asked: ASKING.includes(event) && permission === 'ask',
  };
}

function json(stdout: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(stdout);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

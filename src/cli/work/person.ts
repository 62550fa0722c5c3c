// Whether a person gives this command, or a program in their name.
import type { Io } from '../io.js';

/** Variables that agents set for what they start. */
const MARKERS: readonly string[] = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'AMPLIFIER_SESSION_ID',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'GEMINI_CLI',
  'CURSOR_AGENT',
  'COPILOT_AGENT',
  'CLINE_ACTIVE',
  'OPENCODE',
  'QWEN_CODE',
  'AI_AGENT',
];

/** Why nobody is there whose yes would count; `null`: a person sits at a terminal. */
export function whyNobody({ stdin, env }: Io): string | null {
  const marker = MARKERS.find((name) => env[name] !== undefined && env[name] !== '');
  if (marker !== undefined) return `an agent runs this command (${marker} is set)`;
  return stdin.isTTY === true ? null : 'nobody sits at a terminal';
}

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

/** The variable by which an agent shows that it runs this command; `null`: none does. */
export const agentSign = ({ env }: Pick<Io, 'env'>): string | null =>
  MARKERS.find((name) => env[name] !== undefined && env[name] !== '') ?? null;

/** Why nobody is there whose yes would count; `null`: a person sits at a terminal. */
export function whyNobody(io: Io): string | null {
  const sign = agentSign(io);
  if (sign !== null) return `an agent runs this command (${sign} is set)`;
  return io.stdin.isTTY === true ? null : 'nobody sits at a terminal';
}

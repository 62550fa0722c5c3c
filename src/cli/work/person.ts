// Whether a person gives this command, or a program in their name.
import { type Io, UserError } from '../io.js';

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

/** Why an agent may not do this; `null`: no agent runs this command. Whoever is stopped by a guard must not take it away. */
export function whyNotAgent(io: Pick<Io, 'env'>): string | null {
  const sign = agentSign(io);
  return sign === null ? null : `an agent runs this command (${sign} is set)`;
}

/** What to do where it is not done for an agent. */
export const BY_PERSON = 'Hooks are taken away by people only: call it yourself, at a terminal.';

/** Throws where an agent is about to take hooks away. A script that nobody watches may: somebody wrote it. */
export function refuseAgent(io: Pick<Io, 'env'>): void {
  const why = whyNotAgent(io);
  if (why !== null) throw new UserError(`nothing was changed: ${why}`, BY_PERSON);
}

/** Why nobody is there whose yes would count; `null`: a person sits at a terminal. */
export function whyNobody(io: Io): string | null {
  return whyNotAgent(io) ?? (io.stdin.isTTY === true ? null : 'nobody sits at a terminal');
}

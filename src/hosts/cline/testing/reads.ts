// How Cline CLI 3.0.65 reads what a hook answers, as it was measured; nothing of our own answers is used here.
import { isRecord } from '../../../text/index.js';

/** What Cline does after a hook. */
export interface ClineEffect {
  /** The tool does not run, and the task is over. */
  readonly cancelled: boolean;
  /** What the tool runs with instead of its input. */
  readonly input: unknown;
  /** What the model reads after the result. */
  readonly context: string | null;
}

const NOTHING: ClineEffect = { cancelled: false, input: undefined, context: null };

/** The exit code and stderr mean nothing; hooks of other files than these two are not heard. */
export function clineReads(file: string, stdout: string): ClineEffect {
  if (file !== 'PreToolUse' && file !== 'PostToolUse') return NOTHING;
  const answer = json(stdout);
  if (!isRecord(answer)) return NOTHING;
  const context = answer['contextModification'] ?? answer['context'];
  return {
    cancelled: answer['cancel'] === true,
    input: file === 'PreToolUse' ? answer['overrideInput'] : undefined,
    context: typeof context === 'string' && context !== '' ? context : null,
  };
}

/** The last line may carry the answer; otherwise all of stdout is it. */
function json(stdout: string): unknown {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const text = last.startsWith('HOOK_CONTROL\t') ? last.slice('HOOK_CONTROL\t'.length) : stdout;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

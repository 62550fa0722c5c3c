// How long a hook may take.
import { eventRow } from '../events/index.js';
import type { Generation, Hook } from '../nouns.js';
import type { Profile } from '../profiles.js';

/** Defaults of handlers that ask a model, in seconds. */
const MODEL_TIMEOUT = { prompt: 30, agent: 60 } as const;

/** Background hooks that state no timeout, where one is enforced. */
const BACKGROUND_TIMEOUT_MS = 600_000;

/** Milliseconds; `null`: no limit. */
export function timeoutFor(
  hook: Hook,
  generation: Generation,
  profile: Profile,
  env: Readonly<Record<string, string>>,
): number | null {
  const { handler } = hook;
  if (handler.type === 'command' && handler.background !== 'no') {
    return profile.backgroundTimeout === 'none' ? null : (hook.timeoutMs ?? BACKGROUND_TIMEOUT_MS);
  }
  if (hook.timeoutMs !== null) return hook.timeoutMs;
  if (handler.type === 'prompt' || handler.type === 'agent') return MODEL_TIMEOUT[handler.type] * 1000;
  const { timeout, timeoutVariable } = eventRow(hook.event);
  const wish = timeoutVariable === null ? 0 : Number(env[timeoutVariable]);
  return wish > 0 ? wish : (generation.limits.defaultTimeoutMs ?? timeout * 1000);
}

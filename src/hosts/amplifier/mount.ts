// Mounts an engine into Amplifier's hook registry.
import type { Engine } from '../../engine.js';
import { parseInput } from '../../events/index.js';
import { type DisplaySystem, type HookRegistry, type HookResult, hookResult } from '../../kernel/index.js';
import { AMPLIFIER_EVENTS, fromAmplifier } from './payload.js';
import { toHookResult } from './to-hook-result.js';

export interface MountOptions {
  /** Lower runs earlier. The default lets hooks judge a tool call before an approval dialog (−10) is shown. */
  readonly priority?: number;
  /** Working directory of the session, where the event's data names none. */
  readonly cwd?: string;
  /** Shows messages of hooks at once. Without it they stand in the result, and a registry drops those of a plain `continue`. */
  readonly display?: DisplaySystem;
}

/**
 * Attaches the hooks of an engine to every event of Amplifier that has a counterpart; returns the way back.
 *
 * @example
 * const hooks = new HookRegistry();
 * const unmount = mountHooks(hooks, engine);
 * const result = await hooks.emit('tool:pre', { tool_name: 'bash', tool_input: { command: 'rm -rf /' } });
 * unmount();
 */
export function mountHooks(registry: HookRegistry, engine: Engine, options: MountOptions = {}): () => void {
  const { priority = -20, cwd = process.cwd(), display = null } = options;
  const judge = async (event: string, data: Readonly<Record<string, unknown>>): Promise<HookResult> => {
    const raw = fromAmplifier(event, data, cwd);
    if (raw === null) return hookResult({ action: 'continue' });
    const parsed = parseInput(raw);
    if (!parsed.ok) return refused(event, parsed.problems.map(({ message }) => message).join('; '));
    if (parsed.input.kind === 'unknown') return hookResult({ action: 'continue' });
    return toHookResult(await engine.dispatch(parsed.input), data);
  };
  const handle = async (event: string, data: Readonly<Record<string, unknown>>): Promise<HookResult> => {
    const result = await judge(event, data);
    if (display === null || result.user_message === null) return result;
    await display.showMessage(result.user_message, result.user_message_level, 'hook:amplifier-hooks');
    return { ...result, user_message: null };
  };
  const unregister = AMPLIFIER_EVENTS.map((event) =>
    registry.register(event, handle, { priority, name: `amplifier-hooks ${event}` }),
  );
  return () => {
    for (const remove of unregister) remove();
  };
}

/** The host sent an event that hooks cannot be given: no hook ran, and the user hears of it. */
const refused = (event: string, why: string): HookResult =>
  hookResult({
    action: 'continue',
    user_message: `No hook ran for ${event}: ${why}`,
    user_message_level: 'error',
    user_message_source: 'amplifier-hooks',
  });

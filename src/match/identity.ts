// When two hook definitions are the same hook, which then runs once for an event.
import type { Handler, Hook, HookSource } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { isStronger } from '../voices.js';

/** Equal for definitions of one hook. Options (timeout, shell, async, model, headers) make no difference, a trailing blank does. */
export function identityOf(hook: Hook): string {
  return JSON.stringify([spaceOf(hook), conditionOf(hook) ?? '', ...contentOf(hook.handler)]);
}

/** Whether of two definitions of one hook the earlier counts. Who repeats a stronger definition changes nothing about it. */
export const countsBefore = (earlier: Hook, later: Hook, profile: Profile): boolean =>
  // What the administrator requires is not repeated away, by whomever.
  earlier.required === later.required
    ? profile.repeatedHook === 'strongest' && isStronger(earlier.voice, later.voice)
    : earlier.required === true;

/** The `if` rule of a hook; `null`: none. */
export const conditionOf = (hook: Hook): string | null =>
  hook.condition === null || hook.condition.trim() === '' ? null : hook.condition;

function contentOf(handler: Handler): readonly unknown[] {
  switch (handler.type) {
    case 'command':
      return [handler.type, handler.command, handler.args];
    case 'http':
      return [handler.type, handler.url];
    case 'mcp_tool':
      return [handler.type, handler.server, handler.tool, handler.input];
    case 'prompt':
    case 'agent':
      return [handler.type, handler.prompt];
  }
}

/** Settings and hook directories of all scopes share one space; every plugin, skill and agent has its own. */
function spaceOf(hook: Hook): readonly string[] {
  const { source } = hook;
  if (source.pluginRoot !== null) return ['root', source.pluginRoot, source.skill ?? ''];
  if (!SHARED.includes(source.kind)) return [source.kind, source.owner ?? ''];
  // The same text stands for another program in another directory.
  return mentionsHooksDir(hook.handler) ? ['settings', source.hooksDir] : ['settings'];
}

const SHARED: readonly HookSource['kind'][] = ['hooks-dir', 'claude-settings'];

const mentionsHooksDir = (handler: Handler): boolean =>
  handler.type === 'command' &&
  [handler.command, ...(handler.args ?? [])].some((text) => text.includes('AMPLIFIER_HOOKS_DIR'));

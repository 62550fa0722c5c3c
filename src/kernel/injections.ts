/** Texts for the conversation: out of a result, and back into one. */

import { type ContextInjection, type HookResult, hookResult } from './hook-result.js';

/** The injections a result asks for. A single text counts as one that came from the given hook and event. */
export function injectionsOf(result: HookResult, hookName: string, event: string): ContextInjection[] {
  if (result.context_injections.length > 0) return result.context_injections;
  if (result.context_injection === null) return [];
  return [
    {
      content: result.context_injection,
      role: result.context_injection_role,
      ephemeral: result.ephemeral,
      append_to_last_tool_result: result.append_to_last_tool_result,
      hook_name: hookName,
      event,
    },
  ];
}

/** The result with exactly these injections, and the single-text fields telling the same for older hosts. */
export function withInjections(result: HookResult, injections: ContextInjection[]): HookResult {
  return {
    ...result,
    action: injections.length > 0 ? 'inject_context' : 'continue',
    context_injection: injections.length > 0 ? injections.map(({ content }) => content).join('\n\n') : null,
    context_injection_role: injections[0]?.role ?? 'system',
    ephemeral: injections.some(({ ephemeral }) => ephemeral),
    append_to_last_tool_result: injections.some((injection) => injection.append_to_last_tool_result),
    context_injections: injections,
  };
}

/** The result with its injections signed by the hook and event they came from, whatever the hook wrote there. */
export function stampInjections(result: HookResult, hookName: string, event: string): HookResult {
  const injections = injectionsOf(result, hookName, event);
  return withInjections(
    result,
    injections.map((injection) => ({ ...injection, hook_name: hookName, event })),
  );
}

/**
 * One result out of all that inject, or nothing when none does. A single one keeps its other fields;
 * of several only `suppress_output` of the first remains.
 */
export function mergeInjecting(results: HookResult[]): HookResult | undefined {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0) return first;
  return withInjections(
    hookResult({ suppress_output: first.suppress_output }),
    results.flatMap((result) => result.context_injections),
  );
}

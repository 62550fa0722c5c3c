/** Random hook results. */

import fc from 'fast-check';
import type { ContextInjection, HookAction, HookResult } from '../hook-result.js';

const role = fc.constantFrom('system', 'user', 'assistant');
const textOrNull = fc.option(fc.string({ unit: 'binary' }));

/** JSON objects as they come out of JSON: a minus zero does not survive there. */
export const anyData: fc.Arbitrary<Record<string, unknown>> = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
  .map((data) => JSON.parse(JSON.stringify(data)));

const anyInjection: fc.Arbitrary<ContextInjection> = fc.record({
  content: fc.string({ unit: 'binary' }),
  role,
  ephemeral: fc.boolean(),
  append_to_last_tool_result: fc.boolean(),
  hook_name: fc.string(),
  event: fc.string(),
});

export const anyAction: fc.Arbitrary<HookAction> = fc.constantFrom(
  'continue',
  'deny',
  'modify',
  'inject_context',
  'ask_user',
);

export const anyHookResult: fc.Arbitrary<HookResult> = fc.record({
  action: anyAction,
  data: fc.option(anyData),
  reason: textOrNull,
  context_injection: textOrNull,
  context_injection_role: role,
  ephemeral: fc.boolean(),
  approval_prompt: textOrNull,
  approval_options: fc.option(fc.array(fc.string(), { maxLength: 3 })),
  approval_timeout: fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10),
  approval_default: fc.constantFrom('allow', 'deny'),
  suppress_output: fc.boolean(),
  user_message: textOrNull,
  user_message_level: fc.constantFrom('info', 'warning', 'error'),
  user_message_source: textOrNull,
  append_to_last_tool_result: fc.boolean(),
  context_injections: fc.array(anyInjection, { maxLength: 3 }),
});

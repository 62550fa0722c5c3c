// Events as hosts send them, and what a runner is given for one.
import { type EventName, type HookInput, parseInput } from '../events/index.js';
import type { Hook, Task } from '../nouns.js';

type Fields = Readonly<Record<string, unknown>>;

/** An input of exactly these fields. */
export function inputOf(fields: Fields): HookInput {
  const result = parseInput(fields);
  if (!result.ok || result.input.kind !== 'known') throw new Error(JSON.stringify(result));
  return result.input;
}

/** An event of session `s1`; where it is about a tool call, that is `ls` in Bash. */
export const input = (event: EventName, fields: Fields = {}): HookInput =>
  inputOf({
    hook_event_name: event,
    session_id: 's1',
    cwd: '/project',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    ...fields,
  });

/** One hook to run; its stdin is the event as one line. */
export function task(hook: Hook, changes: Partial<Task> = {}): Task {
  const event = changes.input ?? input(hook.event);
  return {
    hook,
    input: event,
    stdin: Buffer.from(`${JSON.stringify(event.fields)}\n`),
    env: {},
    http: { allowedUrls: [], refusedUrls: [], allowedEnvVars: [] },
    cwd: ['/'],
    timeoutMs: 15_000,
    signal: null,
    recheck: null,
    onFirstLine: null,
    ...changes,
  };
}

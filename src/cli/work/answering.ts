// Keeps a command that runs hooks from answering itself: one that is a hook of the settings which it reads would start itself
// without end. What is being answered stands in the environment of hooks; an agent that a hook starts has other events,
// and keeps its guards.

import type { HookInput } from '../../events/index.js';
import { beginningOf, isRunning } from '../../files/index.js';
import { answeringVariable } from '../../run/index.js';
import { sha256 } from '../../text/index.js';

/** So many events, each of which a hook of the one before brought about, are more than any work needs. */
const DEEPEST = 8;

type Env = Readonly<Record<string, string | undefined>>;

export type Turn =
  /** What its hooks have in their environment beside everything else. */
  | { readonly kind: 'new'; readonly env: Readonly<Record<string, string>> }
  | { readonly kind: 'repeated' | 'too-deep'; readonly why: string };

/** Whether an event may be answered here, or is being answered by who started us. `pid` is who lives as long as the answer takes. */
export function turnOf(input: HookInput, env: Env, pid = process.pid): Turn {
  const own = digestOf(input);
  const around = (env[answeringVariable()] ?? '').split(' ').filter(isAnswering);
  const same = around.find((entry) => entry.endsWith(`.${own}`));
  if (same !== undefined) {
    const hint =
      'The hook that calls it stands in a file that it reads; `amplifier-hooks validate` names it.';
    const why = `this ${input.row.name} is being answered by process ${same.split('.')[0]} already. ${hint}`;
    return { kind: 'repeated', why };
  }
  if (around.length >= DEEPEST) {
    const why = `${DEEPEST} events are being answered, each for a hook of the one before; this is one too many`;
    return { kind: 'too-deep', why };
  }
  const entry = [pid, beginningOf(pid) ?? '', own].join('.');
  return { kind: 'new', env: { [answeringVariable()]: [...around, entry].join(' ') } };
}

/** Session, event and call. Hosts that number no calls are told apart by what they ask. */
function digestOf({ sessionId, row, tool, fields }: HookInput): string {
  const id = fields['tool_use_id'];
  const call = typeof id === 'string' ? id : [tool?.name, tool?.input, fields['prompt']];
  const text = JSON.stringify([sessionId, row.name, call]);
  return sha256(text).slice(0, 24);
}

/** Whoever writes an entry by hand cannot know which process has which number, and when it began. */
function isAnswering(entry: string): boolean {
  const [pid, began, digest] = entry.split('.');
  const number = Number(pid);
  if (digest === undefined || number <= 1 || !isRunning(number)) return false;
  const now = beginningOf(number);
  return now === null || now === began;
}

// What an event is given before hooks hear of it, and what is looked for in the decision about it.

import { DEFAULT_STOP_CAP } from '../decide/index.js';
import { type HookInput, leftOut, withFields } from '../events/index.js';
import type { Decision, Hook, Outcome } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { sha256 } from '../text/index.js';
import { engineDiagnostic } from './diagnostic.js';
import type { DispatchOptions } from './engine.js';
import type { SessionMemory } from './sessions.js';

/**
 * What is said once a session. A hook that prints where nobody listens: most of them mean no harm by it, and other processes of the
 * session need not know. Hooks that replace the same thing: the journal has it every time, and the user is told.
 */
export function tellOnce(
  decision: Decision,
  { told }: SessionMemory,
): { readonly decision: Decision; readonly keys: readonly string[] } {
  if (!decision.diagnostics.some(({ code }) => code === 'stdout-unheard' || code === REWRITES))
    return { decision, keys: [] };
  const keys: string[] = [];
  const diagnostics = decision.diagnostics.flatMap((found) => {
    const { code, file, line, column, message } = found;
    if (code !== 'stdout-unheard' && code !== REWRITES) return [found];
    const key = code === REWRITES ? `${REWRITES} ${shortDigest(message)}` : `${file}:${line}:${column}`;
    if (told.has(key)) return [];
    told.add(key);
    if (code !== REWRITES) return [found];
    keys.push(key);
    return [{ ...found, tell: true as const }];
  });
  return { decision: { ...decision, diagnostics }, keys };
}

const REWRITES = 'conflicting-rewrites';

const shortDigest = (text: string): string => sha256(text).slice(0, 16);

/** What the host cannot do of a decision is found where the event is looked up later. */
export function withNotDone(decision: Decision, notDone: DispatchOptions['notDone']): Decision {
  const found = notDone?.(decision) ?? [];
  if (found.length === 0) return decision;
  const notes = found.map((sentence) => engineDiagnostic('host-cannot', sentence, null, null));
  return { ...decision, diagnostics: [...decision.diagnostics, ...notes] };
}

/**
 * A fault of ours, where hooks say what is permitted: it is no assent. A deny of another hook says more than the fault, and a hook
 * whose verdict nobody waits for would have said nothing.
 */
export function unheardFault(
  { permission, runs }: Decision,
  oneShot: boolean,
): { readonly error: unknown } | null {
  if (permission === 'deny') return null;
  const found = runs.find(({ hook, outcome }) => isFault(outcome) && isAwaited(hook, oneShot));
  return found?.outcome.kind === 'refused' ? (found.outcome.fault ?? null) : null;
}

/** Whether the answer waits for a hook. Where there is no later, it waits for what could wake the model. */
export const isAwaited = ({ handler }: Hook, oneShot: boolean): boolean =>
  handler.type !== 'command' || handler.background === 'no' || (handler.background === 'rewake' && oneShot);

export const isFault = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.fault !== undefined;

/** A host that does not track the flag leaves it out; the engine knows whether Stop hooks forced this round, and who was overridden. */
export function withStopFlag(input: HookInput, session: SessionMemory, profile: Profile): HookInput {
  if (input.row.stops === null) return input;
  const rounds = session.stopRounds.get(input.agentId ?? '');
  const overridden = profile.overriddenStops ? rounds?.overridden : undefined;
  const known = input.fields['stop_hook_active'] !== undefined;
  if (known && overridden === undefined) return input;
  return withFields(input, {
    ...(known ? {} : { stop_hook_active: rounds?.active ?? false }),
    ...(overridden === undefined ? {} : { stop_hook_overridden: overridden }),
  });
}

/** What every hook may rely on is added, after what the host sent, where the host leaves it out. */
export function withMinimum(input: HookInput, projectDir: string): HookInput {
  const missing = leftOut(input.fields, { session_id: 'unknown', transcript_path: '', cwd: projectDir });
  if (Object.keys(missing).length === 0) return input;
  return { ...withFields(input, missing), cwd: input.cwd ?? projectDir };
}

export function stopCap(env: Readonly<Record<string, string>>): number {
  const wish = Number(env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] ?? Number.NaN);
  return Number.isInteger(wish) && wish >= 0 ? wish : DEFAULT_STOP_CAP;
}

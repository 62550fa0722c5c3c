// When the agent wants to stop: lock mode, power steering and reflection may have it carry on.
import { type Context, epochSeconds, isBlank, type Reply } from '../context.js';
import type { InputOf } from '../input/parse.js';
import { lockMode } from '../lock-mode/mode.js';
import { saveMemory } from '../memory/save.js';
import { powerSteering } from '../power-steering/steer.js';
import { reflection } from '../reflection/reflect.js';

export const APPROVE: Reply = { decision: 'approve' };

export async function stop(input: InputOf<'Stop'>, context: Context): Promise<Reply> {
  const known = input.sessionId ?? fromEnvironment(context);
  const session = {
    sessionId: known ?? `session-${epochSeconds(context)}`,
    transcriptPath: input.transcriptPath,
  };
  const decision =
    (await lockMode(context, session.sessionId)) ??
    (await powerSteering(context, session)) ??
    (await reflection(context, session)) ??
    'approve';
  if (decision !== 'approve') return decision;
  try {
    await saveMemory(context, { sessionId: known, transcriptPath: input.transcriptPath, extra: {} });
  } catch {
    context.warn('stop: the session memory could not be saved');
  }
  return APPROVE;
}

function fromEnvironment({ env }: Context): string | null {
  const id = env['CLAUDE_SESSION_ID'] ?? '';
  return isBlank(id) ? null : id;
}

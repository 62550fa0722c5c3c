// What a session leaves behind: one entry for each agent that took part.
import { type Context, epochSeconds, isBlank } from '../context.js';
import type { Extra } from '../input/parse.js';
import { firstUserText, readTurns, type Turn } from '../transcript.js';
import { agentsIn } from './agents.js';
import { type Entry, store } from './store.js';

const MIN_BYTES = 10;
const MAX_CHARACTERS = 500;

export interface SessionEnd {
  readonly sessionId: string | null;
  readonly transcriptPath: string | null;
  /** What the host says itself: `output`, `agent_type`, `task`, `success`. */
  readonly extra: Extra;
}

/** Throws where the store cannot be written. */
export async function saveMemory(context: Context, end: SessionEnd): Promise<void> {
  const { sessionId, extra } = end;
  if (sessionId === null) return;
  const turns = readTurns(context, end.transcriptPath) ?? [];
  const text = given(extra['output']) ?? turns.map((turn) => `${turn.role}: ${turn.text}`).join('\n\n');
  if (Buffer.byteLength(text) < MIN_BYTES || isBlank(text)) return;
  const task = given(extra['task']) ?? firstUserText(turns);
  const entry = (agent: string): Entry => ({
    session: sessionId,
    agent,
    content: `Agent ${agent}: ${beginning(text)}`,
    task: task === null ? null : beginning(task),
    success: extra['success'] !== false,
    time: epochSeconds(context),
    project: projectOf(context),
  });
  await store(context, agentsOf(extra, turns).map(entry));
}

const given = (value: unknown): string | null =>
  typeof value === 'string' && !isBlank(value) ? value : null;

function agentsOf(extra: Extra, turns: readonly Turn[]): readonly string[] {
  const named = given(extra['agent_type']);
  if (named !== null) return [named.trim()];
  const users = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const found = agentsIn(users.join('\n'));
  return found.length > 0 ? found : ['general'];
}

export const beginning = (text: string): string =>
  [...text.slice(0, 2 * MAX_CHARACTERS)].slice(0, MAX_CHARACTERS).join('');

function projectOf({ env }: Context): string {
  const project = env['AMPLIHACK_PROJECT_ID'] ?? '';
  return isBlank(project) ? 'amplihack' : project;
}

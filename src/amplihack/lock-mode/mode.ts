// Lock mode: as long as it is on, a session is told to carry on instead of stopping.
import { type Context, fileNameOf, type Reply, runtime } from '../context.js';
import { removeFromProject, textInProject } from '../files/project.js';
import { isOwnFile } from '../own/file.js';
import { ownVariables } from '../own/variable.js';
import { increment } from './counter.js';

const MAX_ROUNDS = 50;
const MAX_PROMPT_BYTES = 1000;

const CARRY_ON =
  'Lock mode is on and the task is not complete yet. Carry on with the next open step until everything that was asked for is done.';

export const LOCK_FILES = {
  active: '.lock_active',
  goal: '.lock_goal',
  message: '.lock_message',
  prompt: '.continuation_prompt',
} as const;

/** `approve`: the safety valve opened; a reply: carry on; `null`: lock mode is off. */
export async function lockMode(context: Context, sessionId: string): Promise<'approve' | Reply | null> {
  if (!(await isOwnFile(context, runtime(context, 'locks', LOCK_FILES.active)))) return null;
  const counter = runtime(context, 'locks', fileNameOf(sessionId), 'lock_invocations.txt');
  const rounds = await increment(context, counter);
  if (rounds < (await maxRounds(context))) return { decision: 'block', reason: await carryOn(context) };
  for (const name of Object.values(LOCK_FILES)) remove(context, runtime(context, 'locks', name));
  return 'approve';
}

const LIMIT = 'AMPLIHACK_MAX_LOCK_ITERATIONS';

async function maxRounds(context: Context): Promise<number> {
  const given = (await ownVariables(context, LIMIT))[LIMIT] ?? '';
  return /^\d+$/.test(given) ? Number(given) : MAX_ROUNDS;
}

async function carryOn(context: Context): Promise<string> {
  for (const name of [LOCK_FILES.prompt, LOCK_FILES.message]) {
    const file = runtime(context, 'locks', name);
    const text = (await isOwnFile(context, file)) ? (textInProject(context, file)?.trim() ?? '') : '';
    if (text !== '' && Buffer.byteLength(text) <= MAX_PROMPT_BYTES) return text;
  }
  return CARRY_ON;
}

/** The valve opens even where a file cannot be removed. */
function remove(context: Context, path: string): void {
  try {
    removeFromProject(context, path);
  } catch {
    // See above.
  }
}

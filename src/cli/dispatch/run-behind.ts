// Hooks of an event that another process answers: in the background, or only observing.
import { engineOf, settle } from '../../engine/index.js';
import { parseInput } from '../../events/index.js';
import { journalFor } from '../../journal/index.js';
import { isRecord, readExactly } from '../../text/index.js';
import type { Call } from '../command.js';
import { EXIT, UserError } from '../io.js';
import { trustOptions } from '../options/trust-flags.js';
import { turnOf } from '../work/answering.js';
import { listening } from '../work/listening.js';
import { ownHandlers } from '../work/own-handlers.js';
import { handOnEnvFiles } from './env-file.js';
import { dispatchOrder } from './order.js';
import { fromStream } from './stdin.js';

/** Runs the hooks that another process hands over on stdin; what they say is kept for the next event of their session. */
export async function runBehind(call: Call): Promise<number> {
  const { io, options } = call;
  const { project, fields, ...event } = handed((await fromStream(io))?.text ?? '');
  const parsed = parseInput(fields);
  if (!parsed.ok || parsed.input.kind === 'unknown') throw unknown();
  const { input } = parsed;
  const { load } = dispatchOrder(call);
  const turn = turnOf(input, io.env);
  const settled = settle({
    ...load,
    ...trustOptions({ args: [], options, io }),
    projectDir: project,
    env: { ...load.env, ...(turn.kind === 'new' ? turn.env : {}) },
    oneShot: true,
    inProcess: ownHandlers,
  });
  const heard = listening(settled);
  const journal = journalFor(
    settled.env,
    settled.stateDir,
    settled.projectDir,
    () => undefined,
    heard.options,
  );
  const engine = engineOf({ ...settled, journal });
  await engine.runBehind({ input, ...event });
  if (input.row.envFile) handOnEnvFiles(io, engine.envFiles(input.sessionId));
  await engine.close();
  await journal?.close();
  // What is to be told is kept for a command that somebody reads.
  await heard.handOn(false);
  return EXIT.fine;
}

function handed(text: string) {
  const value: unknown = text === '' ? null : readExactly(text);
  if (!isRecord(value)) throw unknown();
  const { hooks, eventId, startedAt, rewrittenBy, project, fields } = value;
  const ids = Array.isArray(hooks) ? hooks.filter((id) => typeof id === 'string') : [];
  if (typeof eventId !== 'string' || typeof startedAt !== 'number' || typeof project !== 'string')
    throw unknown();
  const again = typeof rewrittenBy === 'string' ? { rewrittenBy } : {};
  return { hooks: ids, eventId, startedAt, ...again, project, fields };
}

const unknown = (): UserError => new UserError('--behind is said by dispatch itself, with hooks on stdin');

// Power steering: off unless the project asks for it; then a session may not stop with work left open.
import { join } from 'node:path';
import { isRecord } from '../../text/index.js';
import { type Context, fileNameOf, type Reply, runtime } from '../context.js';
import { isInProject, replaceInProject, textInProject } from '../files/project.js';
import { increment } from '../lock-mode/counter.js';
import { readTranscript } from '../transcript.js';
import { openWork } from './open-work.js';
import { readSession } from './session.js';

export interface Session {
  readonly sessionId: string;
  readonly transcriptPath: string | null;
}

/** A reply: something is open; `null`: no objection. */
export async function powerSteering(context: Context, session: Session): Promise<Reply | null> {
  if (!isOn(context)) return null;
  const id = fileNameOf(session.sessionId);
  const stops = await increment(context, runtime(context, 'power-steering', id, 'session_count'));
  const completed = runtime(context, 'power-steering', `.${id}_completed`);
  if (
    stops === 1 ||
    context.env['AMPLIHACK_SKIP_POWER_STEERING'] !== undefined ||
    isInProject(context, runtime(context, 'power-steering', '.disabled')) ||
    isInProject(context, completed)
  )
    return null;
  const lines = readTranscript(context, session.transcriptPath);
  if (lines === null) return null;
  const work = readSession(lines);
  if (work.isOnlyQuestions) return null;
  const open = openWork(work, context.root);
  if (open.length > 0) return block(open);
  replaceInProject(context, completed, '');
  const summary = `# Session summary\n\nSession: ${session.sessionId}\nStops: ${stops}\nNothing was left open.\n`;
  replaceInProject(context, runtime(context, 'power-steering', id, 'summary.md'), summary);
  return null;
}

/** The file switches it on; only a clear `"enabled": false` in it switches it off again. */
function isOn(context: Context): boolean {
  const text = textInProject(
    context,
    join(context.root, '.claude', 'tools', 'amplihack', '.power_steering_config'),
  );
  if (text === null) return false;
  try {
    const config: unknown = JSON.parse(text);
    return !(isRecord(config) && config['enabled'] === false);
  } catch {
    return true;
  }
}

const block = (open: readonly string[]): Reply => ({
  decision: 'block',
  reason: [
    'Some of the work is still open:',
    ...open.map((item) => `- ${item}`),
    '',
    'Finish it, then stop.',
  ].join('\n'),
});

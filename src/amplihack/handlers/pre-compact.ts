// Before compaction: keeps the transcript and the original request where they can be read afterwards.
import { closeSync, readSync, writeSync } from 'node:fs';
import { reasonOf } from '../../text/index.js';
import { type Context, epochSeconds, fileNameOf, type Reply, runtime } from '../context.js';
import { appendLineWithin } from '../files/append.js';
import { inside, replaceInProject } from '../files/project.js';
import type { InputOf } from '../input/parse.js';
import { keepRequest, originalRequest } from '../session/original-request.js';
import { firstUserText, openTranscript, readTurns, turnsOf } from '../transcript.js';

export function preCompact(input: InputOf<'SessionStop' | 'PreCompact'>, context: Context): Reply | string {
  const sessionId = input.sessionId ?? `session-${epochSeconds(context)}`;
  try {
    const copy = copyTranscript(input.transcriptPath, sessionId, context);
    const metadata = {
      event: 'pre_compact',
      session_id: sessionId,
      timestamp: epochSeconds(context),
      transcript_path: copy,
      original_request_preserved: preserveRequest(input, sessionId, context),
      ...(typeof input.extra['trigger'] === 'string' ? { compaction_trigger: input.extra['trigger'] } : {}),
    };
    const log = runtime(context, 'logs', fileNameOf(sessionId), 'compaction_metadata.jsonl');
    inside(() => appendLineWithin(context.root, log, metadata));
    // Plain text goes to the model, which can look things up there afterwards. Where there is nothing to look up, only
    // programs that call this one read the reply.
    return copy === null
      ? statusReply(metadata)
      : `The transcript before this compaction was kept as ${copy}.`;
  } catch (error) {
    context.warn(`pre-compact: the session could not be kept before compaction: ${reasonOf(error)}`);
    return {};
  }
}

const statusReply = (metadata: Reply): Reply => ({
  hookSpecificOutput: {
    hookEventName: 'PreCompact',
    status: 'success',
    message: 'There was no transcript to keep.',
    transcript_path: null,
    metadata,
  },
});

/** The path of the copy; `null`: there is no transcript. Throws where one cannot be copied. */
function copyTranscript(path: string | null, sessionId: string, context: Context): string | null {
  const from = openTranscript(context, path);
  if (from === null) return null;
  const copy = runtime(context, 'logs', fileNameOf(sessionId), 'transcript_pre_compact.jsonl');
  try {
    replaceInProject(context, copy, (to) => copyAll(from, to));
  } finally {
    closeSync(from);
  }
  return copy;
}

function copyAll(from: number, to: number): void {
  const buffer = Buffer.allocUnsafe(1 << 20);
  for (let length = readSync(from, buffer); length > 0; length = readSync(from, buffer))
    for (let at = 0; at < length; ) at += writeSync(to, buffer, at, length - at);
}

function preserveRequest(
  { extra, transcriptPath }: InputOf<'SessionStop' | 'PreCompact'>,
  sessionId: string,
  context: Context,
): boolean {
  try {
    const text =
      firstUserText(turnsOf(extra['conversation'])) ??
      firstUserText(turnsOf(extra['messages'])) ??
      firstUserText(readTurns(context, transcriptPath) ?? []);
    const request = text === null ? null : originalRequest(text);
    if (request === null) return false;
    keepRequest(context, sessionId, request);
    return true;
  } catch {
    context.warn('pre-compact: the original request could not be written to a file');
    return false;
  }
}

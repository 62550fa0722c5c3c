// Before compaction: keeps the transcript and the original request where they can be read afterwards.
import { closeSync, readSync, writeSync } from 'node:fs';
import { isRegular, openRegular, replaceBy } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import { type Context, epochSeconds, fileNameOf, HookError, type Reply, runtime } from '../context.js';
import { appendLine } from '../files/append.js';
import type { InputOf } from '../input/parse.js';
import { keepRequest, originalRequest } from '../session/original-request.js';
import { firstUserText, readTurns, transcriptFile, turnsOf } from '../transcript.js';

export function preCompact(input: InputOf<'SessionStop' | 'PreCompact'>, context: Context): Reply {
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
    appendLine(runtime(context, 'logs', fileNameOf(sessionId), 'compaction_metadata.jsonl'), metadata);
    const message =
      copy === null ? 'There was no transcript to keep.' : `The transcript was kept as ${copy}.`;
    return reply({ status: 'success', message, transcript_path: copy, metadata });
  } catch (error) {
    const reason = reasonOf(error);
    return reply({
      status: 'error',
      message: 'The session could not be kept before compaction.',
      error: reason,
    });
  }
}

const reply = (output: Reply): Reply => ({ hookSpecificOutput: { hookEventName: 'PreCompact', ...output } });

/** The path of the copy; `null`: there is no transcript. Throws where one cannot be copied. */
function copyTranscript(path: string | null, sessionId: string, context: Context): string | null {
  const source = transcriptFile(context.root, path);
  if (source === null || !isRegular(source)) return null;
  const copy = runtime(context, 'logs', fileNameOf(sessionId), 'transcript_pre_compact.jsonl');
  const from = opened(source);
  try {
    replaceBy(copy, {}, (to) => copyAll(from, to));
  } finally {
    closeSync(from);
  }
  return copy;
}

function opened(transcript: string): number {
  try {
    return openRegular(transcript);
  } catch {
    throw new HookError('the transcript cannot be read');
  }
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
      firstUserText(readTurns(context.root, transcriptPath) ?? []);
    const request = text === null ? null : originalRequest(text);
    if (request === null) return false;
    keepRequest(context, sessionId, request);
    return true;
  } catch {
    context.warn('pre-compact: the original request could not be written to a file');
    return false;
  }
}

// One request to a collector. It never throws, waits no longer than it may, and keeps no process alive.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { gzipSync } from 'node:zlib';
import { isRecord, reasonOf, redactText } from '../../text/index.js';
import { VERSION } from '../../version.js';
import type { Destination } from '../settings/index.js';

export type Reply =
  /** `rejected`: records that the collector took no further, for the reason in `why`. */
  | { readonly kind: 'taken'; readonly rejected: number; readonly why: string }
  /** `afterMs`: how long the collector wants to be left alone; `null`: it does not say. */
  | { readonly kind: 'later'; readonly why: string; readonly afterMs: number | null }
  | { readonly kind: 'refused'; readonly why: string };

/** Answers are short; more is not read. */
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_WORDS = 200;
/** Those that the specification says to try again. */
const LATER = new Set([429, 502, 503, 504]);

const agents = {
  'http:': new HttpAgent({ keepAlive: true, maxSockets: 3, timeout: 30_000 }),
  'https:': new HttpsAgent({ keepAlive: true, maxSockets: 3, timeout: 30_000 }),
};

export function post(
  { url, headers, timeoutMs, isCompressed }: Destination,
  body: string,
  signal: AbortSignal,
): Promise<Reply> {
  return new Promise((resolve) => {
    const bytes = isCompressed ? gzipSync(body) : Buffer.from(body);
    const isSafe = url.protocol === 'https:';
    const sent = (isSafe ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: agents[isSafe ? 'https:' : 'http:'],
      headers: {
        'user-agent': `amplifier-hooks/${VERSION}`,
        ...headers,
        'content-type': 'application/json',
        'content-length': bytes.length,
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      },
    });
    const timer = setTimeout(
      () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)),
      timeoutMs,
    ).unref();
    const stop = (): void => void sent.destroy(new Error('it was ended before there was an answer'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const end = (reply: Reply): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(reply);
    };
    const lost = (error: unknown): void => end({ kind: 'later', why: reasonOf(error), afterMs: null });
    // A host that has nothing else to do must be able to end.
    sent.on('socket', (socket) => socket.unref());
    sent.on('error', lost);
    sent.on('response', (response) => {
      response.on('error', lost);
      void answerOf(response).then((text) => end(replyOf(response, text)), lost);
    });
    sent.end(bytes);
  });
}

async function answerOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length > LONGEST_ANSWER) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function replyOf({ statusCode = 0, headers }: IncomingMessage, text: string): Reply {
  const answer = recordIn(text);
  if (statusCode >= 200 && statusCode < 300) return taken(answer);
  const said = answer?.['message'] ?? '';
  const why = `it answered ${statusCode}${typeof said === 'string' && said !== '' ? `: ${words(said)}` : ''}`;
  if (!LATER.has(statusCode)) return { kind: 'refused', why };
  return { kind: 'later', why, afterMs: waitIn(headers['retry-after']) };
}

/** Success may be partial: then the answer says how many records were left out, and why. */
function taken(answer: Readonly<Record<string, unknown>> | null): Reply {
  const partial = answer?.['partialSuccess'] ?? answer?.['partial_success'];
  if (!isRecord(partial)) return { kind: 'taken', rejected: 0, why: '' };
  const counts = Object.entries(partial).filter(([name]) => /^rejected/.test(name));
  const rejected = counts.reduce((sum, [, count]) => sum + (Number(count) || 0), 0);
  const said = partial['errorMessage'] ?? partial['error_message'];
  return { kind: 'taken', rejected, why: typeof said === 'string' ? words(said) : '' };
}

/** `Retry-After`: seconds, or a date. */
function waitIn(value: string | undefined): number | null {
  if (value === undefined) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function recordIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** What a stranger says, fit for a message. */
const words = (text: string): string => redactText(text.slice(0, LONGEST_WORDS));

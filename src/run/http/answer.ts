// What an answer over HTTP means: an answer of the hook, or a failure. A status alone never blocks anything.
import type { IncomingHttpHeaders } from 'node:http';
import type { Outcome } from '../../nouns.js';
import { isRecord, reasonOf } from '../../text/index.js';
import { launchFailed } from '../command/launch.js';

/** A whole answer. */
export interface Reply {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body is longer than is read. */
  readonly cut: boolean;
}

/** This much of what a server says beside an error is shown. */
const EXCERPT = 500;

export const isFine = (status: number): boolean => status >= 200 && status < 300;

/** Judges an answer; `address` is safe to show. */
export function outcomeOf(reply: Reply, address: string): Outcome {
  const { status, body, cut } = reply;
  if (!isFine(status)) return statusFailure(reply, address);
  if (cut) return bad(`${address} sent more than is read of an answer; it was cut off and is not used`, body);
  const encoding = reply.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && body !== '') {
    return bad(
      `${address} answered in the encoding ${JSON.stringify(encoding)}, which was not asked for`,
      '',
    );
  }
  const text = body.trim();
  if (text === '') return { kind: 'answered', text: '' };
  const problem = whyNoAnswer(text);
  return problem === null ? { kind: 'answered', text } : bad(`${address} ${problem}`, body);
}

function whyNoAnswer(text: string): string | null {
  const hint = 'answer with a JSON object, or with an empty body';
  try {
    return isRecord(JSON.parse(text)) ? null : `answered with JSON that is not an object; ${hint}`;
  } catch (error) {
    if (!text.startsWith('{')) return `answered with text, which counts for nothing; ${hint}`;
    return `answered with JSON that cannot be read (${reasonOf(error)}); ${hint}`;
  }
}

function statusFailure({ status, statusText, headers, body }: Reply, address: string): Outcome {
  const what = `${address} answered ${`${status} ${statusText}`.trim()}`;
  const redirects = status >= 300 && status < 400 && headers.location !== undefined;
  const message = redirects
    ? `${what}: redirects are not followed; write the final address in the hook`
    : `${what}, so its answer does not count`;
  return launchFailed('call-failed', address, message, null, body.trim().slice(0, EXCERPT));
}

const bad = (message: string, stdout: string): Outcome => ({
  kind: 'badOutput',
  message,
  exitCode: 0,
  stdout,
  stderr: '',
});

/** Why a request came to nothing. */
export function errorOutcome(error: Error, connected: boolean, address: string): Outcome {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'HPE_HEADER_OVERFLOW') return failed(`${address} sent headers that are too long`);
  if (code.startsWith('HPE_')) return failed(`what ${address} sent is not HTTP (${error.message})`);
  if (connected) return failed(`${address} closed the connection before its answer was complete (${code})`);
  const why = REASONS[code] ?? (error.message === '' ? code : error.message);
  return launchFailed('unreachable', address, `${address} cannot be reached: ${why}`);

  function failed(message: string): Outcome {
    return launchFailed('call-failed', address, message);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED); start the server, or correct the address',
  ENOTFOUND: 'there is no such host (ENOTFOUND); correct the address',
  EAI_AGAIN: 'the name cannot be looked up at the moment (EAI_AGAIN)',
  EHOSTUNREACH: 'there is no way to that host (EHOSTUNREACH)',
  ENETUNREACH: 'there is no network to it (ENETUNREACH)',
  ETIMEDOUT: 'it does not take the connection (ETIMEDOUT)',
};

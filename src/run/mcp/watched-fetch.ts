// `fetch` for MCP over HTTP: bodies are bounded, and a request whose answer never comes is not waited for.
import { McpFault } from './fault.js';
import type { Fetch } from './guarded-fetch.js';
import { tooMuch } from './server-process.js';

export type RequestId = string | number;

export interface Watch {
  readonly fetch: Fetch;
  /** Bytes of a body, or of one event in a stream of events. */
  readonly limit: number;
  /** `false`: the older way, where answers come in one long stream that is asked for with GET. */
  readonly answersInResponse: boolean;
  /** The response to a request is over; if its answer was not in it, `why` says what happened. */
  over(request: RequestId, why: McpFault): void;
}

/** Of the text beside an HTTP error more than this is not read. */
const ERROR_TEXT = 16 * 1024;

/** A stream that names its events can be taken up again; that is left to the library. */
const EVENT_ID = /(?:^|\n)id:/;

export function watchedFetch(watch: Watch): Fetch {
  return async (url, init) => {
    const method = init?.method ?? 'GET';
    // Nothing is expected from the server but answers, so no stream is kept open for other messages.
    const resumes = new Headers(init?.headers).has('last-event-id');
    if (watch.answersInResponse && method === 'GET' && !resumes) return new Response(null, { status: 405 });
    const response = await watch.fetch(url, init);
    const request = watch.answersInResponse && method === 'POST' ? requestId(init?.body) : null;
    const over = (why: McpFault): void => {
      if (request !== null) watch.over(request, why);
    };
    if (!response.ok) return withBody(response, cut(response.body, ERROR_TEXT));
    if (response.status === 202 || response.body === null) {
      over(new McpFault('garbled', `it answered the call with status ${response.status} and no content`));
      return response;
    }
    const events = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    return withBody(response, watched(response.body, events, watch.limit, over));
  };
}

function withBody(response: Response, body: ReadableStream<Uint8Array> | null): Response {
  const { status, statusText, headers } = response;
  return body === null ? response : new Response(body, { status, statusText, headers });
}

function requestId(body: unknown): RequestId | null {
  const message: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message))
    return null;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
}

/** Counts what comes; tells when it is over, unless the library takes it up again. */
function watched(
  body: ReadableStream<Uint8Array>,
  events: boolean,
  limit: number,
  over: (why: McpFault) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  let resumable = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          if (!resumable) over(new McpFault('unreachable', 'the response ended without an answer'));
          return;
        }
        const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
        const lastEvent = events ? Math.max(chunk.lastIndexOf('\n\n'), chunk.lastIndexOf('\r\n\r\n')) : -1;
        size = lastEvent < 0 ? size + chunk.length : chunk.length - lastEvent;
        resumable ||= events && EVENT_ID.test(chunk.toString('latin1'));
        if (size <= limit) {
          controller.enqueue(value);
          return;
        }
        const fault = tooMuch(limit);
        controller.error(fault);
        over(fault);
        await reader.cancel();
      } catch (error) {
        controller.error(error);
        if (!resumable) over(new McpFault('unreachable', 'the connection was cut before the answer'));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The beginning of a body. */
function cut(body: ReadableStream<Uint8Array> | null, limit: number): ReadableStream<Uint8Array> | null {
  if (body === null) return null;
  const reader = body.getReader();
  let left = limit;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) controller.enqueue(value.subarray(0, left));
      left -= value?.length ?? 0;
      if (!done && left > 0) return;
      controller.close();
      if (!done) await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

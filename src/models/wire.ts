// One exchange with a server: bounded in time and size, redirects not followed, the answer as text.

/** No sensible reply of a model is longer. */
const MOST_BYTES = 8 * 1024 * 1024;
/** For requests without a deadline of their own: a server that never answers is given up. */
const LONGEST_MS = 600_000;

/** The answer was longer than anybody wants to read. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Nobody waits that long, whatever the hook's own limit. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** Fires with the other one, without a listener on it: the hooks of an event may all share that one. */
export function ownSignal(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal]);
}

/** One attempt, with a signal of its own: libraries may leave listeners on it. Nothing of it is left afterwards. */
export async function attempt<T>(outer: AbortSignal, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const own = ownSignal(outer);
  const stop = () => controller.abort();
  own.addEventListener('abort', stop, { once: true });
  if (own.aborted) stop();
  const timer = setTimeout(stop, LONGEST_MS);
  try {
    return await run(controller.signal);
  } catch (error) {
    throw controller.signal.aborted && !outer.aborted ? new TooSlow() : error;
  } finally {
    clearTimeout(timer);
    own.removeEventListener('abort', stop);
  }
}

/** What libraries are given as `fetch`. A redirect would carry the key to wherever the server says. */
export const boundedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.body === null) return response;
  let bytes = 0;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MOST_BYTES) controller.error(new TooLong());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};

/** The data of the events of a `text/event-stream`. */
export function eventData(stream: string): readonly string[] {
  const events: string[] = [];
  let data: string[] = [];
  for (const line of [...stream.split(/\r\n|\r|\n/), '']) {
    if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    if (line !== '' || data.length === 0) continue;
    events.push(data.join('\n'));
    data = [];
  }
  return events.filter((event) => event.trim() !== '[DONE]');
}

/** Some servers stream whatever they are asked, and some of those do not even say so. */
export function isEventStream(contentType: string | null, body: string): boolean {
  if (/^\s*[[{<]/.test(body)) return false;
  return (
    (contentType ?? '').toLowerCase().includes('text/event-stream') || /^\s*(?:data:|event:|:)/.test(body)
  );
}

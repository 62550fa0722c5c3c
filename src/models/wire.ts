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

/** Where requests are sent, and with what. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends one request and reads the answer, whatever its status. Nothing of it is left afterwards. */
export async function post(target: Target, body: unknown, outer: AbortSignal): Promise<Received> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TooSlow()), LONGEST_MS);
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { accept: 'application/json', ...target.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([outer, late.signal]),
      // A redirect would carry the key to wherever the server says.
      redirect: 'manual',
    });
    const text = textOf(response);
    // A refusal is one, however its page ends.
    return {
      status: response.status,
      headers: response.headers,
      text: await (response.ok ? text : text.catch(() => '')),
    };
  } finally {
    clearTimeout(timer);
  }
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new TooLong();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

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

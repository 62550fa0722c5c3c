// What goes back to the browser, and the rules that it goes with.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem } from '../contract.js';
import { problemPage } from '../html.js';
import type { Turned } from './door.js';

/** Nothing from elsewhere, nothing inline, no frame around it, no form that leads away. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** A body that is longer is not read to its end. */
export const MOST_BODY_BYTES = 64 * 1024;

export const TYPES = {
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  style: 'text/css; charset=utf-8',
  picture: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  events: 'text/event-stream; charset=utf-8',
} as const;

export function head(
  response: ServerResponse,
  status: number,
  type: keyof typeof TYPES,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...HEADERS, 'content-type': TYPES[type], ...more });
}

export function send(
  response: ServerResponse,
  status: number,
  type: keyof typeof TYPES,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  head(response, status, type, { 'content-length': String(Buffer.byteLength(text)), ...more });
  response.end(text);
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200): void =>
  send(response, status, 'json', JSON.stringify(value));

/** Whoever is sent away is told so, and nothing else: a person by a page. The rest of what they send is not waited for. */
export function sendAway(response: ServerResponse, { status, problem, hint }: Turned): void {
  const value: Problem = { problem, hint };
  const more = { connection: 'close' };
  if (response.req.headers.accept?.includes('text/html') === true)
    send(response, status, 'html', problemPage(value), more);
  else send(response, status, 'json', JSON.stringify(value), more);
}

/** The body of a request; `null`: it is too long. */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > MOST_BODY_BYTES) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece: Buffer = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > MOST_BODY_BYTES) return null;
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// What went wrong with one attempt: which kind of failure it is, and whether another try may help.
import type { ModelFailure } from '../nouns.js';
import { parsed, record, text } from './json.js';
import { TooLong, TooSlow } from './wire.js';

export interface Failed {
  readonly kind: Exclude<ModelFailure['kind'], 'none' | 'cancelled'>;
  /** Not yet redacted. */
  readonly message: string;
  readonly again: boolean;
  /** Milliseconds the server asks to wait. */
  readonly waitMs: number | null;
  /** The request itself was found wrong: this is what the server says about it. */
  readonly complaint: string | null;
}

const OVERLOADED = 529;
/** The server, or the request as such; a retry changes nothing. */
const COMPLAINTS = new Set([400, 422, 501]);
/** Between us and the service. */
const GATEWAY = new Set([502, 503, 504]);
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  overloaded_error: OVERLOADED,
  api_error: 500,
};

/** An exception of `fetch`. */
export function fromException(error: unknown): Failed {
  const chain = causes(error);
  if (chain.some((cause) => cause instanceof TooLong))
    return garbled('the answer is longer than 8 MB and was cut off');
  if (chain.some((cause) => cause instanceof TooSlow))
    return { ...garbled('no answer within ten minutes'), kind: 'unreachable' };
  return fromConnection(chain);
}

/** An error that came as an ordinary answer, or in the middle of a stream. */
export function fromErrorBody(body: unknown): Failed {
  const { type, code } = record(record(body)['error']);
  const status = typeof code === 'number' ? code : STATUS_OF_TYPE[text(type) ?? ''];
  return failedWith(status ?? 500, body, saidBy(body), new Headers());
}

/** An answer that is none, by its status. */
export function fromStatus(status: number, page: string, headers: Headers): Failed {
  const body = parsed(page);
  return failedWith(status, body, saidBy(body) ?? plainText(page), headers);
}

export function garbled(message: string): Failed {
  return { kind: 'garbled', message, again: false, waitMs: null, complaint: null };
}

function failedWith(status: number, body: unknown, said: string | null, headers: Headers): Failed {
  const message = `HTTP ${status}${said === null ? '' : `: ${said}`}${advice(status)}`;
  const base = { message, waitMs: retryAfter(headers), complaint: null };
  if (status >= 300 && status < 400) return { ...base, kind: 'rejected', again: false };
  // A quota that is used up does not come back by waiting a moment.
  if (status === 429 && /insufficient_quota|credit balance/i.test(JSON.stringify(body ?? '')))
    return { ...base, kind: 'rejected', again: false };
  const allowed = headers.get('x-should-retry') !== 'false';
  if (status === 429 || status === OVERLOADED) return { ...base, kind: 'rate-limited', again: allowed };
  if (COMPLAINTS.has(status))
    return { ...base, kind: 'rejected', again: false, complaint: `${said ?? ''} ${param(body)}` };
  if (status === 408 || status >= 500) {
    const page = body === undefined || body === null || GATEWAY.has(status) || status === 408;
    return { ...base, kind: page ? 'unreachable' : 'rejected', again: allowed };
  }
  return { ...base, kind: 'rejected', again: false };
}

function fromConnection(chain: readonly unknown[]): Failed {
  const code = chain.map((cause) => text(record(cause)['code'])).findLast((found) => found !== null) ?? null;
  const base = { waitMs: null, complaint: null };
  // Newer versions of Node give no code.
  const noHttp = chain.find((cause) => cause instanceof Error && cause.name === 'HTTPParserError');
  if (noHttp instanceof Error || code?.startsWith('HPE_') === true) {
    const message = `the answer is not HTTP (${code ?? (noHttp instanceof Error ? noHttp.message : '')})`;
    return { ...base, kind: 'garbled', message, again: false };
  }
  const words = CONNECTION[code ?? ''];
  const last = chain.at(-1);
  const told = last instanceof Error ? last.message : 'the connection failed';
  const message = words ?? (code === null ? told : `${told} (${code})`);
  const hopeless = code !== null && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_INVALID_URL|ERR_TLS/.test(code);
  return { ...base, kind: 'unreachable', message, again: !hopeless };
}

const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused; is the server running?',
  ENOTFOUND: 'there is no host of that name; is the address right, and is there a network?',
  EAI_AGAIN: 'the name of the host could not be looked up; is there a network?',
  ECONNRESET: 'the server cut the connection',
  UND_ERR_SOCKET: 'the server cut the connection',
  UND_ERR_CONNECT_TIMEOUT: 'the server did not take the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'the server took the request and did not answer',
  UND_ERR_BODY_TIMEOUT: 'the server stopped in the middle of its answer',
};

function advice(status: number): string {
  if (status === 401 || status === 403) return ' (is the key right, and may it use this model?)';
  if (status === 404) return ' (is the address right, and does the service offer this model?)';
  if (status >= 300 && status < 400) return ' a redirect, which is not followed (set the final address)';
  return '';
}

/** What the body of an error says, in the shapes that services use. */
function saidBy(body: unknown): string | null {
  const { error, message, detail } = record(body);
  if (typeof error === 'string') return error;
  return text(record(error)['message']) ?? text(message) ?? text(detail);
}

function param(body: unknown): string {
  return text(record(record(body)['error'])['param']) ?? text(record(body)['param']) ?? '';
}

/** A page made for browsers says nothing to people here. */
function plainText(page: string): string | null {
  const words = page.trim();
  return words === '' ? null : words.startsWith('<') ? 'the answer is an HTML page' : words;
}

function retryAfter(headers: Headers): number | null {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const until = Date.parse(value);
  // By the server's own clock where it tells the time: ours may be wrong.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Number.isNaN(until) ? null : Math.max(0, until - now);
}

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at: unknown = error; at !== undefined && chain.length < 8; at = record(at)['cause'])
    chain.push(at);
  return chain;
}

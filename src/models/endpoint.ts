// Where a service is: its address taken apart, so that no credential is left in it.
import { isWebAddress, urlOf } from '../text/index.js';

export interface Endpoint {
  /** Without credentials, query and trailing slash: what the path of a protocol is appended to. */
  readonly baseUrl: string;
  /** The same, for people. */
  readonly where: string;
  readonly query: Readonly<Record<string, string>>;
  /** `user:password` of the address, as the Authorization header it stands for. */
  readonly basic: string | null;
  readonly secrets: readonly string[];
}

/** The providers' own services. */
export const OFFICIAL = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
} as const;

/** Rules for the path of an address: what the protocol appends its own to. */
export type PathRule = (path: string) => string;

/** The protocol adds `/v1/messages`. */
export const anthropicPath: PathRule = (path) => path.replace(/\/v1$/, '');
/** The protocol adds `/chat/completions`; servers offer it under `/v1` unless a path says otherwise. */
export const openaiPath: PathRule = (path) => (path === '' ? '/v1' : path);

/** `null`: not an address of the web. */
export function endpoint(address: string, pathRule: PathRule): Endpoint | null {
  const url = urlOf(address);
  if (url === null || !isWebAddress(address)) return null;
  const baseUrl = url.origin + pathRule(url.pathname.replace(/\/+$/, ''));
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const basic = user === '' && password === '' ? null : Buffer.from(`${user}:${password}`).toString('base64');
  return {
    baseUrl,
    where: baseUrl,
    query: Object.fromEntries(url.searchParams),
    basic: basic === null ? null : `Basic ${basic}`,
    secrets: [user, password, basic ?? '', ...url.searchParams.values()].filter((secret) => secret !== ''),
  };
}

/** The address of one path there, with the query that belongs to all of them. */
export function addressOf({ baseUrl, query }: Endpoint, path: string): string {
  const search = new URLSearchParams(query).toString();
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

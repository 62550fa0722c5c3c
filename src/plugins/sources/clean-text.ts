// Texts of other programs and addresses, made fit to be told: no secrets, and not too long.
import { shown } from '../../text/index.js';

/** Who logs in, in an address; with a password or not. */
const USER_INFO = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"@]*(?:@[^\s/?#'"@]*)*@/gi;
/** What a program may print although nobody asked: headers, and keys in queries. */
const SECRETS =
  /(\b(?:authorization|proxy-authorization|x-api-key|(?:_?auth_?|access_?|private_?)?token|_?password|_auth)\b["']?\s*[:=]\s*["']?)(?:(?:basic|bearer|token)\s+)?[^\s&'",;]+/gi;
/** Said by programs for people who debug them. */
const NOISE = /^(?:npm (?:warn|verb|info|http|notice)\b.*|hint:.*|npm error A complete log.*)$/i;
const LONGEST = 300;

/** What another program said, as one short line; what it said last is kept. */
export function shorten(text: string): string {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => withoutSecrets(shown(line.slice(0, 4 * LONGEST).replace(/\s+/g, ' ')).trim()))
    .filter((line) => line !== '' && !NOISE.test(line));
  const flat = lines.slice(-4).join('; ');
  return flat.length > LONGEST ? `…${flat.slice(flat.length - LONGEST + 1)}` : flat;
}

export const withoutSecrets = (text: string): string =>
  text.replace(USER_INFO, '$1').replace(SECRETS, '$1***');

/** A text that somebody typed, for messages. */
export const quoted = (text: string): string => JSON.stringify(withoutSecrets(text));

/** An address for messages: without who logs in, and without the query, which may hold a key. */
export const shownAddress = (address: string): string => shown(withoutLogin(address).replace(/[?#].*$/, ''));

/** An address that may be written down: `ssh://git@host` keeps its user, passwords and tokens go. */
export function withoutLogin(address: string): string {
  const ssh = /^(ssh:\/\/[^\s/?#:@]*):[^\s/?#]*@/i.exec(address);
  if (ssh !== null) return `${ssh[1] ?? ''}@${address.slice(ssh[0].length)}`;
  return address.replace(/^(https?:\/\/)[^\s/?#]*@/i, '$1');
}

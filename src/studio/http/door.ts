// Who is let in. The studio shows what agents did and can change what they may do, so that it answers one person's browser only:
// other pages in that browser, other machines, other users of this machine and whoever finds the address later stay outside.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isStranger, userOfPeer } from '../../machine/index.js';

/** Why somebody is not let in. */
export interface Turned {
  readonly status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 500 | 503;
  readonly problem: string;
  readonly hint: string | null;
}

export type Visit =
  /** With the secret of the address. `isAcross`: from another page or a file, so that a redirect would come without the cookie. */
  | { readonly kind: 'enters'; readonly cookie: string; readonly isAcross: boolean }
  | {
      readonly kind: 'visits';
      readonly path: string;
      readonly query: URLSearchParams;
      readonly session: Session;
    };

/** One browser that was let in. */
export interface Session {
  /** What its page has to send along with whatever it wants to be done. */
  readonly token: string;
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Of equal length, whatever was sent, so that the time it takes tells nothing. */
const isSame = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other);

const turned = (status: Turned['status'], problem: string, hint: string | null = null): Turned => ({
  status,
  problem,
  hint,
});

const AGAIN = 'Start `amplifier-hooks studio` again, and open the address that it prints.';
const NOT_YOURS = 'This is not your studio.';

export class Door {
  /**
   * Everything lies below a folder with a name that nobody can guess: a cookie does not know ports, and so it would be sent to every
   * other server of this machine too, if it were for all paths.
   */
  readonly folder = randomBytes(16).toString('base64url');
  readonly #host: string;
  readonly #port: number;
  #secret: Buffer | null;
  /** By the digest of the cookie. */
  readonly #sessions = new Map<string, Session>();
  /** The address to open. It works once. */
  readonly address: string;

  constructor(port: number) {
    const secret = newSecret();
    this.#port = port;
    this.#host = `127.0.0.1:${port}`;
    this.#secret = digest(secret);
    this.address = `${this.origin}${this.root}enter/${secret}`;
  }

  get origin(): string {
    return `http://${this.#host}`;
  }

  get root(): string {
    return `/${this.folder}/`;
  }

  get #cookieName(): string {
    return `studio-${this.folder}`;
  }

  /** Judges a request by what stands in its head. */
  async judge(request: IncomingMessage): Promise<Visit | Turned> {
    const { headers, method = '', url = '' } = request;
    // A page of another name that leads here is still another page: that is how names are rebound.
    const names = request.headersDistinct['host'] ?? [];
    if (names.length !== 1 || names[0] !== this.#host)
      return turned(421, `This address is not ${this.#host}.`, `Open ${this.origin} …, as it was printed.`);
    if (method !== 'GET' && method !== 'POST') return turned(405, 'Only GET and POST are answered.');
    if (headers.origin !== undefined && headers.origin !== this.origin) return turned(403, NOT_YOURS);
    const [path = '', words = ''] = url.split('?', 2);
    if (!path.startsWith(this.root)) return turned(404, 'There is nothing at this address.', AGAIN);
    const rest = path.slice(this.root.length);
    if (rest.startsWith('enter/')) return this.#enter(request, rest.slice('enter/'.length));
    const wrongSite = siteProblem(request, rest === '' ? ['same-origin', 'none'] : ['same-origin']);
    if (wrongSite !== null) return wrongSite;
    const session = this.#sessionOf(headers.cookie ?? '');
    if (session === null) return turned(403, 'This browser was not let in.', AGAIN);
    if (method === 'POST') {
      const wrong = this.#postProblem(request, session);
      if (wrong !== null) return wrong;
    }
    return { kind: 'visits', path: `${method} ${rest}`, query: new URLSearchParams(words), session };
  }

  /** What makes a browser keep the cookie. No script reads it, and no other site sends it. */
  cookieHeader(value: string): string {
    return `${this.#cookieName}=${value}; Path=${this.root}; HttpOnly; SameSite=Strict`;
  }

  async #enter(request: IncomingMessage, given: string): Promise<Visit | Turned> {
    const { headers, method, socket } = request;
    if (method !== 'GET') return turned(405, 'The address is opened, not sent to.');
    // A browser that only looks ahead would use it up.
    const purpose = `${headers['sec-purpose'] ?? ''}${headers['purpose'] ?? ''}`;
    if (purpose !== '') return turned(503, 'The address can be opened once, and not in advance.');
    const site = headers['sec-fetch-site'];
    const isAcross = site !== undefined && site !== 'none' && site !== 'same-origin';
    // Opened by a click or a file it is a page; as a picture or a script of another page it is an attack.
    if (isAcross && headers['sec-fetch-dest'] !== 'document') return turned(403, NOT_YOURS);
    // Others see on the list of processes which address a browser is started with.
    if (isStranger(await userOfPeer(socket.remotePort ?? 0, this.#port))) return turned(403, NOT_YOURS);
    if (this.#secret === null) return turned(403, 'This address was used already.', AGAIN);
    if (!isSame(digest(given), this.#secret)) return turned(403, NOT_YOURS, AGAIN);
    this.#secret = null;
    const cookie = newSecret();
    this.#sessions.set(digest(cookie).toString('hex'), { token: newSecret() });
    return { kind: 'enters', cookie, isAcross };
  }

  #sessionOf(cookies: string): Session | null {
    const name = `${this.#cookieName}=`;
    for (const part of cookies.split(';')) {
      const one = part.trim();
      if (!one.startsWith(name)) continue;
      const found = this.#sessions.get(digest(one.slice(name.length)).toString('hex'));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** A form of another page can send neither this content type nor this header without asking first, and is refused then. */
  #postProblem({ headers }: IncomingMessage, { token }: Session): Turned | null {
    if (headers.origin !== this.origin) return turned(403, NOT_YOURS);
    const type = headers['content-type'] ?? '';
    if (!/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(type))
      return turned(415, 'The content type must be application/json.');
    const given = headers['x-studio-token'];
    if (typeof given !== 'string' || !isSame(digest(given), digest(token)))
      return turned(403, 'The token of the page is missing.', 'Load the page again.');
    return null;
  }
}

/** Where a browser says that a request comes from; others say nothing. */
function siteProblem({ headers }: IncomingMessage, may: readonly string[]): Turned | null {
  const site = headers['sec-fetch-site'];
  return site === undefined || (typeof site === 'string' && may.includes(site))
    ? null
    : turned(403, NOT_YOURS, 'Other pages, also those of this machine, may not ask it.');
}

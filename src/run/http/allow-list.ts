// The list of addresses that http hooks may call: patterns with `*`, compared part by part with the address as it is used.
import { covers, urlOf } from '../../text/index.js';

/** `named`: a pattern that says which host allows it. */
export type Listed = 'no' | 'allowed' | 'named';

interface Pattern {
  /** The pieces between stars. */
  readonly scheme: readonly string[];
  readonly host: readonly string[];
  /** Stars in it stand for digits and dots alone: no name passes for an address. */
  readonly numeric: boolean;
  /** `*`: any; `null`: the usual one of the scheme. */
  readonly port: string | null;
  readonly path: readonly string[];
}

const PARTS = /^([a-z*][a-z\d+.*-]*):\/\/([^/?#\\]*)(.*)$/i;
const compiled = new WeakMap<readonly string[], readonly Pattern[]>();

/** Whether a list allows an address. */
export function listed(list: readonly string[], url: URL): Listed {
  let patterns = compiled.get(list);
  if (patterns === undefined) {
    patterns = list.flatMap((text) => parsePattern(text) ?? []);
    compiled.set(list, patterns);
  }
  const fitting = patterns.filter((pattern) => fits(pattern, url, 'every'));
  if (fitting.length === 0) return 'no';
  return fitting.some(({ host }) => host.some((piece) => piece !== '')) ? 'named' : 'allowed';
}

/**
 * Whether a list refuses an address. Here a slip must not open what was to be closed: a host without a port or path is meant
 * with all of them, one way to read a path is enough, and what cannot be read refuses everything.
 */
export const refuses = (list: readonly string[], url: URL): boolean =>
  list.some((text) => {
    const pattern = parsePattern(text);
    if (pattern === null) return true;
    const { port, path } = pattern;
    const wide = { ...pattern, port: port ?? '*', path: path.join('*') === '/' ? ['/', ''] : path };
    return fits(wide, url, 'some');
  });

/** `null`: the pattern can fit nothing. */
function parsePattern(text: string): Pattern | null {
  const trimmed = text.trim();
  const whole = trimmed === '*' ? '*://*' : trimmed.includes('://') ? trimmed : `*://${trimmed}`;
  // Without a scheme only a leading star can stand for one.
  if (whole !== trimmed && !trimmed.startsWith('*')) return null;
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(whole) ?? [];
  if (scheme === '' || authority === '' || authority.includes('@')) return null;
  const [, name = '', stated] = /^(\[[^\]]*\]|[^:]*)(?::(\d+|\*))?$/.exec(authority) ?? [];
  // A star right behind a name stands for the port and never for more of the name: example.com* is not example.com.evil.
  const open = stated === undefined && /[^.*]\*$/.test(name);
  const host = hostPieces(open ? name.slice(0, -1) : name);
  if (host === null) return null;
  // `https://*` and `http://localhost:*` end in a star, and what follows it is free.
  const path = rest === '' && authority.endsWith('*') ? ['/', ''] : pathPieces(rest);
  return {
    scheme: scheme.toLowerCase().split('*'),
    host,
    numeric: host.length > 1 && host.some((piece) => piece !== '') && /^[\d.]*$/.test(host.join('')),
    port: open || (stated === undefined && name === '*') ? '*' : (stated ?? null),
    path,
  };
}

function hostPieces(name: string): readonly string[] | null {
  if (name.includes('*')) return withoutDot(name.toLowerCase()).split('*');
  const address = `http://${name}/`;
  const url = name === '' ? null : urlOf(address);
  return url === null ? null : [withoutDot(url.hostname)];
}

function pathPieces(rest: string): readonly string[] {
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const query = mark < 0 ? '' : rest.slice(mark);
  const pieces = (path === '' ? '/' : path).split('*').map((piece) => sameSpelling(piece));
  const [first = '', ...others] = query.split('*');
  return [...pieces.slice(0, -1), `${pieces.at(-1) ?? ''}${first}`, ...others];
}

function fits(pattern: Pattern, url: URL, readings: 'some' | 'every'): boolean {
  const host = withoutDot(url.hostname);
  if (!covers(pattern.scheme, url.protocol.slice(0, -1)) || !covers(pattern.host, host)) return false;
  if (pattern.numeric && !/^[\d.]+$/.test(host)) return false;
  const usual = url.protocol === 'https:' ? '443' : '80';
  if (pattern.port !== '*' && Number(pattern.port ?? usual) !== Number(url.port === '' ? usual : url.port)) {
    return false;
  }
  // A server may or may not see a slash in %2F: whichever way it reads the path, it has to be an allowed one.
  return [url.pathname, asReadLoosely(url.pathname)][readings]((path) =>
    covers(pattern.path, `${sameSpelling(path)}${url.search}`),
  );
}

/** One trailing dot of a host name means nothing here. */
const withoutDot = (host: string): string => host.replace(/\.$/, '');

/** Percent encodings in one spelling: what needs none has none, and hexadecimal digits are large. */
function sameSpelling(path: string): string {
  return path
    .replace(/%([\da-f]{2})/gi, (triplet, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code < 0x80 ? encodeURIComponent(String.fromCharCode(code)) : triplet.toUpperCase();
    })
    .replace(/[\u0000-\u0020]|[^\u0000-\u007e]+/g, (raw) => encodeURI(raw.replace(/\p{Surrogate}/gu, '')));
}

/** The path of a server that decodes first, perhaps more than once, and looks for `..` then. */
function asReadLoosely(path: string): string {
  let text = path;
  for (let round = 0; round < 4; round += 1) {
    text = text.replace(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
  const kept = text.replace(/[?#]|%(?![\da-f]{2})/gi, (char) => encodeURIComponent(char));
  return new URL(`http://host/${kept.replace(/^[/\\]+/, '')}`).pathname;
}

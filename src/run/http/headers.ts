// The headers of a request: the engine's own, and those of the hook with the variables it may use.
import type { HttpHandler, Task, Voice } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { whyWithheld } from '../../voices.js';

export type Headers = Readonly<Record<string, string>>;

/** How a message is framed and where it goes is the engine's business: what a hook says about it is not sent. */
const OURS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
/** What would end the header or cannot be sent at all. */
const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/;
const REFERENCE = /\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;
const LONGEST = 16 * 1024;

/** What headers are filled in from. */
export interface Filling extends Pick<Task, 'env' | 'http'> {
  /** Whose word the hook is. */
  readonly voice: Voice;
  readonly profile: Profile;
}

/** The headers by their small names, or why the hook's cannot be sent. Values never stand in that sentence. */
export function requestHeaders(
  handler: HttpHandler,
  url: URL,
  filling: Filling & Pick<Task, 'stdin'>,
): Headers | string {
  const variable = (name: string): string =>
    whyEmpty(name, handler, filling) === null ? (filling.env[name] ?? '') : '';
  const headers = new Map([
    ['accept', 'application/json'],
    ['content-type', 'application/json'],
    ['user-agent', 'amplifier-hooks'],
  ]);
  const credentials = credentialsIn(url);
  if (credentials !== null) headers.set('authorization', credentials);
  for (const [name, written] of Object.entries(handler.headers)) {
    if (!NAME.test(name)) return `${JSON.stringify(name)} is not a name of a header; correct it`;
    const value = written.replace(REFERENCE, (_, braced?: string, bare?: string) =>
      variable(braced ?? bare ?? ''),
    );
    if (UNSENDABLE.test(value)) {
      const hint = 'look for a line break at the end of a variable';
      return `the header ${name} holds a line break or another character that no header can; ${hint}`;
    }
    if (value.length > LONGEST) return `the header ${name} is longer than ${LONGEST} characters`;
    if (!isOurs(name)) headers.set(name.toLowerCase(), value.trim());
  }
  return {
    ...Object.fromEntries(headers),
    'accept-encoding': 'identity',
    'content-length': String(filling.stdin.length),
    host: url.host,
  };
}

/** Why a variable in a header stays empty; `null`: it is filled in. */
export function whyEmpty(
  name: string,
  { allowedEnvVars }: HttpHandler,
  { env, http, voice, profile }: Filling,
): 'not-allowed' | 'not-allowed-by-settings' | 'not-granted' | 'not-set' | null {
  if (!allowedEnvVars.includes(name)) return 'not-allowed';
  const withheld = whyWithheld(name, voice, http.allowedEnvVars, profile);
  if (withheld !== null) return withheld === 'not-granted' ? 'not-granted' : 'not-allowed-by-settings';
  return Object.hasOwn(env, name) && env[name] !== undefined ? null : 'not-set';
}

/** The variables that a value refers to. */
export const variablesIn = (value: string): readonly string[] =>
  [...value.matchAll(REFERENCE)].map(([, braced, bare]) => braced ?? bare ?? '');

/** Whether a header is the engine's, so that what a hook says about it is not sent. */
export const isOurs = (name: string): boolean => OURS.has(name.toLowerCase());

/** `https://name:password@host/` asks for basic authentication. */
export function credentialsIn({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  const plain = [username, password].map(decoded).join(':');
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign stands for itself.
    return text;
  }
}

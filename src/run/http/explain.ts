// What an http hook would send and whether it may, without sending anything.
import { isIP } from 'node:net';
import type { HttpHandler, Task } from '../../nouns.js';
import { withoutSecret } from '../../text/index.js';
import { checkAddresses, Forbidden } from './connections.js';
import { type Filling, isOurs, requestHeaders, variablesIn, whyEmpty } from './headers.js';
import { addressInWords, type Permitted, permission } from './permission.js';

export interface HttpExplanation {
  readonly kind: 'posts';
  /** Without what may be a secret. */
  readonly address: string;
  /** What the list of the settings says about it. */
  readonly allowed: string;
  /** What the guard against private addresses says about it. */
  readonly guard: string;
  readonly headers: readonly ExplainedHeader[];
}

export interface ExplainedHeader {
  readonly name: string;
  /** As written, without what may be a secret. */
  readonly value: string;
  /** `false`: it is the engine's, and what the hook says is left out. */
  readonly sent: boolean;
  readonly variables: readonly { readonly name: string; readonly state: VariableState }[];
}

export type VariableState = 'filled' | NonNullable<ReturnType<typeof whyEmpty>>;

export interface NotSent {
  readonly kind: 'fails';
  readonly problem: 'no-address' | 'not-listed' | 'by-policy' | 'private-address' | 'header';
  readonly why: string;
}

export function explainHttp(
  handler: HttpHandler,
  task: Filling & Pick<Task, 'stdin'>,
): HttpExplanation | NotSent {
  const permitted = judged(handler.url, task.voice, task.http, task.profile);
  if ('problem' in permitted) return permitted;
  const { target, url, address } = permitted;
  const family = isIP(target.host);
  const headers = requestHeaders(handler, url, task);
  if (typeof headers === 'string') return { kind: 'fails', problem: 'header', why: headers };
  return {
    kind: 'posts',
    address,
    allowed: LISTED[permitted.listed ?? 'no list'],
    guard: guardInWords(permitted, family !== 0),
    headers: explainHeaders(handler, task),
  };
}

/** What can be said about an address before a name is looked up. */
function judged(...[url, voice, http, profile]: Parameters<typeof permission>): Permitted | NotSent {
  const permitted = permission(url, voice, http, profile);
  if ('refused' in permitted) return { kind: 'fails', problem: permitted.refused, why: permitted.why };
  const { target, guarded } = permitted;
  const family = isIP(target.host);
  if (!guarded || (family !== 4 && family !== 6)) return permitted;
  try {
    checkAddresses(target, [{ address: target.host, family }]);
    return permitted;
  } catch (error) {
    if (error instanceof Forbidden) return { kind: 'fails', problem: 'private-address', why: error.message };
    throw error;
  }
}

/** Why an address may not be called; `null`: it may, as far as that can be said before a name is looked up. */
export function whyNotCalled(...question: Parameters<typeof permission>): NotSent | null {
  const found = judged(...question);
  return 'problem' in found ? found : null;
}

const LISTED: Readonly<Record<'no list' | 'allowed' | 'named', string>> = {
  'no list': 'every address may be called: no settings have "allowedHttpHookUrls"',
  allowed: 'a pattern in "allowedHttpHookUrls" of the settings allows it',
  named: '"allowedHttpHookUrls" of the settings names its host',
};

function guardInWords({ guarded, listed, target }: Permitted, isNumeric: boolean): string {
  if (guarded)
    return isNumeric
      ? `private addresses are refused, and ${target.host} is none`
      : 'private addresses are refused: checked when the name is resolved';
  return listed === 'named'
    ? 'private addresses are not refused, because the list names the host'
    : 'private addresses are not refused in this profile';
}

/** The headers of a hook and what becomes of the variables in them. */
export const explainHeaders = (handler: HttpHandler, task: Filling): readonly ExplainedHeader[] =>
  Object.entries(handler.headers).map(([name, value]) => ({
    name,
    value: withoutSecret(name, value),
    sent: !isOurs(name),
    variables: [...new Set(variablesIn(value))].map((variable) => ({
      name: variable,
      state: whyEmpty(variable, handler, task) ?? 'filled',
    })),
  }));

/** A handler as it may be shown to anybody. */
export function withoutSecrets(handler: HttpHandler): HttpHandler {
  const headers = Object.entries(handler.headers).map(([name, value]) => [name, withoutSecret(name, value)]);
  return { ...handler, url: addressInWords(handler.url), headers: Object.fromEntries(headers) };
}

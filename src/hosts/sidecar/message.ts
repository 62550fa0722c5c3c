// What one line of JSON-RPC says.

import { endOfString, isRecord, readExactly, reasonOf } from '../../text/index.js';
import { CODES, RpcError } from './rpc-error.js';

export type Id = number | string;

export type Message =
  | {
      readonly kind: 'request';
      readonly id: Id;
      readonly method: string;
      readonly params: unknown;
      /** The message itself: its id is given back as it was written, also where JavaScript cannot hold it. */
      readonly asked: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: Id; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: Id | null; readonly error: RpcError }
  /** To be answered with this error. */
  | { readonly kind: 'wrong'; readonly id: Id | null; readonly error: RpcError };

/** Reads a line. Never throws. */
export function readMessage(line: string): Message {
  let value: unknown;
  try {
    value = readExactly(line);
  } catch (error) {
    const why = reasonOf(error);
    return wrong(idAtBeginning(line), `this line is not JSON: ${why}`, CODES.notJson);
  }
  if (Array.isArray(value)) return wrong(null, 'batches are not taken: send one message a line');
  if (!isRecord(value)) return wrong(null, 'a message is a JSON object');
  const id = isId(value['id']) ? value['id'] : null;
  if (value['jsonrpc'] !== '2.0') return wrong(id, 'a message has "jsonrpc": "2.0"');
  const { method, params = {} } = value;
  if (typeof method === 'string') {
    if (!Object.hasOwn(value, 'id')) return { kind: 'notification', method, params };
    if (id === null) return wrong(null, 'the id of a request is a number or a string');
    return { kind: 'request', id, method, params, asked: value };
  }
  // Some peers write out both members, with nothing in one of them.
  if ((value['error'] ?? null) !== null || (Object.hasOwn(value, 'error') && !Object.hasOwn(value, 'result')))
    return { kind: 'error', id, error: errorIn(value['error']) };
  if (Object.hasOwn(value, 'result') && id !== null) return { kind: 'result', id, result: value['result'] };
  return wrong(id, 'a message has a method, or an id with a result or an error');
}

/** So many messages on one line are answered one by one. */
const MOST_ON_A_LINE = 100;

/** The ids of several messages on one line, which is not JSON for that reason; `[]`: it is not JSON for another. */
export function idsTogether(line: string): readonly (Id | null)[] {
  const found: (Id | null)[] = [];
  const marks = /["{}]/g;
  let [begin, depth] = [0, 0];
  for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
    if (mark[0] === '"') marks.lastIndex = endOfString(line, mark.index);
    if (mark[0] === '{') depth += 1;
    if (mark[0] !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    const message = readMessage(line.slice(begin, mark.index + 1));
    if (depth < 0 || (message.kind === 'wrong' && message.error.code === CODES.notJson)) return [];
    found.push('id' in message ? message.id : null);
    begin = mark.index + 1;
    if (found.length === MOST_ON_A_LINE) break;
  }
  return found.length > 1 ? found : [];
}

/** Plain members, and then the id: nothing that stands deeper can be taken for it. */
const ID_FIRST =
  /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*"id"\s*:\s*(?:(0|[1-9]\d{0,14})|"([^"\\\p{Cc}]*)")\s*[,}]/u;

/** The id of a message that cannot be read as a whole; `null`: it does not stand at its beginning. */
export function idAtBeginning(text: string): Id | null {
  const [, number, word] = ID_FIRST.exec(text) ?? [];
  return number === undefined ? (word ?? null) : Number(number);
}

function errorIn(value: unknown): RpcError {
  if (!isRecord(value)) return new RpcError(CODES.fault, 'an error without an explanation');
  const { code, message, data } = value;
  return new RpcError(
    typeof code === 'number' ? code : CODES.fault,
    typeof message === 'string' ? message : 'an error without a message',
    data,
  );
}

const isId = (value: unknown): value is Id =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

const wrong = (id: Id | null, message: string, code: number = CODES.notAMessage): Message => ({
  kind: 'wrong',
  id,
  error: new RpcError(code, message),
});

// The host's own model, as hooks see it.
import type { Model, ModelFailure, ModelReply, ModelRequest, ModelToolCall } from '../../nouns.js';
import { isRecord, reasonOf } from '../../text/index.js';
import type { Peer } from './peer.js';
import { CODES, RpcError } from './rpc-error.js';

const WHERE = 'the host';

/** A model that asks the host to complete, for one session; it has as long as the request says. */
export function hostModel(session: string, peer: Peer): Model {
  return {
    async complete({ signal, ...request }: ModelRequest): Promise<ModelReply | ModelFailure> {
      try {
        return readReply(
          await peer.ask(
            'complete',
            { session, request },
            { signal, deadlineMs: request.timeLeftMs ?? null },
          ),
        );
      } catch (error) {
        return failure(error);
      }
    },
  };
}

function failure(error: unknown): ModelFailure {
  const message = reasonOf(error);
  const code = error instanceof RpcError ? error.code : CODES.fault;
  if (code === CODES.cancelled || code === CODES.deadline)
    return { ok: false, kind: 'cancelled', where: WHERE, message };
  if (code === CODES.ending) return { ok: false, kind: 'unreachable', where: WHERE, message };
  if (code === CODES.unknownMethod) return { ok: false, kind: 'none', where: WHERE, message };
  return { ok: false, kind: 'rejected', where: WHERE, message };
}

const FAILURES: readonly ModelFailure['kind'][] = [
  'none',
  'unreachable',
  'rate-limited',
  'rejected',
  'garbled',
  'cancelled',
];
const ENDS: readonly ModelReply['end'][] = ['done', 'tools', 'length', 'refused'];

function readReply(value: unknown): ModelReply | ModelFailure {
  const garbled = (message: string): ModelFailure => ({ ok: false, kind: 'garbled', where: WHERE, message });
  if (!isRecord(value)) return garbled('the answer to complete is not an object');
  if (value['ok'] === false) {
    const kind = FAILURES.find((known) => known === value['kind']) ?? 'rejected';
    return {
      ok: false,
      kind,
      where: text(value['where']) ?? WHERE,
      message: text(value['message']) ?? 'no reason given',
    };
  }
  const said = text(value['text']);
  if (value['ok'] !== true || said === null) return garbled('the answer to complete has no "ok" and "text"');
  const toolCalls = toolCallsIn(value['toolCalls'] ?? []);
  if (toolCalls === null) return garbled('"toolCalls" in the answer to complete is not a list of calls');
  return {
    ok: true,
    text: said,
    toolCalls,
    model: text(value['model']) ?? WHERE,
    inputTokens: count(value['inputTokens']) ?? 0,
    outputTokens: count(value['outputTokens']) ?? 0,
    costUsd: count(value['costUsd']),
    end: ENDS.find((known) => known === value['end']) ?? (toolCalls.length > 0 ? 'tools' : 'done'),
  };
}

function toolCallsIn(value: unknown): readonly ModelToolCall[] | null {
  if (!Array.isArray(value)) return null;
  const calls: ModelToolCall[] = [];
  for (const each of value) {
    if (!isRecord(each)) return null;
    const [id, name] = [text(each['id']), text(each['name'])];
    if (id === null || name === null) return null;
    calls.push({ id, name, input: each['input'] ?? {} });
  }
  return calls;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

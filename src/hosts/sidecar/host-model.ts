// The host's own model, as hooks see it.
import type { Model, ModelFailure, ModelReply, ModelRequest } from '../../nouns.js';
import { isRecord, reasonOf } from '../../text/index.js';
import { type Shape, text } from '../../text/shapes/index.js';
import type { Peer } from './peer.js';
import { MODEL_ENDS, MODEL_FAILURES, TOOL_CALLS } from './protocol.js';
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

function readReply(value: unknown): ModelReply | ModelFailure {
  const garbled = (message: string): ModelFailure => ({ ok: false, kind: 'garbled', where: WHERE, message });
  if (!isRecord(value)) return garbled('the answer to complete is not an object');
  if (value['ok'] === false) {
    return {
      ok: false,
      kind: taken(MODEL_FAILURES, value['kind']) ?? 'rejected',
      where: taken(text, value['where']) ?? WHERE,
      message: taken(text, value['message']) ?? 'no reason given',
    };
  }
  const said = taken(text, value['text']);
  if (value['ok'] !== true || said === null) return garbled('the answer to complete has no "ok" and "text"');
  const calls = value['toolCalls'] ?? [];
  if (!TOOL_CALLS.is(calls)) return garbled('"toolCalls" in the answer to complete is not a list of calls');
  return {
    ok: true,
    text: said,
    toolCalls: calls.map(({ id, name, input }) => ({ id, name, input: input ?? {} })),
    model: taken(text, value['model']) ?? WHERE,
    inputTokens: count(value['inputTokens']) ?? 0,
    outputTokens: count(value['outputTokens']) ?? 0,
    costUsd: count(value['costUsd']),
    end: taken(MODEL_ENDS, value['end']) ?? (calls.length > 0 ? 'tools' : 'done'),
  };
}

/** What the host may leave out or get wrong. */
const taken = <T>(shape: Shape<T>, value: unknown): T | null => (shape.is(value) ? value : null);
const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

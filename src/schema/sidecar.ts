// Schemas of everything that the sidecar and its host say to each other, version 1.

import type { ClaudeOutput } from '../hosts/index.js';
import {
  type HostCapabilities,
  type HostNotifications,
  type HostRequests,
  PROTOCOL_VERSIONS,
  type SessionConfig,
  type SidecarNotifications,
  type SidecarRequests,
} from '../hosts/sidecar/index.js';
import type { ContextInjection, HookResult } from '../kernel/index.js';
import type { ModelRequest } from '../nouns.js';
import { PROFILE_NAMES } from '../profiles.js';
import {
  anyNumber,
  anyObject,
  count,
  DRAFT,
  described,
  flag,
  type JsonSchema,
  listOf,
  mapOf,
  oneOf,
  orNull,
  record,
  text,
  texts,
} from './json-schema.js';

type Properties<T> = Readonly<Record<keyof T, JsonSchema>>;

const textOrNull: JsonSchema = { type: ['string', 'null'] };
const flagOrNull: JsonSchema = { type: ['boolean', 'null'] };
const numberOrNull: JsonSchema = { type: ['number', 'null'] };
const nothing = record({});
const level = oneOf('error', 'warning', 'info');
const id: JsonSchema = { type: ['integer', 'string'] };
const refTo = (name: string): JsonSchema => ({ $ref: `#/definitions/${name.replaceAll('/', '~1')}` });

/** What a host sends: fields that nobody knows are left alone. */
function open(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

const optional = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  open(properties, Object.keys(properties));

const config: Properties<Required<SessionConfig>> = {
  enabled: flagOrNull,
  allow_user_hooks: flagOrNull,
  allow_project_hooks: flagOrNull,
  project_allow: flagOrNull,
  default_timeout: described('seconds', numberOrNull),
  max_timeout: described('seconds', numberOrNull),
  profile: oneOf(...PROFILE_NAMES, null),
  fail_closed: flagOrNull,
  claude_settings: flagOrNull,
  plugins: { anyOf: [texts, { type: 'null' }] },
  journal: flagOrNull,
  home: textOrNull,
};

const capabilities: Properties<Required<HostCapabilities>> = {
  show: flagOrNull,
  steer: flagOrNull,
  complete: flagOrNull,
  updated_input: flagOrNull,
  injection_limit: described('characters', numberOrNull),
};

const injection: Properties<ContextInjection> = {
  content: text,
  role: oneOf('system', 'user', 'assistant'),
  ephemeral: flag,
  append_to_last_tool_result: flag,
  hook_name: text,
  event: text,
};

const hookResult: Properties<HookResult> = {
  action: oneOf('continue', 'deny', 'modify', 'inject_context', 'ask_user'),
  data: orNull(anyObject),
  reason: textOrNull,
  context_injection: textOrNull,
  context_injection_role: oneOf('system', 'user', 'assistant'),
  ephemeral: flag,
  approval_prompt: textOrNull,
  approval_options: { anyOf: [texts, { type: 'null' }] },
  approval_timeout: anyNumber,
  approval_default: oneOf('allow', 'deny'),
  suppress_output: flag,
  user_message: textOrNull,
  user_message_level: level,
  user_message_source: textOrNull,
  append_to_last_tool_result: flag,
  context_injections: listOf(record(injection)),
};

const claudeOutput: Properties<ClaudeOutput> = { exitCode: oneOf(0, 2), stdout: text, stderr: text };

const toolCall = open({ id: text, name: text, input: true }, ['input']);

const modelRequest: Properties<Required<Omit<ModelRequest, 'signal'>>> = {
  model: textOrNull,
  system: text,
  messages: listOf({
    anyOf: [
      record({ role: oneOf('user'), text }),
      record({ role: oneOf('assistant'), text, toolCalls: listOf(toolCall) }),
      record({ role: oneOf('tool'), id: text, text, failed: flag }),
    ],
  }),
  tools: listOf(record({ name: text, description: text, input: anyObject })),
  toolChoice: { anyOf: [oneOf('auto', 'none'), record({ tool: text })] },
  schema: orNull(anyObject),
  maxTokens: count,
  timeLeftMs: described('milliseconds until nobody waits for it any more', anyNumber),
};

const modelAnswer: JsonSchema = {
  anyOf: [
    open(
      {
        ok: oneOf(true),
        text,
        toolCalls: listOf(toolCall),
        model: text,
        inputTokens: count,
        outputTokens: count,
        costUsd: numberOrNull,
        end: oneOf('done', 'tools', 'length', 'refused'),
      },
      ['toolCalls', 'model', 'inputTokens', 'outputTokens', 'costUsd', 'end'],
    ),
    open(
      {
        ok: oneOf(false),
        kind: oneOf('none', 'unreachable', 'rate-limited', 'rejected', 'garbled', 'cancelled'),
        where: text,
        message: text,
      },
      ['where'],
    ),
  ],
};

type Requests<T> = { readonly [M in keyof T]: { readonly params: JsonSchema; readonly result: JsonSchema } };

const fromHost: Requests<HostRequests> = {
  initialize: {
    params: open(
      {
        protocol: described(
          `versions the host speaks; there is ${PROTOCOL_VERSIONS.join(', ')}`,
          listOf(anyNumber),
        ),
        host: open({ name: text, version: text }),
        format: oneOf('amplifier', 'claude', null),
        config: orNull({ $ref: '#/definitions/config' }),
        capabilities: orNull({ $ref: '#/definitions/capabilities' }),
      },
      ['format', 'config', 'capabilities'],
    ),
    result: record({ protocol: oneOf(...PROTOCOL_VERSIONS), name: text, version: text }),
  },
  'session/open': {
    params: open(
      {
        session: text,
        parent: textOrNull,
        cwd: text,
        transcript: textOrNull,
        config: orNull({ $ref: '#/definitions/config' }),
        capabilities: orNull({ $ref: '#/definitions/capabilities' }),
      },
      ['parent', 'transcript', 'config', 'capabilities'],
    ),
    result: record({ events: texts }),
  },
  event: {
    params: {
      anyOf: [
        described('format amplifier', open({ session: text, event: text, data: anyObject })),
        described('format claude', open({ session: text, input: anyObject })),
      ],
    },
    result: record(
      { result: { anyOf: [refTo('hookResult'), refTo('claudeOutput'), { type: 'null' }] }, env: mapOf(text) },
      ['env'],
    ),
  },
  'session/close': { params: open({ session: text }), result: nothing },
  ping: { params: anyObject, result: nothing },
  shutdown: { params: anyObject, result: nothing },
};

const fromSidecar: Requests<SidecarRequests> = {
  complete: {
    params: record({ session: text, request: record(modelRequest, ['timeLeftMs']) }),
    result: modelAnswer,
  },
  show: { params: record({ session: text, message: text, level, source: text }), result: anyObject },
  steer: {
    params: record({ session: text, text }),
    result: open({ accepted: flag, why: textOrNull }, ['why']),
  },
};

const hostNotifications: Properties<HostNotifications> = { cancel: open({ id }) };
const sidecarNotifications: Properties<SidecarNotifications> = {
  interest: record({ session: text, events: texts }),
  log: record({ level, message: text }),
  cancel: record({ id }),
};

const jsonrpc: JsonSchema = { const: '2.0' };
const failed = record({ jsonrpc, id: { type: ['integer', 'string', 'null'] }, error: refTo('error') });

/** Everything one side may send: its requests and notifications, and answers to what the other side asks. */
function side(
  requests: Readonly<Record<string, unknown>>,
  notifications: Readonly<Record<string, JsonSchema>>,
  asked: Readonly<Record<string, unknown>>,
): JsonSchema {
  return {
    anyOf: [
      ...Object.keys(requests).map((method) =>
        open({ jsonrpc, id, method: { const: method }, params: refTo(`${method}.params`) }, [
          ...(method === 'ping' || method === 'shutdown' ? ['params'] : []),
        ]),
      ),
      ...Object.entries(notifications).map(([method, params]) =>
        record({ jsonrpc, method: { const: method }, params }),
      ),
      record({
        jsonrpc,
        id,
        result: { anyOf: Object.keys(asked).map((method) => refTo(`${method}.result`)) },
      }),
      failed,
    ],
  };
}

/** One line of either side; `definitions` has the parts by name. */
export function sidecarSchema(): JsonSchema {
  const parts = Object.entries({ ...fromHost, ...fromSidecar }).flatMap(([method, { params, result }]) => [
    [`${method}.params`, params],
    [`${method}.result`, result],
  ]);
  return {
    $schema: DRAFT,
    title: 'What the sidecar (amplifier-hooks serve) and its host say to each other: one message a line',
    anyOf: [refTo('fromHost'), refTo('fromSidecar')],
    definitions: {
      fromHost: side(fromHost, hostNotifications, fromSidecar),
      fromSidecar: side(fromSidecar, sidecarNotifications, fromHost),
      ...Object.fromEntries(parts),
      config: optional(config),
      capabilities: optional(capabilities),
      hookResult: open(hookResult),
      claudeOutput: record(claudeOutput),
      error: record({ code: { type: 'integer' }, message: text, data: true }, ['data']),
    },
  };
}

// The schema of everything that the sidecar and its host say to each other, version 1.
import {
  HOST_NOTIFICATIONS,
  HOST_REQUESTS,
  SIDECAR_NOTIFICATIONS,
  SIDECAR_REQUESTS,
} from '../hosts/sidecar/index.js';
import {
  anything,
  DRAFT,
  either,
  integer,
  type JsonSchema,
  named,
  object,
  oneOf,
  open,
  optional,
  orNull,
  type Shape,
  schemaOf,
  text,
} from '../text/shapes/index.js';

type Requests = Readonly<
  Record<string, { readonly params: Shape<unknown>; readonly result: Shape<unknown> }>
>;

const jsonrpc = oneOf('2.0');
const id = either(integer, text);
const error = named('error', object({ code: integer, message: text, data: optional(anything) }));

/** Everything one side may send: its requests and notifications, and answers to what the other side asks. */
const side = (
  requests: Requests,
  notifications: Readonly<Record<string, Shape<unknown>>>,
  asked: Requests,
): Shape<unknown> =>
  either(
    ...Object.entries(requests).map(([method, { params }]) =>
      open({ jsonrpc, id, method: oneOf(method), params: named(`${method}.params`, params) }),
    ),
    ...Object.entries(notifications).map(([method, params]) =>
      object({ jsonrpc, method: oneOf(method), params }),
    ),
    object({
      jsonrpc,
      id,
      result: either(
        ...Object.entries(asked).map(([method, { result }]) => named(`${method}.result`, result)),
      ),
    }),
    object({ jsonrpc, id: orNull(id), error }),
  );

/** One line of either side; `definitions` has the parts by name. */
export const sidecarSchema = (): JsonSchema => ({
  $schema: DRAFT,
  title: 'What the sidecar (amplifier-hooks serve) and its host say to each other: one message a line',
  ...schemaOf(
    either(
      named('fromHost', side(HOST_REQUESTS, HOST_NOTIFICATIONS, SIDECAR_REQUESTS)),
      named('fromSidecar', side(SIDECAR_REQUESTS, SIDECAR_NOTIFICATIONS, HOST_REQUESTS)),
    ),
  ),
});

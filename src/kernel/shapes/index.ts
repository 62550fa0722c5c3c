// The door `kernel/shapes`: the wire form of hook results as shapes, for those who read or describe it.
import {
  anyObject,
  flag,
  type Infer,
  listOf,
  number,
  object,
  oneOf,
  open,
  optional,
  orNull,
  type Shape,
  text,
  worded,
} from '../../text/shapes/index.js';

const choice = <const T extends readonly string[]>(...choices: T): Shape<T[number]> =>
  worded(`one of ${choices.join(', ')}`, oneOf(...choices));

const role = choice('system', 'user', 'assistant');

const injection = object({
  content: text,
  role,
  ephemeral: flag,
  append_to_last_tool_result: flag,
  hook_name: text,
  event: text,
});

/** A wrong item makes the list wrong. */
const texts = orNull(listOf(text));

const resultFields = {
  action: choice('continue', 'deny', 'modify', 'inject_context', 'ask_user'),
  data: orNull(anyObject),
  reason: orNull(text),
  context_injection: orNull(text),
  context_injection_role: role,
  ephemeral: flag,
  approval_prompt: orNull(text),
  approval_options: { ...texts, parts: () => null },
  approval_timeout: worded('a number of seconds', number),
  approval_default: choice('allow', 'deny'),
  suppress_output: flag,
  user_message: orNull(text),
  user_message_level: choice('info', 'warning', 'error'),
  user_message_source: orNull(text),
  append_to_last_tool_result: flag,
  context_injections: listOf(injection),
};

/** A complete result. Whether it says what `HookResult` says, the compiler sees where one becomes the other. */
export const hookResultShape = open(resultFields);

const injectionAnswers = listOf(
  open({
    content: text,
    role: optional(role),
    ephemeral: optional(flag),
    append_to_last_tool_result: optional(flag),
    hook_name: optional(text),
    event: optional(text),
  }),
);
/** An item that is no object makes the list wrong, not the item. */
const injectionsOrNone: typeof injectionAnswers = {
  ...injectionAnswers,
  parts: (value) => (listOf(anyObject).is(value) ? injectionAnswers.parts(value) : null),
};
const wholeAnswer = open({ ...resultFields, context_injections: injectionsOrNone });
const fields: readonly [string, Shape<unknown>][] = Object.entries(wholeAnswer.fields);
const anyAnswer = open(Object.fromEntries(fields.map(([name, field]) => [name, optional(field)])));
type Answer = Partial<Infer<typeof wholeAnswer>>;
/** What a handler may return: what is left out gets its default. */
export const answerShape: Shape<Answer> = {
  ...anyAnswer,
  is: (value): value is Answer => anyAnswer.is(value),
};

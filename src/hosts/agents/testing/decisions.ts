// Decisions of every kind, with whatever else hooks may say beside them, and what hosts are asked with.
import fc from 'fast-check';
import { type EventName, eventRow } from '../../../events/index.js';
import type { Decision, Failure, Permission, Said } from '../../../nouns.js';
import { decision, inputOf } from '../../../testing/index.js';
import type { Agent, Judged, Payload } from '../agent.js';

/** What the hooks of an event want most of all. */
export type Want = 'deny' | 'ask' | 'stop' | 'rewrite' | 'anything';

/** Texts that a host may stumble over: none, blanks, what looks like an answer of its own, many lines. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' \n'),
  fc.constantFrom(
    '{}',
    '{"decision":"allow"}',
    '{"hookSpecificOutput":{"permissionDecision":"allow"}}',
    '"{\\"continue\\":true}"',
    'one\ntwo\n',
    '<b>&amp;</b>',
    '\u0000\u001b[2J',
  ),
);

const said = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Said<T>> =>
  values.map((value) => ({ value, by: 'h1' }));
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values);
const several = fc.array(said(texts), { maxLength: 3 });
const fields = fc.oneof(
  fc.record({ command: texts }),
  fc.record({ file_path: texts, content: texts }),
  fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { maxKeys: 4 }),
);
const failures: fc.Arbitrary<readonly Failure[]> = fc.array(
  texts.map((message) => ({ by: 'h1', kind: 'finished' as const, message, blocked: false })),
  { maxLength: 2 },
);

/** Everything that a decision carries beside what it decides. */
const beside = fc.record({
  reason: maybe(texts),
  feedback: several,
  context: several,
  late: several,
  systemMessages: several,
  updatedInput: maybe(said(fields)),
  updatedOutput: maybe(said(fc.oneof(texts, fc.jsonValue()))),
  updatedPermissions: maybe(said(fc.array(fc.jsonValue(), { maxLength: 2 }))),
  interrupt: fc.boolean(),
  hidePrompt: fc.boolean(),
  output: fc.dictionary(
    fc.constantFrom('suppressOutput', 'terminalSequence', 'sessionTitle', 'foo'),
    said(fc.jsonValue()),
  ),
  failures,
});

const stops = said(maybe(texts));

/** Any decision about an event, of those that can come about: what decides says so in all its fields. */
export function decisionThat(event: EventName, want: Want): fc.Arbitrary<Decision> {
  const { permission: isGate, jsonBlock } = eventRow(event);
  const permissions: Readonly<Record<Want, readonly (Permission | null)[]>> = {
    deny: ['deny'],
    ask: ['ask', 'defer'],
    stop: [null, 'allow', 'ask'],
    rewrite: [null, 'allow'],
    anything: [null, 'allow', 'ask', 'defer', 'deny'],
  };
  // Of a block of Stop, which makes the agent go on, a stop leaves nothing.
  const goesOn = jsonBlock === 'goOn';
  const never = want === 'rewrite' || (want === 'deny' && goesOn);
  return fc
    .record({
      said: beside,
      permission: isGate ? fc.constantFrom(...permissions[want]) : fc.constant(null),
      blocked: fc.boolean(),
      stop: want === 'stop' ? stops : never ? fc.constant(null) : maybe(stops),
      input: said(fields),
    })
    .map(({ said, permission, blocked, stop, input }) => {
      const wanted = want === 'deny' || (want === 'anything' && blocked && !(goesOn && stop !== null));
      const isBlocked = isGate ? permission === 'deny' : wanted;
      const isOn = (isBlocked || said.context.length > 0) && stop === null;
      return decision([], {
        ...said,
        event,
        permission,
        blocked: isBlocked,
        stop,
        continues: goesOn ? isOn : stop === null,
        ...(want === 'rewrite' ? { updatedInput: input } : {}),
      });
    });
}

/** The events of a payload, each with a decision; at least one of them is what is wanted. */
export function judgedThat(agent: Agent, payload: Payload, want: Want): fc.Arbitrary<Judged> {
  const { event, inputs } = inputsOf(agent, payload);
  const [first, ...others] = inputs;
  const rest = others.map(() => decisionThat(event, 'anything'));
  return fc
    .tuple(fc.nat({ max: others.length }), decisionThat(event, want), fc.tuple(...rest))
    .map(([at, wanted, more]): Judged => {
      const [one = wanted, ...decisions] = [...more.slice(0, at), wanted, ...more.slice(at)];
      return { payload, event, decisions: [one, ...decisions], inputs: [first, ...others] };
    });
}

/** A payload with these decisions, of which there is one for each input, or one for all. */
export function judged(agent: Agent, payload: Payload, ...changes: readonly Partial<Decision>[]): Judged {
  const { event, inputs } = inputsOf(agent, payload);
  const [first = {}, ...others] = inputs.map((_, index) => changes[index] ?? changes.at(-1) ?? {});
  const decided = (change: Partial<Decision>): Decision => decision([], { event, ...change });
  return { payload, event, decisions: [decided(first), ...others.map(decided)], inputs };
}

function inputsOf(agent: Agent, payload: Payload): Pick<Judged, 'event' | 'inputs'> {
  const read = agent.read(payload);
  if (read.kind !== 'event') throw new Error(`${agent.facts.name} reads no event: ${JSON.stringify(read)}`);
  const [first, ...others] = read.inputs;
  return { event: read.event, inputs: [inputOf(first), ...others.map(inputOf)] };
}

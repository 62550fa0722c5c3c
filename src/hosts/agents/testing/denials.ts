// Decisions that deny, whatever else hooks said beside it.
import fc from 'fast-check';
import type { EventName, HookInput } from '../../../events/index.js';
import type { Decision, Said } from '../../../nouns.js';
import { decision } from '../../../testing/index.js';
import type { Judged, Payload } from '../agent.js';

const said = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Said<T>> =>
  value.map((one) => ({ value: one, by: 'h1' }));
const texts = fc.array(said(fc.string()), { maxLength: 3 });
const orNothing = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });

/** Anything that hooks may have said about an event. */
const anything = (event: EventName): fc.Arbitrary<Decision> =>
  fc
    .record<Partial<Decision>>({
      permission: orNothing(fc.constantFrom('allow' as const, 'ask' as const, 'defer' as const)),
      reason: orNothing(fc.string()),
      feedback: texts,
      context: texts,
      late: texts,
      systemMessages: texts,
      updatedInput: orNothing(said(fc.dictionary(fc.string(), fc.jsonValue()))),
      updatedOutput: orNothing(said(fc.jsonValue())),
      stop: orNothing(said(fc.string())),
      interrupt: fc.boolean(),
      hidePrompt: fc.boolean(),
      output: fc.dictionary(fc.constantFrom('suppressOutput', 'sessionTitle'), said(fc.jsonValue())),
      failures: fc.array(
        fc.record({
          by: fc.constant('h1'),
          kind: fc.constant('finished' as const),
          message: fc.string(),
          blocked: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
    })
    .map((changes) => decision([], { event, ...changes }));

const denying = (event: EventName): fc.Arbitrary<Decision> =>
  fc.tuple(anything(event), fc.constantFrom('blocked', 'permission', 'both')).map(([one, how]) => ({
    ...one,
    blocked: how !== 'permission',
    permission: how === 'blocked' ? one.permission : 'deny',
  }));

/** What was decided about the inputs of one payload, with at least one deny among it. */
export const denials = (
  event: EventName,
  payload: Payload,
  inputs: readonly [HookInput, ...HookInput[]],
): fc.Arbitrary<Judged> =>
  fc
    .tuple(denying(event), ...inputs.slice(1).map(() => anything(event)))
    .chain((decisions) => fc.shuffledSubarray(decisions, { minLength: decisions.length }))
    .map((decisions): Judged => {
      const [first, ...others] = decisions;
      if (first === undefined) throw new Error('no decision');
      return { payload, event, decisions: [first, ...others], inputs };
    });

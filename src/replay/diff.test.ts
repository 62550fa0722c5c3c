// What counts as a difference, by table and by property.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../journal/index.js';
import { differences, verdictDifference } from './diff.js';
import { isRefusal, type Judged, sameText, sameValue, strength } from './judged.js';

const judged = (changes: Partial<Judged> = {}): Judged => ({
  verdict: 'nothing',
  reason: null,
  by: [],
  context: [],
  messages: [],
  rewrites: {},
  failures: [],
  ran: [],
  speakers: { context: [], messages: [], rewrites: [], failures: [] },
  ...changes,
});

describe('the verdict', () => {
  const TABLE = [
    ['nothing', 'deny', 'newly-denied'],
    ['allow', 'deny', 'newly-denied'],
    ['ask', 'deny', 'newly-denied'],
    ['nothing', 'block', 'newly-denied'],
    ['nothing', 'stop', 'newly-denied'],
    ['deny', 'nothing', 'newly-allowed'],
    ['deny', 'allow', 'newly-allowed'],
    // A question instead of a no lets more through.
    ['deny', 'ask', 'newly-allowed'],
    ['defer', 'ask', 'newly-allowed'],
    ['ask', 'allow', 'newly-allowed'],
    ['ask', 'nothing', 'newly-allowed'],
    // No question of the host any more.
    ['nothing', 'allow', 'newly-allowed'],
    ['block', 'nothing', 'newly-allowed'],
    ['stop', 'nothing', 'newly-allowed'],
    ['nothing', 'ask', 'newly-asked'],
    ['allow', 'ask', 'newly-asked'],
    ['ask', 'defer', 'newly-asked'],
    ['allow', 'nothing', 'other-verdict'],
    ['deny', 'stop', 'other-verdict'],
    ['block', 'deny', 'other-verdict'],
    ['deny', 'deny', null],
    ['nothing', 'nothing', null],
  ] as const;

  it.each(TABLE)('%s → %s is %s', (before, after, kind) => {
    expect(verdictDifference(judged({ verdict: before }), judged({ verdict: after }))).toBe(kind);
  });

  const verdict = fc.constantFrom(...VERDICTS);

  it('what became weaker is newly allowed, unless both refuse or it is left to the host', () => {
    fc.assert(
      fc.property(verdict, verdict, (before, after) => {
        const kind = verdictDifference(judged({ verdict: before }), judged({ verdict: after }));
        expect(kind === null).toBe(before === after);
        const isWeaker = strength(after) < strength(before) && !isRefusal(after);
        expect(kind === 'newly-allowed').toBe(isWeaker);
        expect(kind === 'newly-denied').toBe(isRefusal(after) && !isRefusal(before));
      }),
    );
  });

  it('nothing is newly allowed in both directions', () => {
    fc.assert(
      fc.property(verdict, verdict, (one, other) => {
        const there = verdictDifference(judged({ verdict: one }), judged({ verdict: other }));
        const back = verdictDifference(judged({ verdict: other }), judged({ verdict: one }));
        expect(there === 'newly-allowed' && back === 'newly-allowed').toBe(false);
        expect(there === null).toBe(back === null);
      }),
    );
  });
});

const text = fc.string({ maxLength: 20 });
const anyJudged = fc.record({
  verdict: fc.constantFrom(...VERDICTS),
  reason: fc.option(text),
  by: fc.array(text, { maxLength: 2 }),
  context: fc.uniqueArray(text, { maxLength: 3 }),
  messages: fc.uniqueArray(text, { maxLength: 3 }),
  rewrites: fc.dictionary(fc.constantFrom('updatedInput', 'updatedOutput'), fc.jsonValue()),
  failures: fc.uniqueArray(text, { maxLength: 2 }),
  ran: fc.array(text, { maxLength: 2 }),
});

describe('everything else', () => {
  it('an event is never different from itself', () => {
    fc.assert(
      fc.property(anyJudged, (one) => {
        expect(differences(judged(one), judged(structuredClone(one)))).toEqual([]);
      }),
    );
  });

  it('what differs is told once, and the same in both directions but for its side', () => {
    fc.assert(
      fc.property(anyJudged, anyJudged, (one, other) => {
        const there = differences(judged(one), judged(other));
        const back = differences(judged(other), judged(one));
        const kinds = there.map(({ kind }) => kind);
        expect(new Set(kinds).size).toBe(kinds.length);
        const others = (list: typeof there) =>
          list.filter(({ kind }) => !/newly|verdict/.test(kind)).map(({ kind }) => kind);
        expect(others(back)).toEqual(others(there));
      }),
    );
  });

  it('says who said so, then and now', () => {
    const before = judged({ verdict: 'deny', reason: 'no', by: ['a'], context: ['x'] });
    const speakers = { context: ['b'], messages: [], rewrites: [], failures: [] };
    const after = judged({ verdict: 'nothing', context: ['y'], speakers });
    expect(differences(before, after)).toEqual([
      { kind: 'newly-allowed', before: 'deny', after: 'nothing', by: ['a'], nowBy: [] },
      { kind: 'context', before: ['x'], after: ['y'], by: [], nowBy: ['b'] },
    ]);
  });

  it('another reason for the same verdict is a difference of its own', () => {
    const [one, other] = [judged({ verdict: 'deny', reason: 'a' }), judged({ verdict: 'deny', reason: 'b' })];
    expect(differences(one, other).map(({ kind }) => kind)).toEqual(['reason']);
  });

  it('a hook that fails now, or fails no longer, is one', () => {
    const failing = judged({ failures: ['a timedOut'] });
    expect(differences(judged(), failing).map(({ kind }) => kind)).toEqual(['failure']);
    expect(differences(failing, judged()).map(({ kind }) => kind)).toEqual(['failure']);
  });
});

describe('texts', () => {
  it.each([
    ['as they are', 'same', 'same', true],
    ['other words', 'same', 'other', false],
    ['cut at the same place', 'aaa…[cut: 9 characters]', 'aaa…[cut: 9 characters]', true],
    ['cut at another place', 'aaa…[cut: 9 characters]', 'aaaaa…[cut: 9 characters]', true],
    ['cut, and of another length', 'aaa…[cut: 9 characters]', 'aaa…[cut: 8 characters]', false],
    ['cut, and another beginning', 'aab…[cut: 9 characters]', 'aaa…[cut: 9 characters]', false],
    ['cut on one side', 'aaa…[cut: 9 characters]', 'aaabbbccc', true],
    ['cut on one side, and too short', 'aaa…[cut: 9 characters]', 'aaabbb', false],
    ['a secret on one side only', 'TOKEN=[redacted]', 'TOKEN=abcdef1234567890', true],
    ['other words beside a secret', 'x TOKEN=[redacted]', 'y TOKEN=abcdef1234567890', false],
  ])('%s', (_, one, other, same) => {
    expect(sameText(one, other)).toBe(same);
    expect(sameText(other, one)).toBe(same);
  });

  it('values are compared member by member, whatever their order', () => {
    expect(sameValue({ a: 1, b: ['x'] }, { b: ['x'], a: 1 })).toBe(true);
    expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(sameValue({ a: 1 }, { a: 2 })).toBe(false);
    expect(sameValue(['a'], ['a', 'b'])).toBe(false);
  });
});

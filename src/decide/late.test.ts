// What background hooks say when they end.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hook, Outcome, Said } from '../nouns.js';
import { profile } from '../profiles.js';
import { commandHandler, exited, hook, input, run } from '../testing/index.js';
import { keepLate, LONGEST_WAITING, lateOf, MOST_WAITING } from './late.js';

function background(
  kind: 'async' | 'rewake',
  words: { rewakeMessage?: string; rewakeSummary?: string } = {},
): Hook {
  return hook('b', { event: 'PostToolUse', handler: commandHandler('b', { background: kind, ...words }) });
}

const late = (one: Hook, outcome: Outcome) =>
  lateOf(run(one, outcome), input('PostToolUse', { tool_response: {} }), profile('amplifier'));
const texts = (one: Hook, outcome: Outcome) => late(one, outcome).texts.map(({ value }) => value);

describe('a hook that may wake the model', () => {
  const words = { rewakeMessage: 'Review findings:', rewakeSummary: 'The review found something' };

  it.each([
    ['stderr', {}, exited(2, 'out', 'err\n'), ['err']],
    ['stdout where stderr is empty', {}, exited(2, 'out\n', ' \n'), ['out']],
    ['its message before the output', { rewakeMessage: 'M' }, exited(2, '', 'err'), ['M\nerr']],
    [
      'summary, message, output',
      words,
      exited(2, '', 'err'),
      [`${words.rewakeSummary}\n${words.rewakeMessage}\nerr`],
    ],
    ['its message alone', { rewakeMessage: 'M' }, exited(2), ['M']],
    ['nothing at all', {}, exited(2), []],
    ['nothing with another exit code', words, exited(0, 'out', 'err'), []],
    ['an answer with another exit code', words, exited(0, '{"systemMessage":"S"}'), ['S']],
    ['not its first line', {}, exited(2, '{"async":true}\nfound\n'), ['found']],
  ])('says %s', (_title, more, outcome, expected) => {
    expect(texts(background('rewake', more), outcome)).toEqual(expected);
    expect(late(background('rewake', more), outcome).diagnostics).toEqual([]);
  });

  it('reports a failure', () => {
    expect(late(background('rewake', words), exited(1, '', 'oops')).diagnostics).toMatchObject([
      { code: 'background-failed', message: expect.stringContaining('oops') },
    ]);
  });
});

describe('a first line that asks for the background', () => {
  it.each([
    ['is left out', '{"async":true}\n{"systemMessage":"S"}\n', ['S']],
    ['with its timeout, too', '{"async": true, "asyncTimeout": 5000}\r\n{"systemMessage":"S"}', ['S']],
    ['alone says nothing', '{"async":true}\n', []],
    ['is not one that merely names the word', '{"systemMessage":"async","suppressOutput":true}', ['async']],
    [
      'is not an answer about it',
      '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"async"}}',
      ['async'],
    ],
    ['is not one that says false', '{"async":false,"systemMessage":"S"}', ['S']],
  ])('%s', (_title, stdout, expected) => {
    expect(texts(background('async'), exited(0, stdout))).toEqual(expected);
  });
});

describe('texts that wait', () => {
  const by = background('async');
  const said = (value: string): Said<string> => ({ value, by: 'b' });

  it('are all kept while there is room', () => {
    expect(keepLate([said('a')], [said('b'), said('c')], by)).toEqual({
      kept: [said('a'), said('b'), said('c')],
      dropped: [],
    });
  });

  it('make room for newer ones, aloud', () => {
    const many = Array.from({ length: MOST_WAITING }, (_, index) => said(`${index}`));
    const { kept, dropped } = keepLate(many, [said('new')], by);
    expect(kept).toHaveLength(MOST_WAITING);
    expect([kept[0], kept.at(-1)]).toEqual([said('1'), said('new')]);
    expect(dropped).toMatchObject([
      { code: 'background-dropped', message: expect.stringContaining('dropped: 1') },
    ]);
  });

  it('are as long as they are, if there is only one', () => {
    const long = said('x'.repeat(LONGEST_WAITING + 1));
    expect(keepLate([said('a')], [long], by).kept).toEqual([long]);
  });

  it('are the newest, in order, within both limits, and nothing is lost unsaid', () => {
    const lengths = fc.array(fc.integer({ min: 0, max: LONGEST_WAITING }), { maxLength: 100 });
    fc.assert(
      fc.property(lengths, fc.nat(100), (sizes, at) => {
        const all = sizes.map((size) => said('x'.repeat(size)));
        const { kept, dropped } = keepLate(all.slice(0, at), all.slice(at), by);
        expect(kept).toEqual(all.slice(all.length - kept.length));
        expect(dropped).toHaveLength(kept.length === all.length ? 0 : 1);
        expect(kept.length).toBeLessThanOrEqual(MOST_WAITING);
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(1, all.length));
        const size = kept.reduce((sum, { value }) => sum + value.length, 0);
        expect(kept.length <= 1 || size <= LONGEST_WAITING).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

// What of an entry is not as it was.
import { describe, expect, it } from 'vitest';
import { inputMarks, overlaps } from './kept.js';

describe('marks', () => {
  it('are those of the journal where it has them', () => {
    const detail = { input: { a: '[redacted]' }, marks: [{ at: '/told/0/stdout', why: 'cut' } as const] };
    expect(inputMarks(detail)).toEqual([]);
  });

  it('are found by words where an older version wrote the event', () => {
    const kept = {
      a: 'TOKEN=[redacted]',
      b: ['x…[cut: 9 characters]'],
      c: { d: '[left out: 3 more]' },
      e: 'x',
    };
    expect(inputMarks({ input: kept })).toEqual([
      { at: '/input/a', why: 'redacted' },
      { at: '/input/b/0', why: 'cut' },
      { at: '/input/c/d', why: 'left-out' },
    ]);
  });

  it('lie in each other by whole names', () => {
    expect(overlaps('/input/tool_input', '/input/tool')).toBe(false);
    expect(overlaps('/input/tool_input/a', '/input/tool_input')).toBe(true);
    expect(overlaps('', '/input/x')).toBe(true);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { profile } from '../profiles.js';
import { hook } from '../testing/index.js';
import { bash, ids, planner, reasonOf, SESSION, toolCall } from './testing/samples.js';
import { limits } from './testing/unhurried.js';
import { withinTime } from './within-time.js';

vi.mock('./within-time.js', () => import('./testing/unhurried.js'));
beforeEach(() => void limits.splice(0));

const EVIL = '^(\\w+\\s?)+$';
const HANGS = `${'a'.repeat(60)}!`;

describe('withinTime', () => {
  it('gives the value, throws on what is thrown, and cuts off what does not end', () => {
    expect(withinTime(1_000, () => 7)).toEqual({ finished: true, value: 7 });
    expect(() =>
      withinTime(1_000, () => {
        throw new TypeError('mine');
      }),
    ).toThrow(new TypeError('mine'));
    const endless = () => {
      for (;;) {}
    };
    expect(withinTime(5, endless)).toEqual({ finished: false });
    expect(withinTime(1_000, () => 'still works')).toEqual({ finished: true, value: 'still works' });
  });
});

describe('a pattern that does not come to an end', () => {
  const hooks = [
    hook('before', { matcher: '^a+!$' }),
    hook('evil', { matcher: EVIL, line: 12, column: 3 }),
    hook('after', { matcher: 'a!$' }),
    hook('no', { matcher: '^b' }),
    hook('stop', { event: 'SubagentStop', matcher: EVIL }),
  ];

  it('counts as matching, is reported with its place, and is set aside for the generation', () => {
    const plans = planner(hooks);
    expect(ids(plans.plan(bash('x'), SESSION))).toEqual(['evil']);
    expect(plans.plan(bash('x'), SESSION).diagnostics).toEqual([]);
    expect(ids(plans.plan(toolCall('?'), SESSION))).toEqual([]);

    const slow = plans.plan(toolCall(HANGS), SESSION);
    expect(ids(slow)).toEqual(['before', 'evil', 'after']);
    expect(reasonOf(slow, 'evil')).toContain(
      'regex-timeout: the matcher "^(\\\\w+\\\\s?)+$" cannot be judged in reasonable time',
    );
    expect(slow.diagnostics).toMatchObject([
      {
        code: 'matcher-unjudged',
        severity: 'error',
        file: '/project/.claude/settings.json',
        line: 12,
        column: 3,
      },
    ]);
    expect(slow.diagnostics[0]?.message).toContain(`took longer than 50 ms for "${HANGS}"`);

    const later = plans.plan(toolCall('?'), SESSION);
    expect(ids(later)).toEqual(['evil']);
    expect(reasonOf(later, 'evil')).toMatch(/^regex-timeout/);
    expect(reasonOf(later, 'no')).toBe('matcher: the pattern "^b" is not found in "?" (tool_name)');
  });

  it('does not touch another generation', () => {
    expect(ids(planner(hooks).plan(toolCall('?'), SESSION))).toEqual([]);
  });

  it('never holds the engine up for long, however many there are', () => {
    const many = Array.from({ length: 5 }, (_, i) => hook(`h${i}`, { matcher: `^(\\w+\\s?)+${i}$` }));
    const plans = planner(many);
    expect(ids(plans.plan(toolCall(HANGS), SESSION))).toEqual(['h0', 'h1', 'h2', 'h3', 'h4']);
    expect(limits.length).toBeGreaterThanOrEqual(many.length);
    expect(limits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(500);
  });
});

describe('patterns that cannot be used', () => {
  it('counts a pattern with very deep groups as matching, because compiling it cannot be stopped', () => {
    const plan = planner([hook('deep', { matcher: `${'('.repeat(3_000)}a${')*'.repeat(3_000)}` })]).plan(
      bash('x'),
      SESSION,
    );
    expect(ids(plan)).toEqual(['deep']);
    expect(plan.diagnostics[0]?.message).toContain('it nests 3000 groups');
  });

  it('counts groups only', () => {
    const plans = planner([hook('flat', { matcher: `^[${'('.repeat(60)}]${'\\('.repeat(60)}` })]);
    expect(plans.plan(toolCall('('.repeat(61)), SESSION)).toMatchObject({
      runs: [{ id: 'flat' }],
      diagnostics: [],
    });
  });

  it('treats a pattern that turns out too large as an invalid one', () => {
    const matcher = `${'(a)'.repeat(10_000)}.`;
    for (const name of ['amplifier', 'claude-code'] as const) {
      const plan = planner([hook('large', { matcher })], { profile: profile(name) }).plan(bash('x'), SESSION);
      expect(ids(plan)).toEqual([]);
      expect(plan.diagnostics).toMatchObject([{ code: 'matcher-invalid', severity: 'error', line: 1 }]);
      expect(reasonOf(plan, 'large')).toMatch(/^matcher-invalid/);
    }
  });
});

describe('a very long name', () => {
  it('is cut for regular expressions, with a word about it, but not for names', () => {
    const long = `${'a'.repeat(300)}end`;
    const plans = planner([
      hook('regex', { matcher: 'end$' }),
      hook('cut', { matcher: '^a{256}$' }),
      hook('name', { matcher: long }),
    ]);
    const plan = plans.plan(toolCall(long), SESSION);
    expect(ids(plan)).toEqual(['cut', 'name']);
    expect(plans.plan(toolCall(long), SESSION), 'long names are not remembered').not.toBe(plan);
    expect(plan.diagnostics).toMatchObject([{ code: 'matcher-target-cut', severity: 'warning', file: null }]);
    expect(planner([hook('name', { matcher: long })]).plan(toolCall(long), SESSION).diagnostics).toEqual([]);
  });
});

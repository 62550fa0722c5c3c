// The example cases of the session hooks, through the executable and in process: the same replies, the same files.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Place } from '../src/amplihack/testing/place.js';
import { withExecutables } from '../src/testing/executables.js';

const file = fileURLToPath(new URL('../../shared/conformance/amplihack/golden.jsonl', import.meta.url));

interface Case {
  readonly hook: string;
  readonly case: string;
  readonly input: unknown;
  readonly expect: unknown;
  readonly compare: 'exact' | 'subset' | 'shape';
}

const cases: readonly Case[] = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line))
  : [];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where a reply does not fit; empty: it does. */
function mismatches(expected: unknown, actual: unknown, exact: boolean, at = 'reply'): readonly string[] {
  const differs = [`${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
  if (typeof expected === 'string') return fitsText(expected, actual) ? [] : differs;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs;
    return expected.flatMap((item, index) => mismatches(item, actual[index], exact, `${at}[${index}]`));
  }
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : differs;
  if (!isObject(actual)) return differs;
  const more = exact ? Object.keys(actual).filter((key) => !Object.hasOwn(expected, key)) : [];
  return [
    ...more.map((key) => `${at}.${key}: not expected`),
    ...Object.entries(expected).flatMap(([key, value]) =>
      Object.hasOwn(actual, key)
        ? mismatches(value, actual[key], exact, `${at}.${key}`)
        : [`${at}.${key}: missing`],
    ),
  ];
}

function fitsText(expected: string, actual: unknown): boolean {
  const [, mark, rest = ''] = /^__(CONTAINS|TYPE)__:(.*)$/s.exec(expected) ?? [];
  if (mark === 'CONTAINS') return typeof actual === 'string' && actual.includes(rest);
  return mark === 'TYPE' ? typeof actual === rest : actual === expected;
}

/** Two runs differ in where and when they happened, and in nothing else. */
const settled = (text: string, place: Place): string =>
  text.replaceAll(place.folder, '<folder>').replace(/\b\d{10}\b/g, '<time>');

const filesOf = (place: Place) =>
  Object.entries(place.files()).map(([name, content]) => [settled(name, place), settled(content, place)]);

describe('example cases', () => {
  const { amplihack: executable } = withExecutables('amplihack');

  it.skipIf(cases.length === 0)('are there', () => expect(cases.length).toBeGreaterThan(300));

  it.concurrent.each(cases)('$hook $case', async (example) => {
    const [alone, inside] = [new Place(), new Place()];
    try {
      const stdin = JSON.stringify(example.input);
      const [spawned, called] = await Promise.all([
        alone.spawn(executable, [example.hook], stdin),
        inside.run(example.hook, stdin),
      ]);
      for (const { stdout, exitCode } of [spawned, called]) {
        expect(exitCode).toBe(0);
        expect(stdout).toMatch(/^\{.*\}\n$/);
        const reply: unknown = JSON.parse(stdout);
        expect(mismatches(example.expect, reply, example.compare === 'exact')).toEqual([]);
      }
      expect(settled(called.stdout, inside)).toBe(settled(spawned.stdout, alone));
      expect(filesOf(inside)).toEqual(filesOf(alone));
    } finally {
      alone.remove();
      inside.remove();
    }
  });

  it.each([
    [{ a: 1 }, { a: 1, b: 2 }, true, ['reply.b: not expected']],
    [{ a: 1 }, { a: 1, b: 2 }, false, []],
    [
      { a: { b: '__CONTAINS__:x' } },
      { a: { b: 'y' } },
      false,
      ['reply.a.b: expected "__CONTAINS__:x", got "y"'],
    ],
    [{ a: '__TYPE__:number' }, { a: 3 }, false, []],
    [{ a: '__TYPE__:number' }, { a: '3' }, false, ['reply.a: expected "__TYPE__:number", got "3"']],
    [{ a: [1] }, { a: [1, 2] }, false, ['reply.a: expected [1], got [1,2]']],
    [{ a: null }, {}, false, ['reply.a: missing']],
  ])('are compared strictly: %j with %j', (expected, actual, exact, found) => {
    expect(mismatches(expected, actual, exact)).toEqual(found);
  });
});

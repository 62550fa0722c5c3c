/** The examples in the documentation run, and every export has one. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as kernel from './index.js';

const sources = readdirSync(new URL('.', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));

/** A documentation comment with an example, directly above the declaration it belongs to. */
const DOCUMENTED =
  /\/\*\*(?:(?!\*\/)[\s\S])*?```ts\n(?<code>(?:(?!\*\/)[\s\S])*?)```\s*\*\/\nexport (?:\w+ )+?(?<name>\w+)(?=[\s<(:={])/g;

const examples = sources.flatMap((source) =>
  [...source.matchAll(DOCUMENTED)].map(({ groups }) => ({
    name: groups?.['name'] ?? '',
    code: (groups?.['code'] ?? '').replace(/^ \* ?/gm, ''),
  })),
);

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

/** `expression; // → value` becomes a check; the rest runs as it stands. */
async function run(code: string): Promise<number> {
  let checks = 0;
  const check = (actual: unknown, expected: unknown) => {
    checks++;
    expect(actual).toEqual(expected);
  };
  const body = code.replace(/^(.*); \/\/ → (.*)$/gm, 'check($1, $2);');
  const given: Record<string, unknown> = { ...kernel, check };
  await new AsyncFunction(...Object.keys(given), body)(...Object.values(given));
  return checks;
}

describe('examples', () => {
  test.each(examples)('$name', async ({ code }) => {
    expect(await run(code)).toBeGreaterThan(0);
  });

  test('every export has one', () => {
    const index = readFileSync(new URL('index.ts', import.meta.url), 'utf8');
    const lists = [...index.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names]) =>
      (names ?? '').split(','),
    );
    const exported = lists.map((name) => name.replace('type ', '').trim()).filter((name) => name !== '');
    expect(exported).toEqual(expect.arrayContaining(Object.keys(kernel)));
    expect(examples.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(exported.sort()));
  });

  test('a wrong example fails', async () => {
    await expect(run("hookResult().action; // → 'deny'")).rejects.toThrow(
      /expected 'continue' to deeply equal 'deny'/,
    );
  });
});

// The JSON scanner of the plugin format-validator, against JSON.parse.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLUGINS_DIR } from './testing.js';

describe('the JSON scanner', async () => {
  const scanner: unknown = await import(
    pathToFileURL(join(PLUGINS_DIR, 'format-validator', 'json-problem.mjs')).href
  );
  const call = (name: string, text: string): unknown => {
    const found: unknown =
      typeof scanner === 'object' && scanner !== null ? Reflect.get(scanner, name) : undefined;
    if (typeof found !== 'function') throw new Error(`json-problem.mjs exports no ${name}`);
    return found(text);
  };
  const parses = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it('finds a problem exactly where JSON.parse fails', () => {
    const damage = fc.constantFrom(
      '',
      ',',
      ':',
      '"',
      '{',
      '}',
      '[',
      ']',
      '\\',
      '\n',
      '0',
      '-',
      '.',
      'e',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat({ max: 2 }), damage, (json, at, removed, added) => {
        const start = at % (json.length + 1);
        const text = json.slice(0, start) + added + json.slice(start + removed);
        expect(call('jsonProblem', text) === null).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves JSON without comments as it is', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(call('withoutComments', json)).toBe(json);
      }),
    );
  });

  it('keeps every position when it blanks comments', () => {
    const piece = fc.constantFrom(
      '/* a */',
      '// b\n',
      '"//"',
      '"\\""',
      ',',
      '}',
      ']',
      '\r\n',
      '1',
      '/*',
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const blanked = String(call('withoutComments', text));
        expect(blanked.length).toBe(text.length);
        expect(blanked.replace(/[^\n\r]/g, '')).toBe(text.replace(/[^\n\r]/g, ''));
      }),
    );
  });
});

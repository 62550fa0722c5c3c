// Texts that may or may not name a source, and what holds for all of them.
import fc from 'fast-check';
import { expect } from 'vitest';
import { formatSource } from '../format.js';
import { parseSource } from '../parse.js';

export const around = { cwd: '/work/here', home: '/home/ada' };
export const sum = 'ab'.repeat(32);
export const commit = '0123456789abcdef0123456789abcdef01234567';

const pieces = fc.constantFrom(
  ...[
    'owner',
    'name',
    '/',
    '@',
    '#',
    ':',
    '.',
    '..',
    '-',
    '~',
    '?',
    '&',
    '=',
    '%',
    '%2e',
    ' ',
    '\\',
    '+',
    '//',
  ],
  ...[
    'npm:',
    'github:',
    'git+',
    'https://',
    'ssh://',
    'file:///',
    'github.com',
    '/tree/',
    '/-/tree/',
    'path=',
  ],
  ...['.zip', '.tgz', '.git', '#sha256=', sum, commit, 'path:', '#registry=', '^1', '\u0000', 'ü', '[::1]'],
);
export const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(pieces, { maxLength: 9 }).map((all) => all.join('')),
);

/** Reading a text never throws, and what is understood means the same written out. */
export function meansTheSame(numRuns: number): void {
  fc.assert(
    fc.property(texts, (text) => {
      const result = parseSource(text, around);
      if (!('ok' in result)) return;
      const again = parseSource(formatSource(result.ok), around);
      const { ok: source } = result;
      const login = /^(?:https?:\/\/[^/]*@|ssh:\/\/[^/]*:[^/]*@)/i;
      if (source.kind === 'git' && login.test(source.url)) return;
      if (source.kind === 'archive' && login.test(source.url)) return;
      if (source.kind === 'npm' && login.test(source.registry ?? '')) return;
      expect(again).toEqual({ ok: source });
    }),
    { numRuns },
  );
}

import path from 'node:path';
import { array, assert, constantFrom, property } from 'fast-check';
import { describe, it } from 'vitest';
import * as quick from './quick-path.js';

const piece = constantFrom(
  '',
  '.',
  '..',
  '...',
  '/',
  '//',
  'a',
  'b c',
  '.hidden',
  'x/',
  '/y',
  './z',
  'a/../b',
  '~',
);
const pieces = array(piece, { maxLength: 5 });
const paths = array(constantFrom('', '.', '..', 'a', 'b', '.git', 'c d'), { maxLength: 6 });

describe('paths that are put together quickly', () => {
  it('join as those of Node', () => {
    assert(
      property(pieces, (parts) => quick.join(...parts) === path.join(...parts)),
      { numRuns: 5000 },
    );
  });

  it('resolve as those of Node', () => {
    assert(
      property(pieces, (parts) => quick.resolve(...parts) === path.resolve(...parts)),
      {
        numRuns: 5000,
      },
    );
  });

  it('lead from one to another as those of Node', () => {
    assert(
      property(paths, paths, (one, other) => {
        const [from, to] = [`/${one.join('/')}`, `/${other.join('/')}`];
        return quick.relative(from, to) === path.relative(from, to);
      }),
      { numRuns: 5000 },
    );
  });
});

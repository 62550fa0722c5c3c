import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { follow, type Lookup } from './links.js';

type Tree = Readonly<Record<string, 'file' | 'folder' | { readonly target: string }>>;
const lookupIn =
  (tree: Tree): Lookup =>
  (path) =>
    tree[path] ?? null;

describe('where a link leads', () => {
  const tree: Tree = {
    a: 'folder',
    'a/file': 'file',
    'a/up': { target: '..' },
    'a/out': { target: '../..' },
    'a/deep': { target: '../b/link/file' },
    b: 'folder',
    'b/link': { target: '../a' },
    absolute: { target: '/a' },
    loop: { target: 'loop' },
    beyond: { target: 'a/file/x' },
    missing: { target: 'c/../../x' },
    near: { target: './a//nothing/' },
  };
  it.each([
    ['a/file', { kind: 'file', path: 'a/file' }],
    ['a/up', { kind: 'folder', path: '' }],
    ['a/out', { kind: 'outside' }],
    ['a/deep', { kind: 'file', path: 'a/file' }],
    ['absolute', { kind: 'outside' }],
    ['loop', { kind: 'circle' }],
    ['beyond', { kind: 'nothing', path: 'a/file/x' }],
    ['missing', { kind: 'outside' }],
    ['near', { kind: 'nothing', path: 'a/nothing' }],
  ])('%s', (path, expected) => {
    expect(follow(lookupIn(tree), path)).toEqual(expected);
  });

  it('is where the system would go, or nowhere', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const target = fc
      .array(fc.constantFrom('a', 'b', 'c', '..', '.'), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.join('/'));
    const made = fc.array(fc.tuple(path, fc.oneof(target, fc.constant('file'), fc.constant('folder'))), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(made, (entries) => {
        // The tree lies deep enough that `..` ends inside the folder of the test.
        const base = mkdtempSync(join(tmpdir(), 'links-'));
        try {
          const root = join(base, '1/2/3/4/5/6');
          mkdirSync(root, { recursive: true });
          const tree: Record<string, 'file' | 'folder' | { readonly target: string }> = { '': 'folder' };
          for (const [where, what] of entries) {
            const parent = where.includes('/') ? where.slice(0, where.lastIndexOf('/')) : '';
            if (where in tree || tree[parent] !== 'folder') continue;
            tree[where] = what === 'file' || what === 'folder' ? what : { target: what };
            if (what === 'file') writeFileSync(join(root, where), '');
            else if (what === 'folder') mkdirSync(join(root, where));
            else symlinkSync(what, join(root, where));
          }
          for (const [where, what] of Object.entries(tree)) {
            if (typeof what === 'string') continue;
            const landing = follow(lookupIn(tree), where);
            const real = resolved(join(root, where));
            if (landing.kind === 'file' || landing.kind === 'folder') {
              expect(real).toBe(join(root, landing.path));
              expect(statSync(real ?? '').isDirectory()).toBe(landing.kind === 'folder');
            } else if (real !== null) {
              // What is there but was not found lies outside.
              expect(landing.kind).toBe('outside');
            } else {
              expect(landing.kind).toMatch(/nothing|outside|circle/);
            }
            if (real !== null && relative(root, real).startsWith('..')) expect(landing.kind).toBe('outside');
          }
        } finally {
          rmSync(base, { recursive: true, force: true });
        }
      }),
      { numRuns: 300 },
    );
  });
});

function resolved(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

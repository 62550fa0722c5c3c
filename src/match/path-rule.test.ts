import { describe, expect, it } from 'vitest';
import { type Places, readPathRule, selectsPath } from './path-rule.js';
import { compileRule, ruleSelects } from './rule.js';

const PLACES: Places = {
  cwd: '/project/app',
  projectDir: '/project',
  home: '/home/u',
  rulesRoot: '/project',
};

describe('path rules', () => {
  it.each<[string, string, boolean]>([
    // bare names: at any depth below the working directory
    ['a.txt', '/project/app/a.txt', true],
    ['a.txt', '/project/app/x/y/a.txt', true],
    ['a.txt', 'a.txt', true],
    ['a.txt', './x/../a.txt', true],
    ['a.txt', '/project/a.txt', false],
    ['*.txt', '/project/app/x/b.txt', true],
    ['*.txt', '/project/app/x/b.txt.md', false],
    ['.env*', '/project/app/.env.local', true],
    ['src', '/project/app/x/src/a/b.ts', true],
    ['src/', '/project/app/src/a.ts', true],
    ['src/', '/project/app/src', false],
    ['**', '/project/app/anything/at/all', true],
    ['**', '/project/other', false],
    // with a slash: from the working directory
    ['src/**', '/project/app/src/a/b.ts', true],
    ['src/**', '/project/app/lib/src/a.ts', false],
    ['src/**', '/project/src/a.ts', false],
    ['src/**', '/project/app/src', false],
    ['src/*', '/project/app/src/a/b.ts', true],
    ['src/*.ts', '/project/app/src/a/b.ts', false],
    ['src/**/b.ts', '/project/app/src/b.ts', true],
    ['src/**/b.ts', '/project/app/src/a/c/b.ts', true],
    ['**/src/**', '/project/app/lib/src/a.ts', true],
    ['**/a.txt', '/project/app/a.txt', true],
    ['./a.txt', '/project/app/a.txt', true],
    ['./a.txt', '/project/app/x/a.txt', false],
    ['../lib/**', '/project/lib/a.ts', true],
    ['../lib/**', '/project/app/lib/a.ts', false],
    // "/": from the rules root; written out, a directory of the session is meant as it is
    ['/a.txt', '/project/a.txt', true],
    ['/a.txt', '/project/app/a.txt', false],
    ['/a.txt', '/a.txt', false],
    ['/app/**', '/project/app/x', true],
    ['/project/a.txt', '/project/a.txt', true],
    ['/project/app/a.txt', 'a.txt', true],
    ['/home/u/x.txt', '/home/u/x.txt', true],
    ['/home/u/x.txt', '~/x.txt', true],
    ['/etc/passwd', '/etc/passwd', false],
    // "//": from the root of the file system
    ['//etc/passwd', '/etc/passwd', true],
    ['///etc/passwd', '/etc/passwd', true],
    ['//etc/**', '/etc/ssh/x', true],
    ['//**/id_rsa', '/home/v/.ssh/id_rsa', true],
    ['//etc/passwd', '/project/etc/passwd', false],
    ['//etc/passwd', '../../etc/passwd', true],
    // "~/": from the home directory
    ['~/.ssh/**', '/home/u/.ssh/id_rsa', true],
    ['~/.ssh/**', '~/.ssh/id_rsa', true],
    ['~/.ssh/**', '/home/v/.ssh/id_rsa', false],
    ['~/x', '/home/u/y/x', false],
    // characters
    ['a?c', '/project/app/abc', true],
    ['a?c', '/project/app/a/c', false],
    ['[a-c].txt', '/project/app/b.txt', true],
    ['[!a-c].txt', '/project/app/b.txt', false],
    ['[^a-c].txt', '/project/app/d.txt', true],
    ['[]x].txt', '/project/app/].txt', true],
    ['[x.txt', '/project/app/[x.txt', true],
    ['\\*.txt', '/project/app/*.txt', true],
    ['\\*.txt', '/project/app/a.txt', false],
    ['.ENV', '/project/app/.env', true],
    ['caf\u00e9', '/project/app/cafe\u0301', true],
  ])('%s, %s: %s', (pattern, path, expected) => {
    expect(selectsPath(readPathRule(pattern), path, PLACES, false)).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ['*.env', 'src\\.env', true],
    ['/src/**', 'C:\\Work\\App\\src\\a\\b.ts', true],
    ['/src/**', 'c:/work/app/src/a.ts', true],
    ['/src/**', 'src\\..\\lib\\a.ts', false],
    ['~/.ssh/*', 'C:\\Users\\u\\.ssh\\id', true],
    ['~/.ssh/*', '~\\.ssh\\id', true],
    ['//c/windows/**', 'C:\\Windows\\system.ini', true],
    ['//d/windows/**', 'C:\\Windows\\system.ini', false],
  ])('on Windows %s, %s: %s', (pattern, path, expected) => {
    const root = 'C:\\Work\\App';
    const places = { cwd: root, projectDir: root, rulesRoot: root, home: 'C:\\Users\\u' };
    expect(selectsPath(readPathRule(pattern), path, places, false)).toBe(expected);
  });

  it('elsewhere a drive and a backslash are letters of a name', () => {
    expect(selectsPath(readPathRule('//c/x'), 'C:\\x', PLACES, false)).toBe(false);
    expect(selectsPath(readPathRule('C:?x'), 'C:\\x', PLACES, false)).toBe(true);
  });

  it('reads the path from the field of the tool', () => {
    const judge = (rule: string, name: string, input: unknown) =>
      ruleSelects(compileRule(rule), { ...PLACES, name, names: [name], input });
    expect(judge('NotebookEdit(*.ipynb)', 'NotebookEdit', { notebook_path: 'a.ipynb' }).selects).toBe(true);
    expect(judge('Grep(src/)', 'Grep', { path: 'src', pattern: 'x' }).selects).toBe(true);
    expect(judge('Grep(src/)', 'Grep', { pattern: 'x' }).selects).toBe(false);
    expect(judge('Glob(/app)', 'Glob', { pattern: '*' }).selects).toBe(true);
    expect(judge('Edit(*.md)', 'Edit', { file_path: 'x.ts' })).toEqual({
      selects: false,
      why: 'the file "x.ts" is not one of "*.md"',
    });
    expect(judge('Edit(*.md)', 'Edit', {}).why).toContain('names no file to judge');
  });

  it('judges many stars in bounded time', () => {
    const stars = readPathRule(`${'a*'.repeat(100)}b`);
    expect(selectsPath(stars, 'a'.repeat(20_000), PLACES, false)).toBe(false);
    const depth = readPathRule(`${'**/a/'.repeat(100)}b`);
    expect(selectsPath(depth, 'a/'.repeat(2_000), PLACES, false)).toBe(false);
  });
});

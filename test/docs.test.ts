import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pages } from '../scripts/pages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('documentation', () => {
  it.each(Object.entries(pages()))('docs/%s is what the tables say (npm run docs)', (name, content) => {
    expect(read(join('docs', name))).toBe(content);
  });

  const handWritten = [
    'README.md',
    'CONTRIBUTING.md',
    ...[
      'configuration',
      'matching',
      'running',
      'deciding',
      'library',
      'kernel',
      'conformance',
      'benchmarks',
    ].map((page) => `docs/${page}.md`),
    ...Object.keys(pages()).map((page) => `docs/${page}`),
  ];

  it.each(handWritten)('the links of %s lead somewhere', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(
      ([, target = '']) => target,
    );
    expect(links.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});

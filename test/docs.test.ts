import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connectPages } from '../scripts/connect-page.js';
import { hostsPages } from '../scripts/hosts-pages.js';
import { pages } from '../scripts/pages.js';
import { PYTHON_EVENTS_FILE, pythonEvents } from '../scripts/python-events.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const hosts = await hostsPages();
const connecting = await connectPages();

describe('documentation', () => {
  it.each(Object.entries({ ...pages(), ...connecting }))(
    'docs/%s is what the tables say (npm run docs)',
    (name, content) => {
      expect(read(join('docs', name))).toBe(content);
      expect(read('.gitattributes')).toContain(`docs/${name} linguist-generated\n`);
    },
  );

  it.each(Object.entries(hosts))('docs/%s is what its facts say (npm run docs)', (name, content) => {
    expect(read(join('docs', name))).toBe(content);
    expect(read('.gitattributes')).toContain('docs/hosts/*.md linguist-generated\n');
  });

  it('the Python module listens to what the table says (npm run docs)', () => {
    expect(read(PYTHON_EVENTS_FILE)).toBe(pythonEvents());
  });

  const written = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((page) => page.endsWith('.md'))
      .map((page) => `docs/${page}`),
  ];

  it.each(written)('the links of %s lead somewhere', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(
      ([, target = '']) => target,
    );
    expect(links.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });
});

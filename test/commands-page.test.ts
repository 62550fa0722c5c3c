import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { commandsPage } from '../scripts/commands-page.js';
import { COMMANDS } from '../src/cli/program.js';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');

it('docs/commands.md is what the help texts say (npm run docs)', async () => {
  expect(read('docs/commands.md')).toBe(await commandsPage());
});

it('every command explains itself with examples, in lines of at most 120 characters', async () => {
  const page = await commandsPage();
  const sections = page.split('\n## ').slice(1);
  expect(sections).toHaveLength(COMMANDS.length);
  for (const section of sections) {
    expect(section).toContain('Examples:');
    expect(section.split('\n').filter((line) => line.length > 120)).toEqual([]);
  }
});

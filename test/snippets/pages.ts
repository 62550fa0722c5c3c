// The pages whose blocks are tried.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Block, blocksIn } from './page.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** It is made of the help texts, and test/commands-page.test.ts compares the two. */
const MADE_OF_HELP = 'commands.md';

export const PAGES: readonly string[] = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== MADE_OF_HELP)
  .map((name) => `docs/${name}`);

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

export const blocksOf = (page: string): readonly Block[] => blocksIn(page, textOf(page));

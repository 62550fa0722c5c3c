// The libraries are heavy: nothing loads them before the first request needs one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const imports = sources.flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/(from |import\()'([^'.][^']*)'/g)].map(
    ([, how = '', name = '']) => ({ file, how: how.trim(), name }),
  ),
);

it('a library is imported where it is used, and nowhere else', () => {
  expect(imports.filter(({ name }) => !name.startsWith('node:'))).toEqual([
    { file: 'anthropic.ts', how: 'import(', name: '@anthropic-ai/sdk' },
    { file: 'openai.ts', how: 'import(', name: 'openai' },
  ]);
});

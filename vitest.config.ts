import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^amplifier-hooks$/, replacement: here('src/index.ts') },
      { find: /^amplifier-hooks\/kernel$/, replacement: here('src/kernel/index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 20_000,
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const timed = 'test/conformance-timed.test.ts';
const long = '**/*.long.test.ts';
const everywhere = ['src/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'];

const resolve = {
  alias: [
    { find: /^amplifier-hooks$/, replacement: here('src/index.ts') },
    { find: /^amplifier-hooks\/kernel$/, replacement: here('src/kernel/index.ts') },
  ],
};

// Most tests wait for processes, so more of them run at a time than there are cores. The vectors that measure time
// have the machine for themselves, and thorough tests that start very many processes are `*.long.test.ts`: `npm test` leaves
// both to `npm run test:long`.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 4,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: everywhere,
          exclude: [timed, long, '**/node_modules/**'],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        test: { name: 'timed', include: [timed], sequence: { groupOrder: 1 } },
      },
      {
        resolve,
        test: {
          name: 'long',
          include: everywhere.map((pattern) => pattern.replace('*.test.ts', '*.long.test.ts')),
          exclude: ['**/node_modules/**'],
          testTimeout: 30_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

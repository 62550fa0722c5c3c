import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pageInside } from './scripts/page.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const places = ['src', 'test', 'examples'];
const nowhere = '**/node_modules/**';
const REPLACING = 'src/match/*.test.ts';
const SETUP = ['test/seed.ts'];

const resolve = {
  alias: [
    { find: /^amplifier-hooks$/, replacement: here('src/index.ts') },
    { find: /^amplifier-hooks\/kernel$/, replacement: here('src/kernel/index.ts') },
  ],
};

/** Waiting has a limit only so that what never comes is noticed: how long a thing takes is for timed tests to say. */
const patience = (ms: number) => ({
  testTimeout: ms,
  hookTimeout: ms,
  expect: { poll: { timeout: ms / 2 } },
});

/**
 * The tests of `npm test`. Files share the modules that they load, which halves the time; those that put another module in the
 * place of one need fresh ones.
 */
const unit = (
  name: string,
  include: string[],
  exclude: string[],
  isolate: boolean,
): TestProjectInlineConfiguration => ({
  resolve,
  plugins: [pageInside()],
  test: {
    name,
    include,
    exclude: ['**/*.{long,timed,browser}.test.ts', nowhere, ...exclude],
    isolate,
    setupFiles: SETUP,
    sequence: { groupOrder: 0 },
    ...patience(90_000),
  },
});

/** The tests whose names end in one of `*.long.test.ts`, `*.timed.test.ts` and `*.browser.test.ts`. */
const special = (name: 'long' | 'timed' | 'browser', groupOrder: number): TestProjectInlineConfiguration => ({
  resolve,
  plugins: [pageInside()],
  test: {
    name,
    include: places.map((place) => `${place}/**/*.${name}.test.ts`),
    exclude: [nowhere],
    setupFiles: SETUP,
    sequence: { groupOrder },
    ...patience(120_000),
    fileParallelism: name === 'long',
  },
});

/** Where a folder is named for them, results are also left there, one file a run. */
const folder = process.env['TEST_RESULTS'];
const results: ['json', { outputFile: string }][] =
  folder === undefined ? [] : [['json', { outputFile: `${folder}/${process.pid}.json` }]];

/** A file that takes long is begun first, or it runs alone when all others are done; its size does not tell. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => moduleId === here('test/conformance.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

// Most tests wait for processes, so more of them run at a time than there are cores. Thorough tests that start very many
// processes are `*.long.test.ts`; tests that measure time are `*.timed.test.ts` and have the machine for themselves, one
// file after the other, when all others are done. `npm test` leaves both to `npm run test:long`, and those that need a
// browser, `*.browser.test.ts`, to `npm run test:browser`.
export default defineConfig({
  test: {
    reporters: ['default', ...results],
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      unit(
        'unit',
        places.map((place) => `${place}/**/*.test.ts`),
        [REPLACING],
        false,
      ),
      unit('unit-replacing', [REPLACING], [], true),
      special('long', 1),
      special('timed', 2),
      special('browser', 3),
    ],
  },
});

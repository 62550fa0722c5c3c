// What holds for hooks that are started when they are needed holds for those whose process was there before.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findTestFiles, runTestFiles } from '../src/conformance/hook-tests/index.js';
import { isTimed, loadVectors, runVectors, tally, textReport } from '../src/conformance/index.js';
import { ReadyPool } from '../src/run/command/ready/index.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const take = vi.spyOn(ReadyPool.prototype, 'take');
/** Hooks that ran in a process that was there before. */
const warm = (): number =>
  take.mock.results.filter(({ value }) => value !== null && value !== undefined).length;

const vectors = (await loadVectors([here('../conformance')])).filter(
  (item) => !item.ok || !isTimed(item.vector),
);
const groups = [...new Set(vectors.map(({ subject }) => subject.group))];

describe.each(['forced', 'forked'] as const)('conformance, with everything ready: %s', (mode) => {
  let before = 0;
  beforeAll(() => {
    before = warm();
  });

  it.each(groups)('%s', { timeout: 300_000 }, async (group) => {
    const results = await runVectors(
      vectors.filter(({ subject }) => subject.group === group),
      { warm: mode, stepLimitMs: 60_000 },
    );
    const counts = tally(results);
    expect(counts.failed, textReport(results)).toBe(0);
    expect(counts.skipped, textReport(results)).toBe(0);
  });

  it('and everything was', () => {
    expect(warm() - before).toBeGreaterThan(vectors.length / 2);
  });
});

const plugins = here('../examples/hooks');
const names = readdirSync(plugins, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(['forced', 'forked'] as const)(
  'the tests of the examples, with everything ready: %s',
  (mode) => {
    let before = 0;
    beforeAll(() => {
      before = warm();
    });

    it.each(names)('%s', { timeout: 120_000 }, async (name) => {
      const files = await findTestFiles([join(plugins, name)]);
      const results = await runTestFiles(files, { path: process.env['PATH'] ?? '', warm: mode });
      const failed = results.filter(({ outcome }) => outcome.kind !== 'passed' && outcome.kind !== 'skipped');
      expect(failed).toEqual([]);
    });

    it('and their commands were', () => {
      expect(warm()).toBeGreaterThan(before);
    });
  },
);

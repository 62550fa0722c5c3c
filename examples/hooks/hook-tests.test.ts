// The tests that come with the example plugins hold.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTestFiles, runTestFiles } from '../../src/conformance/hook-tests/index.js';
import { PLUGINS_DIR } from './testing.js';

const PLUGINS = readdirSync(PLUGINS_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe.each(PLUGINS)('%s', async (plugin) => {
  const files = await findTestFiles([join(PLUGINS_DIR, plugin)]);
  const results = await runTestFiles(files, { path: process.env['PATH'] ?? '' });

  it('has tests', () => {
    expect(results.length).toBeGreaterThanOrEqual(3);
  });

  for (const { title, outcome } of results) {
    const reason = outcome.kind === 'skipped' ? ` (${outcome.reason})` : '';
    it.skipIf(outcome.kind === 'skipped')(`${title}${reason}`, () => {
      expect(outcome).toEqual({ kind: 'passed' });
    });
  }
});

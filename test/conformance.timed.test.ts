// The vectors that measure time; one after the other, with patience for a machine that other tests share.
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isTimed, loadVectors, runVectors, tally, textReport } from '../src/conformance/index.js';

const LOADED = await loadVectors([fileURLToPath(new URL('../conformance', import.meta.url))]);
const TIMED = LOADED.filter((item) => item.ok && isTimed(item.vector));
const GROUPS = [...new Set(TIMED.map(({ subject }) => subject.group))];

describe('conformance in time', () => {
  it.each(GROUPS)('%s', { timeout: 180_000 }, async (group) => {
    const results = await runVectors(
      TIMED.filter(({ subject }) => subject.group === group),
      { timeScale: 4 },
    );
    expect(tally(results), textReport(results)).toMatchObject({ failed: 0, skipped: 0 });
  });
});

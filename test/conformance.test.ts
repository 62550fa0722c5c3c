// The engine passes the conformance vectors, and where it does not, that is documented.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  DIVERGENCES,
  isTimed,
  loadVectors,
  runVectors,
  tally,
  textReport,
} from '../src/conformance/index.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const LOADED = await loadVectors([here('../conformance')]);
const QUICK = LOADED.filter((item) => !item.ok || !isTimed(item.vector));
const GROUPS = [...new Set(QUICK.map(({ subject }) => subject.group))];

describe('conformance', () => {
  it.each(GROUPS)('%s', { timeout: 180_000 }, async (group) => {
    const results = await runVectors(QUICK.filter(({ subject }) => subject.group === group));
    const counts = tally(results);
    expect(counts.failed, textReport(results)).toBe(0);
    expect(counts.skipped, textReport(results)).toBe(0);
  });

  it('covers every vector that comes with the package', () => {
    expect(LOADED).toHaveLength(511);
    expect(LOADED.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('documented divergences', () => {
  it('name vectors that allow one, each once', () => {
    const allowing = LOADED.flatMap((item) =>
      item.ok && item.vector.divergence !== null ? [item.subject.name] : [],
    );
    const named = DIVERGENCES.map(({ vector }) => vector);
    expect(named.filter((name) => !allowing.includes(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('still differ', { timeout: 180_000 }, async () => {
    const named = LOADED.filter(({ subject }) => DIVERGENCES.some(({ vector }) => vector === subject.name));
    const results = await runVectors(named);
    expect(results.filter(({ outcome }) => outcome.kind !== 'diverged')).toEqual([]);
  });

  it.runIf(DIVERGENCES.length > 0)('are explained in docs/divergences.md', () => {
    const page = readFileSync(here('../docs/divergences.md'), 'utf8');
    expect(DIVERGENCES.filter(({ vector }) => !page.includes(vector))).toEqual([]);
  });
});

// The short form of `npm run soak`: every row is measured, and the table says what happened.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import { judged, type SoakRow, skipped, table } from '../scripts/soak/row.js';
import { soak } from '../scripts/soak/soak.js';

it('every row is there, and no event of the long ones is lost', { timeout: 300_000 }, async () => {
  const built = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-soak-')));
  try {
    const executable = await bundle(join(built, 'dist', 'bin'));
    const rows: SoakRow[] = [];
    for await (const row of soak(executable, true)) rows.push(row);
    expect(rows.map(({ what }) => what)).toEqual([
      'events through the library',
      'events through the sidecar',
      'hosts ended by kill -9',
      '60 hooks with 64 descriptors',
      '60 hooks with 40 processes',
      'state on a full disk',
    ]);
    for (const { passed, events } of rows) expect(events > 0).toBe(passed !== null);
    // Memory is judged by the long form only: a short run is mostly warming up.
    for (const { what, passed, lost, left } of rows)
      if (passed !== null) expect({ what, lost, left: left ?? 0 }).toEqual({ what, lost: 0, left: 0 });
    expect(rows.slice(0, 2)).toMatchObject([
      { events: 400, lost: 0 },
      { events: 400, lost: 0 },
    ]);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
});

it('a row fails by what was lost, who was left, and what memory grew by', () => {
  const row = { what: 'x', memory: { begin: 10, end: 30 }, lost: 0, events: 5, left: 0 };
  expect(judged(row, 20)).toMatchObject({ passed: true, note: '' });
  expect(judged(row, 19)).toMatchObject({ passed: false, note: 'grew by 20 MB, 19 are allowed' });
  expect(judged({ ...row, lost: 2, left: 1 })).toMatchObject({
    passed: false,
    note: '2 lost; 1 left behind',
  });
  expect(table([judged({ ...row, lost: 1 }), skipped('y', 'needs root')])).toMatch(
    /FAIL +1 lost\ny.*skipped +needs root$/,
  );
});

// Every defect gives its diagnostic, at its place, and costs nothing else; every code has a defect.
import { describe, expect, test } from 'vitest';
import { CONFIG_CODES } from './codes.js';
import { type Case, find, markIn, prepare } from './testing/case.js';
import { FILE_CASES } from './testing/cases-files.js';
import { GROUP_CASES } from './testing/cases-group.js';
import { HOOK_CASES } from './testing/cases-hook.js';
import { MCP_CASES } from './testing/cases-mcp.js';
import { OTHER_CASES } from './testing/cases-other.js';
import { PLUGIN_CASES } from './testing/cases-plugin.js';
import { POLICY_CASES } from './testing/cases-policy.js';
import { SETTINGS_CASES } from './testing/cases-settings.js';
import { SHAPE_CASES } from './testing/cases-shape.js';
import { STATE_CASES } from './testing/cases-state.js';
import { commandsOf, Place, REGISTRY } from './testing/place.js';

const TABLES: Readonly<Record<string, readonly Case[]>> = {
  files: FILE_CASES,
  shape: SHAPE_CASES,
  hooks: HOOK_CASES,
  groups: GROUP_CASES,
  plugins: PLUGIN_CASES,
  'settings and front matter': SETTINGS_CASES,
  switches: STATE_CASES,
  policy: POLICY_CASES,
};

for (const [name, rows] of Object.entries(TABLES)) {
  describe(name, () => {
    test.each(rows.map((row) => [`${row.code}: ${row.title}`, row] as const))('%s', (_title, row) => {
      const place = new Place();
      prepare(place, row);
      const generation = place.load(row.options);
      const found = find(generation.diagnostics, row.code);

      expect(found, JSON.stringify(generation.diagnostics)).toBeDefined();
      expect(found?.file).toBe(place.path(row.file ?? REGISTRY));
      const mark = markIn(row.text);
      if (mark !== null) expect({ line: found?.line, column: found?.column }).toEqual(mark);
      expect(found?.message).not.toBe('');
      expect(found?.hint).toBeTruthy();
      if (row.severity !== undefined) expect(found?.severity).toBe(row.severity);
      if (row.says !== undefined) expect(`${found?.message} ${found?.hint}`).toContain(row.says);
      if (row.runs !== undefined) expect(commandsOf(generation)).toEqual(row.runs);
      if (row.aside !== undefined)
        expect(generation.quarantined.map(({ problem }) => problem.code)).toEqual(row.aside);
      if (row.also !== undefined) {
        const others = generation.diagnostics.map(({ code }) => code).filter((code) => code !== row.code);
        expect([...new Set(others)].sort()).toEqual([...row.also].sort());
      }
    });
  });
}

describe('elsewhere', () => {
  test.each([...OTHER_CASES, ...MCP_CASES].map((row) => [`${row.code}: ${row.title}`, row] as const))(
    '%s',
    (_title, row) => {
      const found = find(row.diagnose(new Place()), row.code);
      expect(found).toBeDefined();
      expect(found?.message).not.toBe('');
      expect(found?.hint).toBeTruthy();
      if (row.says !== undefined) expect(`${found?.message} ${found?.hint}`).toContain(row.says);
      if (row.at !== undefined) expect([found?.line, found?.column]).toEqual(row.at);
    },
  );
});

test('every code has a case', () => {
  const covered = [...Object.values(TABLES).flat(), ...OTHER_CASES, ...MCP_CASES].map(({ code }) => code);
  expect([...new Set(covered)].sort()).toEqual(Object.keys(CONFIG_CODES).sort());
});

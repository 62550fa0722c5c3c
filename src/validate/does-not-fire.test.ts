import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doesNotFirePage, rulesPage } from '../../scripts/rules-page.js';
import type { EngineOptions } from '../engine/index.js';
import { settle } from '../engine/index.js';
import { TestProject } from '../engine/testing/project.js';
import { inventory } from '../explain/inventory.js';
import { REPORTS, type Silence, WITHOUT_CAUSE } from './testing/does-not-fire.js';
import { MALFORMED } from './testing/malformed.js';
import { validate } from './validate.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

/** What the command says, one text a finding, reason or entry. */
async function told({ teller, flags = [], event }: Silence): Promise<readonly string[]> {
  const options: EngineOptions = {
    projectDir: project.dir,
    home: project.home,
    env: { PATH: process.env['PATH'], HOME: project.home },
    profile: flags.includes('claude-code') ? 'claude-code' : 'amplifier',
    trust: 'off',
    claudeSettings: flags.includes('--claude-settings') ? { managedFile: null } : false,
  };
  if (teller === 'validate') return (await validate(settle(options))).findings.map(({ message }) => message);
  const engine = project.engine(options);
  if (teller === 'list')
    return (await inventory(engine.generation, settle(options))).flatMap(({ why }) =>
      why === null ? [] : [why],
    );
  const plan = engine.plan(project.input(event?.name ?? '', event?.fields));
  return plan.entries().map(({ reason }) => reason.detail);
}

describe.each([
  ['reports', REPORTS],
  ['malformed configurations', MALFORMED],
])('%s', (_, cases) => {
  it.each(cases)('$report: $cause', async (one) => {
    for (const [path, content] of Object.entries(one.files)) project.write(path, content);
    const lines = (await told(one)).map((line) => line.replaceAll(project.root, '<root>'));
    expect(lines).toContain(one.says);
  });
});

it('no report is both rebuilt and without a cause', () => {
  const rebuilt = new Set(REPORTS.map(({ report }) => report));
  expect(WITHOUT_CAUSE.filter(([report]) => rebuilt.has(report))).toEqual([]);
});

it.each([
  ['validate.md', rulesPage],
  ['does-not-fire.md', doesNotFirePage],
])('docs/%s is what the tables say', (name, page) => {
  expect(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')).toBe(page());
});

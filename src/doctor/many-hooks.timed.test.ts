// Looking at very many hooks: no problem is compared with every hook, and nothing is read again for each.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settle } from '../engine/index.js';
import { TestProject } from '../engine/testing/project.js';
import { cpuMs } from '../testing/index.js';
import { validate } from '../validate/index.js';
import { examine } from './index.js';

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('project/shared.sh', '#!/bin/sh\ncat "$X" | grep -q a\n', 0o755);
});
afterEach(() => project.remove());

it.each<[string, (index: number) => string]>([
  ['missing scripts of the project', (index) => `"$CLAUDE_PROJECT_DIR"/missing-${index}.sh`],
  ['other missing scripts', (index) => `"$HOME"/missing-${index}.sh`],
  ['one script', (index) => `"$CLAUDE_PROJECT_DIR"/shared.sh ${index}`],
])('10,000 hooks with %s cost at most 3 s each of validate and doctor', async (_title, command) => {
  project.hooks({ PreToolUse: Array.from({ length: 10_000 }, (_, index) => command(index)) });
  const settled = settle({
    trust: 'off',
    projectDir: project.dir,
    home: project.home,
    stateDir: project.path('state'),
    env: { PATH: process.env['PATH'], HOME: project.home },
  });
  expect(await cpuMs(() => validate(settled))).toBeLessThan(3000);
  expect(await cpuMs(() => examine(settled))).toBeLessThan(3000);
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sidecar } from '../../scripts/sidecar.mjs';
import { own } from '../../src/cli/testing/play.js';

const examples = fileURLToPath(new URL('..', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'amplifier-hooks-host-'));
beforeAll(async () => {
  writeFileSync(join(root, 'sidecar.cjs'), await sidecar());
  mkdirSync(join(root, 'project'));
  const plugin = join(root, 'project', '.amplifier', 'hooks', 'bash-validator');
  cpSync(join(examples, 'hooks', 'bash-validator'), plugin, { recursive: true });
  own(join(root, 'project'), { HOME: root });
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ['rm -rf /', /^deny .*rm -rf/],
  ['ls', /^no objection/],
])('host.py asks about %s', (command, answer) => {
  const argv = [join(examples, 'sidecar', 'host.py'), command, process.execPath, join(root, 'sidecar.cjs')];
  const env = { PATH: process.env['PATH'], HOME: root };
  expect(execFileSync('python3', argv, { cwd: join(root, 'project'), env, encoding: 'utf8' })).toMatch(
    answer,
  );
});

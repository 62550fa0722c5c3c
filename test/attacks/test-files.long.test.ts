// A test file that somebody else wrote does not hold up who runs the tests.
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stage } from '../../src/cli/testing/play.js';
import { cpuMs } from '../../src/testing/index.js';
import { parseYamlDocuments } from '../../src/text/yaml/index.js';

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});
afterEach(() => stage.remove());

it('a pipe, and a file of 200,000 keys', async () => {
  stage.makeFolder('project/hooks');
  execFileSync('mkfifo', [stage.path('project/hooks/pipe.hooktest.yaml')]);
  const keys = Array.from({ length: 200_000 }, (_, n) => `key${n}: 1\n`).join('');
  stage.write('project/hooks/keys.hooktest.yaml', keys);
  const { code, stdout } = await stage.play(['test', 'hooks']);
  expect(code).not.toBe(0);
  for (const why of ['is a named pipe, not a file', 'at most 1048576 are read'])
    expect(stdout.replace(/\s+/g, ' ')).toContain(why);
});

it('four times the keys take about four times the time, and keys still have to differ', async () => {
  const text = (count: number): string => Array.from({ length: count }, (_, n) => `k${n}: 1\n`).join('');
  parseYamlDocuments(text(2_000));
  const ratios: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const once = await cpuMs(() => parseYamlDocuments(text(4_000)));
    ratios.push((await cpuMs(() => parseYamlDocuments(text(16_000)))) / once);
  }
  expect(Math.min(...ratios)).toBeLessThan(10);
  expect(parseYamlDocuments(text(100_001))).toMatchObject([
    { ok: false, why: 'it has more than 100000 values' },
  ]);
  expect(parseYamlDocuments('a: 1\nb: 2\na: 3\n')).toMatchObject([{ ok: false, at: 10 }]);
});

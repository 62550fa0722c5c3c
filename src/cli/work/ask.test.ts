import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output } from '../output.js';
import { askYes } from './ask.js';

it.each([
  ['y\n', true],
  ['Yes\n', true],
  ['n\n', false],
  ['\n', false],
  ['yellow\n', false],
  ['', false],
])('%j: %s', async (typed, expected) => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(typed);
  const answer = await askYes(
    { stdin, stdout: new Output(stdout), stderr: new Output(stderr), env: {}, cwd: '/' },
    'Really?',
  );
  expect([answer, String(stderr.read()), stdout.read()]).toEqual([expected, 'Really? [y/N] ', null]);
});

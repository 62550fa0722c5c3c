// A test file that somebody else wrote does not hold up who runs the tests.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type Opened, withOpened } from './testing/command.js';

let project: Opened;
withOpened((opened) => {
  project = opened;
});

it('a pipe, and a file of 200,000 keys', async () => {
  project.makeFolder('project/hooks');
  execFileSync('mkfifo', [project.path('project/hooks/pipe.hooktest.yaml')]);
  const keys = Array.from({ length: 200_000 }, (_, n) => `key${n}: 1\n`).join('');
  project.write('project/hooks/keys.hooktest.yaml', keys);
  const { code, stdout } = await project.run(['test', 'hooks']);
  expect(code).not.toBe(0);
  for (const why of ['is a named pipe, not a file', 'at most 1048576 are read'])
    expect(stdout.replace(/\s+/g, ' ')).toContain(why);
});

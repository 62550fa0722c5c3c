// Nothing a script can see tells an interpreter that waited at a gate from a new one: each script is run both ways.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run, Task } from '../../../nouns.js';
import { commandHook } from '../../../testing/index.js';
import { testPlace } from '../../testing/place.js';
import { FORK_CASES, NODE_CASES, PYTHON_CASES } from './testing/interpreter-scripts.js';

const place = testPlace();
let count = 0;

const PROFILES = ['claude-code', 'amplifier'] as const;

describe.each([
  ['python', PYTHON_CASES, 'forced', PROFILES],
  // A plain sh need not become what it starts, and then nothing is forked.
  ['fork', FORK_CASES, 'forked', ['amplifier']],
  ['node', NODE_CASES, 'forced', PROFILES],
] as const)('%s', (_, cases, mode, profiles) => {
  describe.each(profiles)('%s', (profile) => {
    const cold = place.runner({ profile });
    const warm = place.runner({ profile, warm: mode });
    const both = async (task: Task): Promise<[Run, Run]> => [await cold.run(task), await warm.run(task)];

    it.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      count += 1;
      const folder = `case-${count}`;
      mkdirSync(place.path(folder));
      place.write(join(folder, one.file), one.script);
      for (const [name, content] of Object.entries(one.files)) place.write(join(folder, name), content);
      const cwd = place.path(folder);
      const task = place.task(one.command, {
        cwd: [cwd],
        env: { HOME: cwd, ...one.env },
        ...(one.stdin === null ? {} : { stdin: Buffer.from(one.stdin) }),
      });
      const [before, after] = await both(task);
      expect(told(after)).toEqual(told(before));
      expect(after.start?.kind).toBe(one.start);
    });
  });
});

it.each(['python', 'node'] as const)('%s without a shell', async (kind) => {
  const [file, script, program] =
    kind === 'python'
      ? ['e.py', 'import sys\nprint(sys.argv)', 'python3']
      : ['e.js', 'console.log(process.argv)', 'node'];
  place.write(file, script);
  const task = place.task(commandHook(program, { args: [place.path(file), 'a b', '$HOME'] }));
  const before = await place.runner().run(task);
  const after = await place.runner({ warm: 'forced' }).run(task);
  expect(after.outcome).toEqual(before.outcome);
  expect(after.start?.kind).toBe(kind);
});

/** Numbers that differ from run to run in any case. */
const told = ({ outcome }: Run): unknown =>
  JSON.parse(
    JSON.stringify(outcome)
      .replace(/0x[0-9a-f]{8,}/g, '0x')
      .replace(/node:\d+\)/g, 'node:pid)'),
  );

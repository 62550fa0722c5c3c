// Nothing a command can see tells a shell that waited at a gate from a new one: each command is run both ways.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run, Runner } from '../../../nouns.js';
import { commandHook } from '../../../testing/index.js';
import { eventually, finished, processesWith, STDIN_LINE, testPlace } from '../../testing/place.js';
import { BASH_CASES, SHELL_CASES, type ShellCase } from './testing/shell-scripts.js';

const place = testPlace();

const cases = {
  sh: { profile: 'claude-code', scripts: SHELL_CASES },
  bash: { profile: 'amplifier', scripts: [...SHELL_CASES, ...BASH_CASES] },
} as const;

async function bothWays(cold: Runner, warm: Runner, { command, env, stdin }: ShellCase): Promise<[Run, Run]> {
  const task = place.task(command, {
    ...(env === undefined ? {} : { env }),
    ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
  });
  return [await cold.run(task), await warm.run(task)];
}

describe.each([
  ['a script of bash, under bash', 'amplifier', '#!/bin/bash', (path: string) => `"${path}"`],
  [
    'a script of the bash that is found, under sh',
    'claude-code',
    '#!/usr/bin/env bash',
    (path: string) => `'${path}' a`,
  ],
  ['bash with a script', 'amplifier', '#', (path: string) => `bash "${path}" "a b" c`],
  [
    'a script without a shell',
    'amplifier',
    '#!/bin/bash',
    (path: string) => commandHook(path, { args: ['a b'] }),
  ],
] as const)('%s', (name, profile, firstLine, started) => {
  const cold = place.runner({ profile });
  const warm = place.runner({ profile, warm: 'forced' });

  it.each([...SHELL_CASES, ...BASH_CASES].map((script, at) => [script.name, at, script] as const))(
    '%s',
    async (_, at, { command, inScript = command, behindShell = inScript, env = {}, stdin = STDIN_LINE }) => {
      const file = `${name.replaceAll(/\W/g, '-')}-${at}.sh`;
      // Of these shells only sh stays, and waits for what bash would become.
      place.write(file, `${firstLine}\n${profile === 'claude-code' ? behindShell : inScript}\n`);
      const task = place.task(started(place.path(file)), { env, stdin: Buffer.from(stdin) });
      const before = await cold.run(task);
      const after = await warm.run(task);
      expect(after.outcome).toEqual(before.outcome);
      expect(after.start?.kind).toBe('bash');
    },
  );
});

describe('only the shell waits, and nothing of the script runs before the event', () => {
  const warm = place.runner({ warm: 'forced' });

  it.each([
    ['-p', '#!/bin/bash -p', (path: string) => `"${path}"`, {}],
    ['--posix', '#!/bin/bash', (path: string) => `bash --posix "${path}"`, {}],
    ['sh', '#!/bin/sh', (path: string) => `"${path}"`, {}],
    ['no first line', '', (path: string) => `"${path}"`, {}],
    ['a second command', '#!/bin/bash', (path: string) => `"${path}"; true`, {}],
    [
      'a variable that opens the gate',
      '#!/bin/bash',
      (path: string) => `"${path}"`,
      { BASH_EXECUTION_STRING: 'x' },
    ],
  ] as const)('%s', async (name, firstLine, started, env) => {
    const [file, log] = [`only-${name.replaceAll(/\W/g, '-')}.sh`, `${name.replaceAll(/\W/g, '-')}.log`];
    place.write(file, `${firstLine}\necho ran >>'${place.path(log)}'\n`);
    for (const ran of ['ran\n', 'ran\nran\n']) {
      const run = await warm.run(place.task(started(place.path(file)), { env }));
      expect(finished(run.outcome)).toMatchObject({ exitCode: 0, stderr: '' });
      expect(run.start?.kind).toBe('shell');
      expect(readFileSync(place.path(log), 'utf8')).toBe(ran);
    }
  });
});

it('a script that changes while its bash waits is run by a new one', async () => {
  const warm = place.runner({ warm: 'learned' });
  const env = { WAITS: randomUUID() };
  const said = async (): Promise<readonly unknown[]> => {
    const { outcome, start } = await warm.run(place.task(`"${place.path('changing.sh')}"`, { env }));
    return [finished(outcome).stdout, start?.kind];
  };
  place.write('changing.sh', '#!/bin/bash\necho one\n');
  await eventually(async () => expect(await said()).toEqual(['one\n', 'bash']));
  await eventually(() => expect(processesWith(env.WAITS)).toHaveLength(1));
  place.write('changing.sh', '#!/bin/sh\necho other\n');
  const [text, kind] = await said();
  expect(text).toBe('other\n');
  expect(kind).not.toBe('bash');
});

describe.each(['sh', 'bash'] as const)('%s', (shell) => {
  const { profile, scripts } = cases[shell];
  const cold = place.runner({ profile });
  const warm = place.runner({ profile, warm: 'forced' });

  it.each(scripts.map((script) => [script.name, script] as const))('%s', async (_, script) => {
    const [one, other] = await bothWays(cold, warm, script);
    expect(other.outcome).toEqual(one.outcome);
    const early = shell === 'sh' && script.onlyCold === true;
    expect(other.start?.kind).toBe(early ? 'cold' : 'shell');
  });

  it('every exit code', async () => {
    for (let code = 0; code < 256; code += 1) {
      const [one, other] = await bothWays(cold, warm, { name: '', command: `exit ${code}` });
      expect(other.outcome).toEqual(one.outcome);
      expect(other.start?.kind).toBe('shell');
    }
  });
});

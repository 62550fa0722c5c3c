import { chmodSync, copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandHandler, Run, Runner, Task } from '../nouns.js';
import { commandHook, task } from '../testing/index.js';
import { inProcessRunner } from './in-process.js';
import { Place } from './testing/place.js';

let place: Place;
let executable: string;
beforeEach(() => {
  place = new Place();
  executable = place.writeHome('package/amplihack-hooks.cjs', '#!/bin/sh\necho never run\n');
  mkdirSync(join(place.home, 'bin'));
  symlinkSync(executable, join(place.home, 'bin/amplihack-hooks'));
});
afterEach(() => place.remove());

/** Stands for the runner of processes: it only says that it was asked. */
const otherwise: Runner = {
  run: (task) =>
    Promise.resolve({ hook: task.hook, outcome: { kind: 'refused', why: 'a process' }, durationMs: 0 }),
  close: () => Promise.resolve(),
};

function run(command: string, handler: Partial<CommandHandler> = {}, more: Partial<Task> = {}): Promise<Run> {
  const payload = { tool_name: 'Bash', tool_input: { command: 'rm -rf .' } };
  const asked = task(commandHook(command, handler), {
    stdin: Buffer.from(`${JSON.stringify(payload)}\n`),
    env: place.env,
    cwd: [join(place.root, 'missing'), place.root],
    timeoutMs: null,
    ...more,
  });
  return inProcessRunner({ executable, otherwise }).run(asked);
}

const HERE = { kind: 'finished', exitCode: 0, stdout: expect.stringContaining('Deletion Prevented') };
const PROCESS = { kind: 'refused', why: 'a process' };

describe('a command runs in process', () => {
  it('when it leads to this package’s own file, whatever it is called', async () => {
    const link = join(place.home, 'bin/amplihack-hooks');
    symlinkSync(link, join(place.home, 'bin/other name'));
    for (const program of [
      executable,
      link,
      `"${link}"`,
      `'${link}'`,
      `'${join(place.home, 'bin/other name')}'`,
    ])
      expect((await run(`${program} pre-tool-use`)).outcome).toMatchObject(HERE);
    expect((await run(link, { args: ['pre-tool-use', 'more'] })).outcome).toMatchObject(HERE);
    expect(place.has('.claude/runtime/metrics/pre_tool_use_metrics.jsonl')).toBe(true);
  });

  it('and never by its name', async () => {
    const copy = join(place.home, 'amplihack-hooks.cjs');
    copyFileSync(executable, copy);
    chmodSync(copy, 0o755);
    for (const command of [
      `${copy} pre-tool-use`,
      'amplihack-hooks pre-tool-use',
      `${executable} nothing`,
      `${executable} --version`,
      `${executable} pre-tool-use | cat`,
      `${executable} pre-tool-use; ls`,
      `${executable} $X`,
      `X=1 ${executable} pre-tool-use`,
      `${executable}`,
    ])
      expect((await run(command)).outcome).toMatchObject(PROCESS);
  });

  it('but not in the background, in PowerShell, or without a directory', async () => {
    const command = `${executable} pre-tool-use`;
    expect((await run(command, { background: 'async' })).outcome).toMatchObject(PROCESS);
    expect((await run(command, { shell: 'powershell' })).outcome).toMatchObject(PROCESS);
    expect((await run(command, {}, { cwd: [] })).outcome).toMatchObject(PROCESS);
  });
});

describe('nobody waits for it longer than for a process', () => {
  const slow = () => {
    const git = place.writeHome('slow/git', '#!/bin/sh\nexec sleep 3\n');
    chmodSync(git, 0o755);
    const payload = { tool_name: 'Bash', tool_input: { command: 'git commit' } };
    const env = { ...place.env, PATH: `${join(place.home, 'slow')}:${place.env['PATH']}` };
    return { env, stdin: Buffer.from(JSON.stringify(payload)) };
  };
  it('a time limit', async () => {
    const { outcome } = await run(`${executable} pre-tool-use`, {}, { ...slow(), timeoutMs: 50 });
    expect(outcome).toEqual({ kind: 'timedOut', timeoutMs: 50, stdout: '', stderr: '', truncated: false });
  });

  it('an event that is aborted, before and while it runs', async () => {
    const aborted = AbortSignal.abort('the user left');
    const command = `${executable} pre-tool-use`;
    expect((await run(command, {}, { signal: aborted })).outcome).toEqual({
      kind: 'cancelled',
      why: 'the user left',
    });
    expect(place.has('.claude')).toBe(false);
    const controller = new AbortController();
    const running = run(command, {}, { ...slow(), signal: controller.signal });
    controller.abort();
    expect((await running).outcome).toEqual({ kind: 'cancelled', why: 'the event was aborted' });
  });
});

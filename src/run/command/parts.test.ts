// The parts of the runner that can be looked at without a process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Capture } from './capture.js';
import { Deadline } from './deadline.js';
import { asShellScript, type Launch } from './launch.js';
import { MarkedEnvs } from './marked-env.js';
import { outsideGroup } from './processes.js';
import { fastTempDir } from './temp-dir.js';

describe('a deadline', () => {
  afterEach(() => vi.useRealTimers());

  it.each([1, 1000, 2 ** 31 - 1, 2 ** 31, 2 ** 33 + 5])('of %i ms is due then and not before', (ms) => {
    vi.useFakeTimers({ now: 0 });
    let due = 0;
    const deadline = new Deadline(ms, () => {
      due += 1;
    });
    vi.advanceTimersByTime(ms - 1);
    expect(due).toBe(0);
    vi.advanceTimersByTime(2);
    expect(due).toBe(1);
    deadline.cancel();
  });

  it('can be cancelled in any of its parts', () => {
    vi.useFakeTimers({ now: 0 });
    const deadline = new Deadline(2 ** 33, () => expect.unreachable());
    vi.advanceTimersByTime(2 ** 32);
    deadline.cancel();
    vi.advanceTimersByTime(2 ** 33);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a capture', () => {
  it('gives the same text however the bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 })), (chunks) => {
        const capture = new Capture(1 << 20, null);
        for (const chunk of chunks) capture.add(chunk);
        expect(capture.text()).toBe(Buffer.concat(chunks).toString('utf8'));
        expect(capture.truncated).toBe(false);
      }),
    );
  });

  it('keeps whole characters up to the cap', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(5), (text, cap, size) => {
        const bytes = Buffer.from(text);
        const capture = new Capture(cap, null);
        for (let at = 0; at < bytes.length; at += size + 1) capture.add(bytes.subarray(at, at + size + 1));
        expect(capture.truncated).toBe(bytes.length > cap);
        expect(text.startsWith(capture.text())).toBe(true);
        expect(Buffer.byteLength(capture.text())).toBeGreaterThan(Math.min(bytes.length, cap) - 4);
      }),
    );
  });

  it('finds the first line however it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const line = `{${text.replaceAll('\n', '')}`;
        const bytes = Buffer.from(`${line}\n{"next":1}\n`);
        const lines: string[] = [];
        const capture = new Capture(1 << 20, (one) => lines.push(one));
        for (let at = 0; at < bytes.length; at += size) capture.add(bytes.subarray(at, at + size));
        expect(lines).toEqual([line]);
      }),
    );
  });
});

describe('the processes of a run', () => {
  const entry = (pid: number, parent: number, group: number, marks = '') => ({
    pid,
    parent,
    group,
    environment: `\0A=1 AMPLIFIER_HOOK_RUN=none\0AMPLIFIER_HOOK_RUN=${marks}\0`,
  });

  it('outside its group are its descendants and those with its mark', () => {
    const processes = [
      entry(1, 0, 1),
      entry(30, 20, 30),
      entry(10, 5, 10, 'other-1.run-7.'),
      entry(11, 10, 10, 'other-1.run-7.'),
      entry(20, 11, 20),
      entry(40, 1, 40, 'run-7.inner-1.'),
      entry(50, 1, 50, 'run-71.'),
      entry(60, 1, 60, 'other-1.'),
      entry(5, 1, 5, 'other-1.'),
    ];
    expect(outsideGroup(processes, 10, 'run-7.')).toEqual([30, 20, 40]);
  });
});

it('an environment is copied once and marked anew for each run', () => {
  const envs = new MarkedEnvs();
  const env = { A: '1', BASH_ENV: '/rc', AMPLIFIER_HOOK_RUN: 'outer-1.' };
  const first = envs.mark(env, 'run-1.', false);
  expect(first).toEqual({ A: '1', BASH_ENV: '/rc', AMPLIFIER_HOOK_RUN: 'outer-1.run-1.' });
  expect(envs.mark(env, 'run-2.', false)).toBe(first);
  expect(first['AMPLIFIER_HOOK_RUN']).toBe('outer-1.run-2.');
  expect(envs.mark(env, 'run-3.', true)).toEqual({ A: '1', AMPLIFIER_HOOK_RUN: 'outer-1.run-3.' });
  expect(env).toEqual({ A: '1', BASH_ENV: '/rc', AMPLIFIER_HOOK_RUN: 'outer-1.' });
});

it('a script that the system cannot execute goes to the shell', () => {
  const root = mkdtempSync(join(tmpdir(), 'run-parts-'));
  writeFileSync(join(root, 'tool'), 'echo', { mode: 0o755 });
  const launch: Launch = { form: 'exec', file: './tool', args: ['a'], written: './tool a' };
  const viaShell = { form: 'sh', file: '/bin/sh', args: [join(root, 'tool'), 'a'], written: './tool a' };
  expect(asShellScript(launch, root, '')).toEqual(viaShell);
  expect(asShellScript({ ...launch, file: 'tool' }, '/', root)).toEqual(viaShell);
  expect(asShellScript({ ...launch, file: './gone' }, root, '')).toBeNull();
  expect(asShellScript({ ...launch, form: 'sh' }, root, '')).toBeNull();
  rmSync(root, { recursive: true });
});

it('the temporary directory is in memory where that can be had', () => {
  const root = mkdtempSync(join(tmpdir(), 'run-parts-'));
  expect(fastTempDir({ XDG_RUNTIME_DIR: root })).toMatch(new RegExp(`^${root}/amplifier-hooks-`));
  expect(fastTempDir({ XDG_RUNTIME_DIR: join(root, 'gone') })).not.toContain(root);
  rmSync(root, { recursive: true });
});

// The list of processes, by each way that this machine has.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { findOwnProgram } from '../index.js';
import { fromProc, fromPs, listProcesses, readPs, wasGiven } from './index.js';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

it.each([
  ['/proc', fromProc, existsSync('/proc/self/stat')],
  ['ps', fromPs, findOwnProgram('ps') !== null],
  ['the way that is there', listProcesses, true],
])('%s tells parent, group and environment', (_, list, isHere) => {
  if (!isHere) return expect(list()).toBeNull();
  const child = spawn('sleep', ['60'], {
    detached: true,
    env: { PATH: '/usr/bin:/bin', MARK: 'a-1.', NAME: 'bär', TEXT: 'x MARK=b y', Z: '' },
  });
  started.push(child);
  const entry = list()?.find(({ pid }) => pid === child.pid);
  if (entry === undefined) throw new Error('the process is not listed');
  expect(entry).toMatchObject({ parent: process.pid, group: child.pid });
  if (entry.environment.startsWith('\0'))
    expect([wasGiven(entry, 'NAME=bär'), wasGiven(entry, 'MARK=b')]).toEqual([true, false]);
  expect([wasGiven(entry, 'MARK=a-1.'), wasGiven(entry, 'MARK=a-1'), wasGiven(entry, 'ARK=a-1.')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('what ps prints on macOS is understood; zombies are left out', () => {
  const text = `    1     0     1 Ss   /sbin/launchd
  501     1   501 S+   -zsh TERM=xterm PATH=/usr/bin:/bin
77001   501 77001 Z+   (node)
77002 77001 77001 R    sleep 60 AMPLIFIER_HOOK_RUN=a-1. HOME=/Users/u
`;
  expect(readPs(text)).toEqual([
    { pid: 1, parent: 0, group: 1, environment: ' /sbin/launchd ' },
    { pid: 501, parent: 1, group: 501, environment: ' -zsh TERM=xterm PATH=/usr/bin:/bin ' },
    {
      pid: 77002,
      parent: 77001,
      group: 77001,
      environment: ' sleep 60 AMPLIFIER_HOOK_RUN=a-1. HOME=/Users/u ',
    },
  ]);
});

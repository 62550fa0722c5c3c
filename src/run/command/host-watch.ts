// Ends hooks whose host has died, whatever ended it: a shell in a session of its own waits at the end of a pipe that dies
// with the host. It is told only of hooks that run for a while, so that quick ones cost nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { beginningOf } from '../../files/index.js';
import { codeOf } from '../../text/index.js';
import type { Doomed } from './ending.js';
import { WATCH_SCRIPT } from './host-watch-script.js';

/** A watcher that could not be started, or was ended by somebody, is tried again after this. */
const AGAIN_MS = 1000;

type Watched = Pick<Doomed, 'pid' | 'mark'>;

/** One watcher for all runners of this process. */
const watched = new Map<Watched, string>();
let watcher: ChildProcess | null = null;
let later: NodeJS.Timeout | null = null;
let impossible = false;

/** From now on the process group of a run, and all that carry its mark, are ended when this process is gone. */
export function endWithHost(run: Watched): void {
  if (watched.has(run)) return;
  // Read while the leader is ours for sure: it tells the run from one that gets the same number one day.
  const line = `+ ${run.pid} ${beginningOf(run.pid) ?? '-'} ${run.mark}\n`;
  watched.set(run, line);
  if (watcher === null) start();
  else watcher.stdin?.write(line);
}

/** It has ended. */
export function endedBeforeHost(run: Watched): void {
  if (watched.delete(run)) watcher?.stdin?.write(`- ${run.pid}\n`);
}

/** Where nothing is left to watch the watcher goes too. */
export function restWatch(): void {
  if (watched.size > 0) return;
  if (later !== null) clearTimeout(later);
  later = null;
  watcher?.stdin?.end();
  watcher = null;
}

function start(): void {
  if (impossible || later !== null) return;
  // Nothing of the host's environment: it can change what a shell does first.
  const started = spawn('/bin/sh', ['-c', WATCH_SCRIPT, 'amplifier-hooks-watch'], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const over = (error?: Error): void => {
    if (watcher !== started) return;
    watcher = null;
    impossible = codeOf(error) === 'ENOENT';
    if (watched.size > 0 && !impossible) later = setTimeout(again, AGAIN_MS).unref();
  };
  watcher = started;
  started.once('error', over);
  started.once('exit', () => over());
  started.unref();
  const { stdin } = started;
  stdin.on('error', () => undefined);
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  stdin.write([...watched.values()].join(''));
}

function again(): void {
  later = null;
  if (watcher === null && watched.size > 0) start();
}

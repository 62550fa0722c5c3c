// A process with all that it started: how it is started so that it can be ended as a whole, and how it is ended.
import { spawn } from 'node:child_process';
import { hasCode } from '../../text/index.js';
import { HERE, isWindows, type System } from '../system.js';

/** How to start what has to be ended as a whole: in a session of its own, without a terminal or window. */
export function asTree(system: Pick<System, 'platform'> = HERE): { detached: boolean; windowsHide: boolean } {
  // On Windows a detached process gets a console of its own, which people see, and no group.
  return { detached: !isWindows(system), windowsHide: true };
}

/** Sends a signal to one process; `false`: there is nobody to get it. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/**
 * Sends a signal to a process that was started as a tree, and to its group; `false`: there is nobody to get it.
 *
 * @param reaped its leader has ended: where there are no groups nobody knows the rest, and the number may be a stranger's
 */
export function signalTree(pid: number, signal: NodeJS.Signals | 0, reaped: boolean): boolean {
  const ender = treeEnder(pid);
  if (ender === null) return signalProcess(-pid, signal);
  if (reaped) return false;
  const there = signalProcess(pid, 0);
  if (!there || signal === 0) return there;
  const [program, ...args] = ender;
  // Started at once, also while this process exits; it needs nobody to wait for it.
  spawn(program, args, { stdio: 'ignore', windowsHide: true })
    .on('error', () => signalProcess(pid, 'SIGKILL'))
    .unref();
  return true;
}

/** The command that ends a tree where there are no groups; nobody there can be asked to end. `null`: there are groups. */
export function treeEnder(pid: number, system: Pick<System, 'platform' | 'env'> = HERE): Command | null {
  if (!isWindows(system)) return null;
  const root = system.env['SYSTEMROOT'] ?? 'C:\\Windows';
  return [`${root}\\System32\\taskkill.exe`, '/PID', String(pid), '/T', '/F'];
}

type Command = readonly [program: string, ...args: string[]];

// Hooks that nobody waits for, where every event has a process of its own: that one ends with its answer, so another one runs them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { HandOver } from '../../engine/index.js';
import { writeExactly } from '../../text/index.js';
import type { Io } from '../io.js';
import type { DispatchOrder } from './order.js';
import { wordsAgain } from './words-again.js';

/**
 * Hands hooks over to a process that outlives this one.
 *
 * @param command the executable that is started for it
 */
export const handOverTo =
  (command: string, io: Io, { options, load }: DispatchOrder): HandOver =>
  async ({ input, hooks, ...event }) => {
    const words = ['dispatch', ...wordsAgain({ args: [], options, io }), '--behind'];
    const child = spawn(process.execPath, [command, ...words], {
      cwd: io.cwd,
      env: { ...io.env },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    child.on('error', () => undefined);
    if (child.pid === undefined) return false;
    const told = once(child.stdin, 'finish');
    const ids = hooks.map(({ id }) => id);
    child.stdin.end(writeExactly({ ...event, hooks: ids, project: load.projectDir, fields: input.fields }));
    child.unref();
    await told;
    return true;
  };

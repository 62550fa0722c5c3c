// `studio`: a page in your browser on what hooks do, live and for the past.

import { spawn } from 'node:child_process';
import { nativeSignal } from '../../end-signal.js';
import { browserOpener, HERE } from '../../machine/index.js';
import { type Studio, startStudio, Watching } from '../../studio/index.js';
import { hasCode } from '../../text/index.js';
import type { Call, CommandModule } from '../command.js';
import { interruptionOf } from '../interruption.js';
import { complain, EXIT, type Io, print, UserError } from '../io.js';
import { flag, refuseOptions, textFlag } from '../options/flags.js';
import { journalPlace, nothingRecorded } from '../options/journal-flags.js';
import { defineLoadFlags } from '../options/load-flags.js';
import { settledOptions } from '../options/settled.js';
import { deskFor } from '../studio/desk.js';
import { builtPage } from '../studio/page.js';
import { whyNobody } from '../work/person.js';

export const studio: CommandModule = {
  define(command) {
    command
      .option('--all', 'every project that something is recorded of, not only the one around')
      .option('--port <number>', 'listen on this port (default: any that is free)')
      .option('--no-open', 'only print the address');
    defineLoadFlags(command);
    command.addHelpText(
      'after',
      `
The page shows the timeline of events with their hooks, each event in full, the
hooks with their numbers, and what doctor and validate say. It listens on this
machine only. The address lets one browser in, once; it is opened by itself only
where a person sits at a terminal. Ctrl-C ends it. See docs/studio.md.

Examples:
  amplifier-hooks studio
  amplifier-hooks studio --all
  amplifier-hooks studio --no-open --port 4319`,
    );
  },

  async run(call) {
    const { io, options } = call;
    if (flag(options, 'all')) refuseOptions(options, ['project'], 'names one project, and --all means all');
    const port = portOf(options);
    const { stateDir, projectDir, onProblem } = journalPlace(call);
    const { home } = settledOptions(call);
    const watching = new Watching({
      stateDir,
      projectDir: flag(options, 'all') ? null : projectDir,
      onProblem: onProblem ?? (() => undefined),
    });
    const ended = nativeSignal(interruptionOf(io));
    // A long journal may still be read then.
    ended.addEventListener('abort', () => void watching.close(), { once: true });
    try {
      const opened = await open({ call, watching, stateDir, home, port });
      try {
        print(io, [
          'The studio is at:',
          `  ${opened.address}`,
          'The address lets one browser in. Ctrl-C ends the studio.',
        ]);
        if (options['open'] !== false) openBrowser(io, opened.address);
        await watching.start();
        if (watching.store.size === 0 && !ended.aborted)
          complain(io, nothingRecorded(call, { stateDir, projectDir }));
        await untilAborted(ended);
      } finally {
        await opened.close();
      }
    } finally {
      await watching.close();
    }
    return EXIT.fine;
  },
};

async function open(given: {
  readonly call: Call;
  readonly watching: Watching;
  readonly stateDir: string;
  readonly home: string;
  readonly port: number;
}): Promise<Studio> {
  const { call, port, ...rest } = given;
  try {
    return await startStudio({ ...rest, desk: deskFor(call), page: builtPage(), port });
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE'))
      throw new UserError(`port ${port} is taken`, 'Leave --port out, and a free one is taken.');
    if (hasCode(error, 'EACCES'))
      throw new UserError(`port ${port} may not be used`, 'Leave --port out, and a free one is taken.');
    throw error;
  }
}

function portOf(options: Call['options']): number {
  const wish = textFlag(options, 'port');
  if (wish === null) return 0;
  const port = Number(wish);
  if (!/^\d+$/.test(wish) || port > 65_535)
    throw new UserError(`--port "${wish}" is not a valid port`, 'Write a number from 1 to 65535.');
  return port;
}

/** An agent has no use for a window, and nobody asked for one where nobody sits. */
function openBrowser(io: Io, address: string): void {
  if (whyNobody(io) !== null || !io.stdout.isTTY) return;
  const opener = browserOpener({ ...HERE, env: io.env });
  if (opener === null) return;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => complain(io, ['No browser could be opened: open the address yourself.']));
  child.unref();
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

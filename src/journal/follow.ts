// The journal as it grows: appended lines, new sessions, files that are put aside meanwhile.
import { Alarm } from './alarm.js';
import type { Entry } from './entries.js';
import { Growth } from './growth.js';
import { listFiles, placeOf } from './layout.js';
import { parseHead, parseWhole } from './parse.js';
import { filesFor, filtered, newest, type ReadOptions } from './read.js';

/** The newest entries (`last`, default none), and then every new one until `signal` says to stop. */
export async function* followJournal(
  options: ReadOptions & {
    readonly signal: AbortSignal;
    /** Called when what was there before is given. */
    readonly onReady?: () => void;
  },
): AsyncGenerator<Entry> {
  const place = placeOf(options.stateDir, options.projectDir);
  const { session, onProblem } = options;
  const growth = new Growth(place, {
    session,
    onProblem,
    parse: options.whole === true ? parseWhole : parseHead,
  });
  const alarm = new Alarm(options.signal);
  alarm.watch(place.folder);
  try {
    const there = listFiles(place);
    const files = await filesFor({ ...options, since: null });
    await growth.begin(there, files);
    yield* await newest(files, options, options.last ?? 0);
    options.onReady?.();
    while (!options.signal.aborted) {
      for await (const { entry } of growth.grown()) {
        const seen = filtered(entry, options);
        if (seen !== null) yield seen;
        if (options.signal.aborted) return;
      }
      await alarm.next();
    }
  } finally {
    alarm.close();
  }
}

// What the desk of a studio is opened with, and what it makes of it for one project.
import type { Settled } from '../../engine/index.js';
import type { Call } from '../command.js';
import { hintsOf } from '../hints.js';
import { settledOptions } from '../options/settled.js';
import { type Screen, screenFor } from '../show/screen.js';

/** One project, as a command that is called for it would see it. */
export interface Place {
  readonly call: Call;
  readonly settled: Settled;
  /** For texts that commands show: no colours, whole lines. */
  readonly screen: Screen;
  /** Commands in a text, so that they work when they are pasted anywhere. */
  readonly hint: (text: string) => string;
}

/** The options of the studio are for every project that it shows. */
export function placeFor(call: Call, projectDir: string): Place {
  const options = { ...call.options, project: projectDir };
  const own = { ...call, options };
  const hint = hintsOf(options);
  return {
    call: own,
    settled: settledOptions(own),
    screen: screenFor({ colour: 'never', hint }, {}, projectDir),
    hint,
  };
}

// Which hooks are running, while one waits for them.
import { hookName } from '../../hook-name.js';
import type { Hook } from '../../nouns.js';
import type { ShownProgress } from './progress.js';

/** Hears of each hook that begins and ends; the one that has run longest is named. */
export function showRunning(progress: ShownProgress): (hook: Hook, state: 'begins' | 'ended') => void {
  const running: Hook[] = [];
  let begun = 0;
  return (hook, state) => {
    if (state === 'begins') {
      begun += 1;
      running.push(hook);
    } else running.splice(running.indexOf(hook), 1);
    const [longest] = running;
    if (longest === undefined) progress.end();
    else
      progress.step(`Running the ${hookName(longest)}`, begun - running.length, begun === 1 ? null : begun);
  };
}

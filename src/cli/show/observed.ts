// What a hook that only observes would have done, in words.
import { effectsOf, verdictOf, wouldInWords } from '../../journal/index.js';
import type { Observed } from '../../nouns.js';
import { shown } from '../../text/index.js';
import { OBSERVED } from './marks.js';
import { namesOf } from './names.js';
import { beside, type Screen } from './screen.js';

/** The lines about hooks that looked at an event and had no say. */
export function showObserved(observed: readonly Observed[], screen: Screen): string[] {
  const nameOf = namesOf(observed.map(({ run }) => run.hook));
  return observed.flatMap(({ run, would }) => {
    const said = wouldInWords({ run: { verdict: verdictOf(would) }, effects: effectsOf(would) });
    const reason = would.reason === null ? '' : `: ${would.reason.trim()}`;
    const name = shown(nameOf(run.hook));
    const text =
      said === '' ? 'only observed, and would have done nothing' : `only observed: ${said}${reason}`;
    return beside(screen, `   ${OBSERVED} ${name} `, 6 + name.length, text);
  });
}

// What a hook that only observes would have done, in words.
import { effectsOf, type ObservedEntry, type Upshot, VERDICTS, verdictOf } from '../../journal/index.js';
import type { Observed } from '../../nouns.js';
import { shown } from '../../text/index.js';
import { OBSERVED } from './marks.js';
import { namesOf } from './names.js';
import { beside, type Screen } from './screen.js';

const IN_WORDS: Readonly<Record<Upshot, string>> = {
  deny: 'denied',
  block: 'blocked',
  stop: 'ended the turn',
  ask: 'asked',
  defer: 'deferred',
  allow: 'allowed it',
  nothing: '',
};

const EFFECTS: Readonly<Record<ObservedEntry['effects'][number], string>> = {
  context: 'given the model context',
  feedback: 'given the model feedback',
  message: 'told the user something',
  input: 'rewritten the input',
  output: 'rewritten the output',
  permissions: 'changed permissions',
  fields: 'answered the host',
};

/** `would have denied, and rewritten the input`; empty: it would have done nothing. */
export function wouldInWords({
  run,
  effects,
}: {
  readonly run: Pick<ObservedEntry['run'], 'verdict'>;
  readonly effects: ObservedEntry['effects'];
}): string {
  const parts = [IN_WORDS[run.verdict], ...effects.map((name) => EFFECTS[name])].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? '' : `would have ${parts.join(', ')}`;
}

/** How often it would have done what; empty: never. */
export const countedInWords = (verdicts: Partial<Readonly<Record<Upshot, number>>>): string[] =>
  VERDICTS.flatMap((verdict) => {
    const count = verdicts[verdict] ?? 0;
    return count === 0 || IN_WORDS[verdict] === '' ? [] : [`${IN_WORDS[verdict]} ${count}`];
  });

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

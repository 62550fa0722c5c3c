// What a hook that only observes would have done, in words.
import { type ObservedEntry, type Upshot, VERDICTS } from '../../journal/index.js';

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
export function wouldInWords({ run, effects }: Pick<ObservedEntry, 'run' | 'effects'>): string {
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

// Rules about what a hook does to its surroundings: secrets that it reads, events that it holds up.
import type { Finding } from '../finding.js';
import { seenOf } from '../reading/seen.js';
import { atPart, type Subject } from '../subject.js';

/** Secrets that are read, and waits that never end by themselves; of each text the first of its kind and reason. */
export function dangerFindings(subject: Subject): readonly Finding[] {
  return subject.parts.flatMap((part) => {
    const told = new Set<string>();
    const isNew = (what: string): boolean => !told.has(what) && told.add(what).size > 0;
    return [
      ...seenOf(part.reading, 'secret')
        .filter(({ what }) => isNew(what))
        .map(({ at, what }) =>
          atPart(subject, part, at, 'reads-secrets', `It reads ${what}, which keeps secrets`),
        ),
      ...seenOf(part.reading, 'waits')
        .filter(({ forEver, why }) => forEver && isNew(why))
        .map(({ at, why }) => atPart(subject, part, at, 'waits-for-ever', `It may never end: ${why}`)),
    ];
  });
}

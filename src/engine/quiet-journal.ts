// A journal that cannot write down what happens must not change what happens.
import type { Diagnostic, Journal } from '../nouns.js';
import { reasonOf } from '../text/index.js';
import { engineDiagnostic } from './diagnostic.js';

/** The same journal; what it throws is told once, and nobody else hears of it. */
export function quietJournal(journal: Journal, tell: (diagnostic: Diagnostic) => void): Journal {
  let told = false;
  const failed = (error: unknown): void => {
    if (told) return;
    told = true;
    tell(engineDiagnostic('journal-failed', `the journal failed: ${reasonOf(error)}`, null, null));
  };
  const quietly = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      failed(error);
    }
  };
  return {
    ...(journal.wantsAll === undefined ? {} : { wantsAll: journal.wantsAll }),
    inForce: (generation) => quietly(() => journal.inForce(generation)),
    idle: (plan, sessionId, times) => quietly(() => journal.idle(plan, sessionId, times)),
    expected: (plan, input) => quietly(() => journal.expected?.(plan, input)),
    dispatched: (event) => quietly(() => journal.dispatched(event)),
    observed: (seen) => quietly(() => journal.observed?.(seen)),
    late: (run, input, texts) => quietly(() => journal.late(run, input, texts)),
    idOf: (input) => {
      let id = '';
      quietly(() => {
        id = journal.idOf?.(input) ?? '';
      });
      return id;
    },
    recordedAs: (input, id) => quietly(() => journal.recordedAs?.(input, id)),
    unknown: (event, sessionId) => {
      let first = true;
      quietly(() => {
        first = journal.unknown(event, sessionId);
      });
      return first;
    },
    flush: async () => journal.flush().catch(failed),
    close: async () => journal.close().catch(failed),
  };
}

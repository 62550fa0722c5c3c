// Journals with something to write. A host that calls process.exit() does not wait; they write all the same.

const unwritten = new Set<{ drain(): void }>();
const atExit = (): void => {
  for (const journal of unwritten) journal.drain();
};

/** Something is to be written. */
export function remember(journal: { drain(): void }): void {
  if (unwritten.size === 0) process.on('exit', atExit);
  unwritten.add(journal);
}

/** It was. */
export function forget(journal: { drain(): void }): void {
  unwritten.delete(journal);
  if (unwritten.size === 0) process.off('exit', atExit);
}

// Several pieces of work at a time.

/** Does the work for every item, at most so many at once. */
export async function inParallel<T>(
  jobs: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  // One iterator shared by all workers: each takes what the others have not taken yet.
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

// What must still be done when the host's process ends: one listener for all runners.

const duties = new Set<() => void>();

const onExit = (): void => {
  for (const duty of duties) duty();
};

/** Registers a duty for the end of the process; the returned function takes it back. */
export function atHostExit(duty: () => void): () => void {
  if (duties.size === 0) process.on('exit', onExit);
  duties.add(duty);
  return () => {
    duties.delete(duty);
    if (duties.size === 0) process.off('exit', onExit);
  };
}

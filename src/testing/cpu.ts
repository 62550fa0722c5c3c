// What work costs, whatever else the machine is doing.

/** The CPU time in milliseconds that this process spent on some work: waiting for a turn does not count. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

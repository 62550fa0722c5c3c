// What a hook that prints without end costs its host.
import { describe, expect, it } from 'vitest';
import type { Runner } from '../../nouns.js';
import { testPlace } from '../testing/place.js';

const place = testPlace();
const ways: readonly (readonly [string, Runner])[] = [
  ['named pipes', place.shared],
  ['Node’s own pipes', place.runnerWithoutFiles()],
];
const MEGABYTE = 1_000_000;

describe.each(ways)('with %s', (_, runner) => {
  it('endless stdout: memory is bounded and the event loop stays alive', async () => {
    // In time of the CPU, so that it counts only what this process does between two turns.
    const spent = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
    let longest = 0;
    let last = spent();
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      longest = Math.max(longest, spent() - last);
      last = spent();
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const { outcome } = await runner.run(place.task('exec yes', { timeoutMs: 1500 }));
    clearInterval(watch);
    expect(outcome).toMatchObject({ kind: 'timedOut', truncated: true });
    expect(longest).toBeLessThan(300);
    expect(most - before).toBeLessThan(150 * MEGABYTE);
  });
});

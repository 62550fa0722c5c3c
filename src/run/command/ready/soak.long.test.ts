// Very many events in a row, each in a process that was there before: none is lost, nothing grows and nothing is left.
// `WARM_EVENTS` says how many; a few hundred where nobody says.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import {
  eventually,
  finished,
  openDescriptors,
  processesWith,
  testPlace,
  zombies,
} from '../../testing/place.js';

const place = testPlace();
const EVENTS = Number(process.env['WARM_EVENTS'] ?? 600);
const COMMANDS = ['read -r line; echo "$line"', 'cat', 'true && cat', 'exec cat'] as const;

it(`${EVENTS} events`, { timeout: 120_000 + EVENTS * 60 }, async () => {
  const runner = place.runner({ warm: 'forced' });
  const one = async (at: number): Promise<string | undefined> => {
    const stdin = `{"event":${at}}\n`;
    const command = COMMANDS[at % COMMANDS.length] ?? '';
    const { outcome, start } = await runner.run(place.task(command, { stdin: Buffer.from(stdin) }));
    expect(finished(outcome)).toMatchObject({ exitCode: 0, stdout: stdin, stderr: '' });
    return start?.kind;
  };
  const seen = new Map<string | undefined, number>();
  const play = async (from: number, to: number): Promise<void> => {
    for (let at = from; at < to; at += 4) {
      const kinds = await Promise.all([one(at), one(at + 1), one(at + 2), one(at + 3)]);
      for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  };
  await play(0, 200);
  await full();
  const before = { memory: heapUsed(), descriptors: openDescriptors() };
  await play(200, EVENTS);
  expect(Object.fromEntries(seen)).toEqual({ shell: EVENTS });
  await full();
  // Some are opened once, when they are first needed; one lost with each event would be hundreds.
  await eventually(() => expect(openDescriptors()).toBeLessThanOrEqual(before.descriptors + 8));
  expect(heapUsed() - before.memory).toBeLessThan(12);
  await runner.close();
  await eventually(() => expect(processesWith(place.mark)).toEqual([]));
  await eventually(() => expect(zombies()).toEqual([]));
});

/** One process waits for each command again: what is open meanwhile depends on how many of them are being made. */
const full = (): Promise<void> =>
  eventually(() => expect(processesWith(place.mark)).toHaveLength(COMMANDS.length));

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Megabytes of what is still used. */
function heapUsed(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

import { expect, it } from 'vitest';
import type { Run, Runner } from '../nouns.js';
import { testPlace } from '../run/testing/place.js';
import { onDemand } from './runners.js';

const task = testPlace().task('true');
const done: Run = { hook: task.hook, outcome: { kind: 'answered', text: '' }, durationMs: 0 };

function counted(): Runner & { closed: number } {
  return {
    closed: 0,
    run: async () => done,
    async close() {
      this.closed += 1;
    },
  };
}

it('is made once, when it is needed, and closed if it was', async () => {
  const [runner, idle] = [counted(), counted()];
  let made = 0;
  const lazy = onDemand(async () => {
    made += 1;
    return runner;
  });
  expect(await Promise.all([lazy.run(task), lazy.run(task)])).toEqual([done, done]);
  expect(made).toBe(1);
  await lazy.close();
  await onDemand(() => idle).close();
  expect([runner.closed, idle.closed]).toEqual([1, 0]);
});

it('that cannot be made fails its hook, is tried again, and does not keep the engine from closing', async () => {
  const ways = [() => Promise.reject(new Error('not there')), async () => counted()];
  const lazy = onDemand(() => (ways.shift() ?? (() => Promise.reject(new Error('too often'))))());
  await expect(lazy.run(task)).rejects.toThrow('not there');
  await lazy.close();
  expect(await lazy.run(task)).toEqual(done);
});

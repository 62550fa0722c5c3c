import { expect, it } from 'vitest';
import { AT, happened, run } from '../testing/samples.js';
import { Meter } from './metrics.js';
import { recordsOf } from './records.js';

const SEEN = happened({
  kind: 'observed',
  id: '0mwj4tokh050dve',
  at: AT,
  session: 'session-1',
  event: 'PreToolUse',
  target: 'Bash',
  tool: 'Bash',
  of: '0mwj4tokh000dve',
  generation: '290bdbe7ddef',
  run: run({ verdict: 'deny', exitCode: 2, ms: 1000 }),
  reason: 'no',
  effects: [],
});

it('a hook that only observed has a span that says so, and nothing was refused', () => {
  const { spans, logs } = recordsOf(SEEN, null);
  expect(logs).toEqual([]);
  expect(spans).toHaveLength(1);
  expect(spans[0]?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'amplifier_hooks.hook.observed', value: { boolValue: true } },
      { key: 'amplifier_hooks.hook.verdict', value: { stringValue: 'deny' } },
      { key: 'amplifier_hooks.event.id', value: { stringValue: '0mwj4tokh000dve' } },
    ]),
  );
});

it('it is counted as a run, not among verdicts', () => {
  const meter = new Meter('delta', () => AT);
  meter.hear(SEEN);
  expect(meter.take().metrics).toMatchObject([{ name: 'amplifier_hooks.hook.duration' }]);
});

// What `explain` says about a "no", against what the engine really does.
import { describe, expect, it } from 'vitest';
import { TestProject } from '../engine/testing/project.js';
import { EVENT_NAMES, eventRow } from '../events/index.js';
import type { ModelHandler, Runner } from '../nouns.js';
import { verdictInWords } from './merge.js';

const SAYS_NO: Runner = {
  run: ({ hook }) =>
    Promise.resolve({
      hook,
      outcome: { kind: 'judged', verdict: { ok: false, reason: 'because', impossible: false } },
      durationMs: 0,
    }),
  close: () => Promise.resolve(),
};

describe.each<[string, ModelHandler['type'], boolean]>([
  ['prompt', 'prompt', false],
  ['prompt with continueOnBlock', 'prompt', true],
  ['agent', 'agent', false],
])('%s', (_title, type, continueOnBlock) => {
  const served = EVENT_NAMES.filter((event) => eventRow(event).handlers.includes(type));

  it.each(served)('%s', async (event) => {
    const project = new TestProject();
    try {
      const entry = { type, prompt: 'x', continueOnBlock };
      project.hooks({ [event]: [entry] });
      const engine = project.engine({ runners: { [type]: SAYS_NO } });
      const decision = await engine.dispatch(project.input(event));
      expect(decision.runs).toHaveLength(1);
      const words = verdictInWords(eventRow(event), { type, prompt: 'x', model: null, continueOnBlock });
      const stops = decision.blocked || decision.permission === 'deny';
      expect(stops).toBe(/denied|blocked|goes on instead/.test(words));
      expect(decision.stop !== null).toBe(/the turn ends/.test(words));
      expect(decision.feedback.length > 0).toBe(/goes to the model/.test(words));
    } finally {
      await project.remove();
    }
  });
});

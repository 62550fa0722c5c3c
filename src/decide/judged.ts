// What a model's verdict means for its event.
import type { ModelHandler, Run, Verdict } from '../nouns.js';
import { note } from './messages.js';
import { blocking, type Circumstances, type Effects, join, NO_EFFECTS, type Part } from './parts.js';

const NO_REASON = 'the model gave no reason';

/** Reads a verdict. `ok: true` is no permission: it leaves everything to the others. */
export function judged(run: Run, verdict: Verdict, at: Circumstances): Effects {
  const { handler } = run.hook;
  if (verdict.ok || (handler.type !== 'prompt' && handler.type !== 'agent')) return { ...NO_EFFECTS, run };
  return join(run, notOk(run, verdict, handler, at));
}

function notOk(run: Run, verdict: Verdict, handler: ModelHandler, { row }: Circumstances): Part {
  const isAgent = handler.type === 'agent';
  const said = verdict.reason?.trim() ? verdict.reason : NO_REASON;
  const reason = isAgent ? `Agent hook condition was not met: ${said}` : said;
  const turnGoesOn = isAgent || handler.continueOnBlock;
  switch (row.verdict) {
    case 'block':
      return row.exit2 === 'goOn' && verdict.impossible && !isAgent
        ? { diagnostics: [note(run.hook, 'condition-impossible', `the agent may stop: ${said}`)] }
        : blocking(reason, row);
    case 'block-and-end':
      return turnGoesOn ? blocking(reason, row) : { ...blocking(reason, row), stop: { reason } };
    case 'end-or-block':
      return turnGoesOn ? blocking(reason, row) : { stop: { reason } };
    case 'end':
      return { stop: { reason } };
    case 'nothing':
      return { diagnostics: [note(run.hook, 'field-ignored', `"ok": false has no effect on ${row.name}`)] };
  }
}

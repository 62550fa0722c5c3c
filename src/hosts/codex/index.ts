// The host `codex`. One field that it does not know voids a whole answer there, and a void answer lets the tool run.
import type { Agent, AgentAnswer, Fields, Judged } from '../agents/agent.js';
import { given, inJson, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { type Verdict, verdictOf } from '../agents/verdict.js';
import { CODEX } from './facts.js';

export const codex: Agent = {
  facts: CODEX,
  // A turn has an id there; of Claude Code's events none has.
  recognise: ({ fields, env }) =>
    typeof fields['turn_id'] === 'string' || env['CODEX_MANAGED_BY_NPM'] !== undefined,
  read: (payload) => readAsClaude(CODEX, payload),
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

function answer(judged: Judged, verdict: Verdict): AgentAnswer {
  const { event } = judged;
  const said = { ...fieldsOf(judged, verdict), ...given('systemMessage', lines(verdict.messages)) };
  return { ...inJson(said), untold: untold(CODEX, { ...judged, event }, verdict) };
}

function fieldsOf(judged: Judged, verdict: Verdict): Fields {
  const { event } = judged;
  switch (event) {
    case 'PreToolUse':
      return specific(event, { ...permission(judged, verdict), ...context(verdict) });
    case 'PermissionRequest':
      return specific(event, behaviour(verdict));
    case 'PostToolUse':
      return { ...result(judged, verdict), ...specific(event, context(verdict)) };
    case 'Stop':
    case 'SubagentStop':
      return verdict.stops !== null ? { continue: false, stopReason: verdict.stops } : block(verdict.goesOn);
    default:
      return {
        ...(verdict.stops === null ? {} : { continue: false, stopReason: verdict.stops }),
        ...block(verdict.denied),
        ...specific(event, context(verdict)),
      };
  }
}

/** A rewritten input counts only beside an allow, which permits nothing by itself there. */
function permission(judged: Judged, { denied, asks, stops }: Verdict): Fields {
  const why = denied ?? stops ?? asks;
  if (why !== null) return { permissionDecision: 'deny', permissionDecisionReason: why };
  const wanted = judged.decisions.some(({ updatedInput }) => updatedInput !== null);
  const input = rewritten(CODEX, judged);
  if (input !== null) return { permissionDecision: 'allow', updatedInput: input };
  return wanted ? { permissionDecision: 'deny', permissionDecisionReason: NO_SUCH_INPUT } : {};
}

const behaviour = ({ denied, stops, allows }: Verdict): Fields => {
  const why = denied ?? stops;
  if (why !== null) return { decision: { behavior: 'deny', message: why } };
  return allows ? { decision: { behavior: 'allow' } } : {};
};

/** A block replaces the result there, which is what a rewritten result wants; feedback goes beside it. */
const result = ({ decisions }: Judged, { stops }: Verdict): Fields => {
  const written = decisions.find(({ updatedOutput }) => updatedOutput !== null)?.updatedOutput?.value;
  if (written === undefined) return block(stops);
  return block(typeof written === 'string' ? written : JSON.stringify(written));
};

const block = (reason: string | null): Fields =>
  reason === null ? {} : { decision: 'block', reason: reason || 'Blocked by hook' };

const context = ({ context, feedback }: Verdict): Fields =>
  given('additionalContext', lines([...feedback, ...context]));

const specific = (event: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...fields } };

// The host `codex`. One field that it does not know voids a whole answer there, and a void answer lets the tool run.
import { keepNumbers } from '../../text/index.js';
import type { Agent, AgentAnswer, AgentRead, Fields, Judged, Payload } from '../agents/agent.js';
import { given, inJson, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { knownResponse, responseText } from '../agents/response.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { CODEX } from './facts.js';

export const codex: Agent = {
  facts: CODEX,
  // A turn has an id there beside its model; of Claude Code's events none has. Every program that Codex runs inherits the variable,
  // so it counts only where nothing else tells.
  recognise: ({ fields, env }) => {
    const { turn_id: turn, model, transcript_path: transcript } = fields;
    if (typeof turn === 'string' && typeof model === 'string') return true;
    return typeof transcript === 'string'
      ? /[/\\]sessions[/\\].*[/\\]rollout-[^/\\]*$/.test(transcript)
      : env['CODEX_MANAGED_BY_NPM'] !== undefined;
  },
  read,
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

/** The host tells a result as a text. */
function read(payload: Payload): AgentRead {
  const read = readAsClaude(CODEX, payload);
  const { tool_response: text } = payload.fields;
  if (read.kind !== 'event' || typeof text !== 'string') return read;
  const told = (input: Fields): Fields =>
    keepNumbers(input, { ...input, tool_response: knownResponse(input['tool_name'], text) });
  const [first, ...others] = read.inputs;
  return { ...read, inputs: [told(first), ...others.map(told)] };
}

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
      return specific(event, behaviour(judged, verdict));
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
  const input = rewritten(CODEX, judged);
  if (input !== null) return { permissionDecision: 'allow', updatedInput: input };
  return isRewritten(judged.decisions)
    ? { permissionDecision: 'deny', permissionDecisionReason: NO_SUCH_INPUT }
    : {};
}

/** An allow that counts only for another input is none for this one: the user is asked. */
function behaviour({ decisions }: Judged, { denied, stops, allows }: Verdict): Fields {
  const why = denied ?? stops;
  if (why !== null) return { decision: { behavior: 'deny', message: why } };
  return allows && !isRewritten(decisions) ? { decision: { behavior: 'allow' } } : {};
}

/** A block replaces the result there, which is what a rewritten result wants; feedback goes beside it. */
const result = ({ decisions }: Judged, { denied, stops }: Verdict): Fields => {
  const written = decisions.find(({ updatedOutput }) => updatedOutput !== null)?.updatedOutput?.value;
  if (written === undefined || denied !== null) return block(denied ?? stops);
  return block(responseText(written));
};

const block = (reason: string | null): Fields =>
  reason === null ? {} : { decision: 'block', reason: reason || 'Blocked by hook' };

const context = ({ context, feedback }: Verdict): Fields =>
  given('additionalContext', lines([...feedback, ...context]));

const specific = (event: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...fields } };

// The host `qwen`. Its payloads and answers are close to Claude Code's; its tools have names of their own, and it drops what it does not do.
import { isRecord, keepNumbers, readExactly } from '../../text/index.js';
import type { Agent, AgentAnswer, AgentRead, Fields, Judged, Payload } from '../agents/agent.js';
import {
  given,
  inJson,
  isOfSession,
  lines,
  readAsClaude,
  refusalOfRewrite,
  untold,
} from '../agents/answering.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { resultText, withResult } from '../gemini/family.js';
import { MODES, QWEN } from './facts.js';

export const qwen: Agent = {
  facts: QWEN,
  recognise: ({ fields, env }) => {
    const { transcript_path: transcript } = fields;
    const isThere = typeof transcript === 'string' && /[\\/]\.qwen[\\/]/.test(transcript);
    return isThere || isOfSession(fields, env['QWEN_CODE_SESSION_ID']);
  },
  read,
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

function read(payload: Payload): AgentRead {
  const { fields } = direct(payload);
  const { permission_mode: mode, crons } = fields;
  const read = readAsClaude(QWEN, payload, {
    ...fields,
    ...(typeof mode === 'string' && Object.hasOwn(MODES, mode) ? { permission_mode: MODES[mode] } : {}),
    ...given('session_crons', crons),
  });
  if (read.kind !== 'event') return read;
  // Every request to the model is told as a prompt; one that carries only results of tools has none.
  const { prompt, submitted_prompt: submitted } = fields;
  if (read.event === 'UserPromptSubmit' && prompt === '' && submitted === undefined)
    return { kind: 'nothing' };
  const [first, ...others] = read.inputs;
  return { ...read, inputs: [told(first), ...others.map(told)] };
}

const told = (input: Fields): Fields => keepNumbers(input, withResult(input));

/** A call of a tool that the host loads on demand, as a call of that tool. */
function direct(payload: Payload): Payload {
  const { tool_name: tool, tool_input: input } = payload.fields;
  if (tool !== 'tool_call' || !isRecord(input) || typeof input['name'] !== 'string') return payload;
  const called = { tool_name: input['name'], tool_input: parsed(input['arguments']) };
  return { ...payload, fields: keepNumbers(payload.fields, { ...payload.fields, ...called }) };
}

function parsed(written: unknown): unknown {
  if (typeof written !== 'string') return written ?? {};
  try {
    return readExactly(written);
  } catch {
    return written;
  }
}

function answer(judged: Judged, verdict: Verdict): AgentAnswer {
  const isRefused = judged.event === 'PreToolUse' && refusal(judged, verdict) !== null;
  const said = { ...fieldsOf(judged, verdict), ...given('systemMessage', lines(verdict.messages)) };
  // Beside a deny, context is part of the reason.
  return { ...inJson(said), untold: untold(QWEN, judged, isRefused ? { ...verdict, context: [] } : verdict) };
}

function fieldsOf(judged: Judged, verdict: Verdict): Fields {
  const { event } = judged;
  const { stops, goesOn, denied, feedback, context } = verdict;
  switch (event) {
    case 'PreToolUse':
      return specific(event, permission(judged, verdict));
    case 'PermissionRequest':
      return specific(event, behaviour(judged, verdict));
    case 'PostToolUse':
      return result(judged, verdict);
    case 'Stop':
    case 'SubagentStop':
      // `continue: false` would make the agent go on there.
      return block(goesOn);
    default:
      return {
        ...(stops === null ? {} : { continue: false, stopReason: stops }),
        ...block(denied),
        ...specific(event, given('additionalContext', lines([...feedback, ...context]))),
      };
  }
}

function permission(judged: Judged, verdict: Verdict): Fields {
  const why = refusal(judged, verdict);
  const { asks, allows, context } = verdict;
  if (why !== null) {
    return { permissionDecision: 'deny', permissionDecisionReason: lines([why, ...context]) };
  }
  if (asks !== null)
    return { permissionDecision: 'ask', permissionDecisionReason: lines([asks, ...context]) };
  return allows ? { permissionDecision: 'allow' } : {};
}

/** Why a call does not run; `null`: it may. */
const refusal = (judged: Judged, { denied, stops }: Verdict): string | null =>
  denied ?? stops ?? refusalOfRewrite(QWEN, { ...judged, payload: direct(judged.payload) });

function behaviour({ decisions }: Judged, { denied, stops, allows }: Verdict): Fields {
  const why = denied ?? stops;
  if (why !== null) return { decision: { behavior: 'deny', message: why } };
  return allows && !isRewritten(decisions) ? { decision: { behavior: 'allow' } } : {};
}

/** A stop replaces the result there, which is what a rewritten result wants; whatever else is said goes with it. */
function result(
  { event, payload, decisions }: Judged,
  { denied, stops, feedback, context }: Verdict,
): Fields {
  const written = decisions.find(({ updatedOutput }) => updatedOutput !== null)?.updatedOutput?.value;
  const said = [...feedback, ...context];
  const why = denied ?? stops;
  if (written === undefined && why === null) {
    return specific(event, given('additionalContext', lines(said)));
  }
  const output = written === undefined ? null : resultText(written, payload.fields);
  const texts = [why, denied === null ? output : null, ...said].flatMap((text) => (text ? [text] : []));
  return { continue: false, stopReason: lines(texts) || 'Blocked by hook' };
}

const block = (reason: string | null): Fields => (reason === null ? {} : { decision: 'block', reason });

const specific = (event: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...fields } };

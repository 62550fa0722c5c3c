// The host `gemini`. Only JSON counts where there is any, whatever the exit code, and of Claude Code's fields few are heard.
import { isRecord, keepNumbers } from '../../text/index.js';
import type { Agent, AgentAnswer, AgentRead, Fields, Judged, Payload } from '../agents/agent.js';
import {
  given,
  inJson,
  isOfSession,
  lines,
  NO_SUCH_INPUT,
  readAsClaude,
  rewritten,
  untold,
} from '../agents/answering.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { GEMINI } from './facts.js';
import { resultText, withResult } from './family.js';

export const gemini: Agent = {
  facts: GEMINI,
  recognise: ({ fields, env }) => {
    const { hook_event_name: event, transcript_path: transcript } = fields;
    return (
      OWN_EVENTS.some((name) => name === event) ||
      isOfSession(fields, env['GEMINI_SESSION_ID']) ||
      (typeof transcript === 'string' && /[\\/]\.gemini[\\/]tmp[\\/]/.test(transcript))
    );
  },
  read,
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

/** Names that no other host has. */
const OWN_EVENTS = GEMINI.events.filter(({ theirs, ours }) => theirs !== ours).map(({ theirs }) => theirs);

/** Before the reason of a Stop hook: it comes back as a prompt, and is known by this. */
const GOES_ON = 'Stop hook feedback:\n';

function read(payload: Payload): AgentRead {
  const { fields } = payload;
  const read = readAsClaude(GEMINI, payload, {
    ...fields,
    ...given('last_assistant_message', fields['prompt_response']),
    ...(fields['notification_type'] === 'ToolPermission' ? { notification_type: 'permission_prompt' } : {}),
  });
  if (read.kind !== 'event') return read;
  const { event, inputs } = read;
  if (event === 'PostToolUse') return afterwards(inputs, failureIn(fields['tool_response']));
  const { prompt } = fields;
  const isReason = event === 'UserPromptSubmit' && typeof prompt === 'string' && prompt.startsWith(GOES_ON);
  return isReason ? { ...read, sameTurn: true } : read;
}

/** The host has no event of its own for a tool that failed. */
function failureIn(response: unknown): string | null {
  const error = isRecord(response) ? response['error'] : undefined;
  const message = isRecord(error) ? error['message'] : error;
  if (error === undefined || error === null) return null;
  return typeof message === 'string' ? message : JSON.stringify(error);
}

function afterwards([first, ...others]: readonly [Fields, ...Fields[]], error: string | null): AgentRead {
  const event = error === null ? 'PostToolUse' : 'PostToolUseFailure';
  const told = (input: Fields): Fields =>
    keepNumbers(input, { ...withResult(input), hook_event_name: event, ...given('error', error) });
  return { kind: 'event', event, inputs: [told(first), ...others.map(told)] };
}

function answer(judged: Judged, verdict: Verdict): AgentAnswer {
  const { event } = judged;
  const told =
    event === 'PreToolUse' && refusal(judged, verdict) !== null ? { ...verdict, context: [] } : verdict;
  return { ...inJson(fieldsOf(judged, verdict)), untold: untold(GEMINI, judged, told) };
}

function fieldsOf(judged: Judged, verdict: Verdict): Fields {
  const { event } = judged;
  const { stops, goesOn, denied, context, messages } = verdict;
  const shown = given('systemMessage', lines(messages));
  switch (event) {
    case 'PreToolUse':
      return { ...shown, ...gate(judged, verdict) };
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { ...shown, ...ends(stops), ...afterTool(judged, verdict) };
    case 'Stop':
      return { ...shown, ...ends(stops), ...block(goesOn === null ? null : `${GOES_ON}${goesOn}`) };
    default:
      return {
        ...shown,
        ...ends(stops),
        ...block(denied),
        ...specific(judged, given('additionalContext', lines(context))),
      };
  }
}

function gate(judged: Judged, verdict: Verdict): Fields {
  const why = refusal(judged, verdict);
  const { stops, asks, context, messages } = verdict;
  if (why !== null) return { ...ends(stops), decision: 'deny', reason: lines([why, ...context]) };
  const input = specific(judged, given('tool_input', rewritten(GEMINI, judged)));
  if (asks === null) return input;
  // The question itself shows only the message.
  return { decision: 'ask', reason: asks, systemMessage: lines([asks, ...messages]), ...input };
}

/** Why a call does not run; `null`: it may. */
const refusal = (judged: Judged, { denied, stops }: Verdict): string | null =>
  denied ?? stops ?? (isTaken(judged) ? null : NO_SUCH_INPUT);

/** Fields that only say what a call is for. */
const WORDS = ['description', 'instruction'];

/** Whether the tool would run with what hooks wrote: the host lays that over the input, so nothing can be taken away. */
function isTaken(judged: Judged): boolean {
  if (!isRewritten(judged.decisions)) return true;
  const input = rewritten(GEMINI, judged);
  const own = judged.payload.fields['tool_input'];
  if (input === null || !isRecord(own)) return false;
  return Object.keys(own).every((name) => WORDS.includes(name) || Object.hasOwn(input, name));
}

/** A block replaces the result there, which is what a rewritten result wants; whatever else is said goes with it. */
function afterTool(judged: Judged, { denied, feedback, context }: Verdict): Fields {
  const written = judged.decisions.find(({ updatedOutput }) => updatedOutput !== null)?.updatedOutput?.value;
  const said = [...feedback, ...context];
  if (written === undefined && denied === null) {
    return specific(judged, given('additionalContext', lines(said)));
  }
  return block(lines([denied ?? resultText(written, judged.payload.fields), ...said]));
}

const ends = (reason: string | null): Fields =>
  reason === null ? {} : { continue: false, stopReason: reason };

const block = (reason: string | null): Fields =>
  reason === null ? {} : { decision: 'block', reason: reason || 'Blocked by hook' };

const specific = ({ payload }: Judged, fields: Fields): Fields =>
  Object.keys(fields).length === 0
    ? {}
    : { hookSpecificOutput: { ...given('hookEventName', payload.fields['hook_event_name']), ...fields } };

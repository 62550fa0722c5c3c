// The host `copilot`. Events that are configured in PascalCase hear `hookSpecificOutput`, others the same fields flat: it is
// told both at once. Where it asks for permission every exit code but 0 is a deny.

import { isRecord } from '../../text/index.js';
import type { Agent, AgentAnswer, Fields, Judged, Payload } from '../agents/agent.js';
import { given, inJson, lines, NO_SUCH_INPUT, rewritten, untold } from '../agents/answering.js';
import { responseText } from '../agents/response.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { COPILOT } from './facts.js';
import { claudeFields, read, tablesFor } from './payload.js';

export const copilot: Agent = {
  facts: COPILOT,
  recognise: (payload) => isCamel(payload) || hasOwnFields(payload) || isOwnEnvironment(payload),
  read,
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

/** Only Copilot has the session in camelCase beside a moment in milliseconds. */
const isCamel = ({ fields }: Payload): boolean =>
  typeof fields['sessionId'] === 'string' &&
  typeof fields['timestamp'] === 'number' &&
  fields['hookEventName'] === undefined;

const hasOwnFields = ({ fields }: Payload): boolean => {
  const { tool_result: result, hook_event_name: event, transcript_path: transcript } = fields;
  return (
    (isRecord(result) && 'text_result_for_llm' in result) ||
    (event === 'SessionStart' && 'initial_prompt' in fields && typeof fields['timestamp'] === 'string') ||
    (typeof transcript === 'string' && /[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/.test(transcript))
  );
};

/** Its variables reach every program that it starts, other agents too: so nothing may speak for one of those. */
const isOwnEnvironment = ({ fields, env }: Payload): boolean =>
  env['COPILOT_CLI'] !== undefined &&
  ['hook_event_name', 'session_id', 'timestamp'].every((name) => typeof fields[name] === 'string') &&
  ['permission_mode', 'transcript_path', 'tool_use_id'].every((name) => fields[name] === undefined);

/** Events at which exit code 2 does nothing but show stderr to the user; the answer beside it counts. */
const SHOWING = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'];

function answer(judged: Judged, verdict: Verdict): AgentAnswer {
  const said = inJson(fieldsOf(judged, verdict));
  const stderr = lines(verdict.messages);
  const exitCode = stderr !== '' && SHOWING.includes(judged.event) ? 2 : 0;
  return { ...said, exitCode, stderr, untold: untold(COPILOT, judged, verdict) };
}

function fieldsOf(judged: Judged, verdict: Verdict): Fields {
  const { event } = judged;
  switch (event) {
    case 'PreToolUse':
      return twice(judged, verdict);
    case 'PermissionRequest':
      return behaviour(judged, verdict);
    case 'PostToolUse':
      return afterTool(judged, verdict);
    case 'Stop':
    case 'SubagentStop':
      return block(verdict.goesOn);
    case 'UserPromptSubmit': {
      const why = verdict.denied ?? verdict.stops;
      return why === null ? inBoth(event, context(verdict)) : block(why);
    }
    case 'SessionStart':
    case 'SubagentStart':
    case 'PostToolUseFailure':
      return inBoth(event, context(verdict));
    default:
      return {};
  }
}

/** One family reads `modifiedArgs`, the other `updatedInput`. */
function twice(judged: Judged, verdict: Verdict): Fields {
  const { input, ...said } = permission(judged, verdict);
  const rest = { ...said, ...context(verdict) };
  return {
    ...rest,
    ...given('modifiedArgs', input),
    ...specific(judged.event, { ...rest, ...given('updatedInput', input) }),
  };
}

function permission(judged: Judged, { denied, asks, stops, allows }: Verdict): Fields {
  const why = denied ?? stops;
  if (why !== null) return denial(why);
  const input = nativeInputOf(judged);
  if (input === null && isRewritten(judged.decisions)) return denial(NO_SUCH_INPUT);
  const changed = given('input', input);
  if (asks !== null) return { permissionDecision: 'ask', permissionDecisionReason: asks, ...changed };
  return { ...(allows ? { permissionDecision: 'allow' } : {}), ...changed };
}

const denial = (why: string): Fields => ({ permissionDecision: 'deny', permissionDecisionReason: why });

function nativeInputOf(judged: Judged): Fields | null {
  const fields = claudeFields(judged.payload);
  const [tools, ...others] = tablesFor(fields);
  // What came as a bare text has no fields that could be given back.
  const isText =
    typeof (judged.payload.fields['toolArgs'] ?? judged.payload.fields['tool_input']) === 'string';
  if (others.length > 0 || isText) return null;
  return rewritten({ ...COPILOT, tools }, { ...judged, payload: { ...judged.payload, fields } });
}

/** The nested form alone is not heard here. */
function behaviour(judged: Judged, { denied, stops, asks, allows }: Verdict): Fields {
  const lost = isRewritten(judged.decisions) ? NO_SUCH_INPUT : null;
  const why = denied ?? stops ?? lost;
  if (why === null) return allows && asks === null ? decided(judged.event, { behavior: 'allow' }) : {};
  const ends = stops !== null || judged.decisions.some(({ interrupt }) => interrupt);
  return decided(judged.event, { behavior: 'deny', message: why, ...(ends ? { interrupt: true } : {}) });
}

const decided = (event: string, decision: Fields): Fields => ({
  ...decision,
  ...specific(event, { decision }),
});

/** A rewritten result takes the place of the tool's own, as the end of the turn does, which cannot be told otherwise. */
function afterTool({ event, decisions }: Judged, verdict: Verdict): Fields {
  const why = verdict.denied ?? verdict.stops;
  if (why !== null) return block(lines([why, ...verdict.feedback, ...verdict.context]));
  const texts = inBoth(event, context(verdict));
  const written = decisions.find(({ updatedOutput }) => updatedOutput !== null)?.updatedOutput;
  if (written === undefined || written === null) return texts;
  const textResultForLlm = responseText(written.value);
  return { modifiedResult: { resultType: 'success', textResultForLlm }, ...texts };
}

const block = (reason: string | null): Fields => (reason === null ? {} : { decision: 'block', reason });

const context = ({ context, feedback }: Verdict): Fields =>
  given('additionalContext', lines([...feedback, ...context]));

const inBoth = (event: string, fields: Fields): Fields => ({ ...fields, ...specific(event, fields) });

const specific = (event: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...fields } };

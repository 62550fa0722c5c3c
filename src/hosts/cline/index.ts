// The host `cline`. It hears nothing but one JSON object, whatever the exit code, and of that only a few fields.
import { isRecord } from '../../text/index.js';
import type { Agent, AgentAnswer, AgentRead, Fields, Judged, Payload } from '../agents/agent.js';
import { given, inJson, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { fromText, inWords, record } from '../agents/payloads.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { CLINE } from './facts.js';
import { usualInput } from './inputs.js';

export const cline: Agent = {
  facts: CLINE,
  recognise: ({ fields }) => typeof fields['hookName'] === 'string' && 'clineVersion' in fields,
  read: (payload) => withOwnResults(readAsClaude(CLINE, payload, claudeForm(payload))),
  answer: (judged) => {
    const verdict = verdictOf(judged.decisions);
    return { ...said(judged, verdict), untold: untold(CLINE, judged, verdict) };
  },
};

/** What Cline calls an event inside of a payload, and the file that it runs for it. */
const FILES: Readonly<Record<string, string>> = {
  agent_start: 'TaskStart',
  agent_resume: 'TaskResume',
  agent_abort: 'TaskCancel',
  agent_end: 'TaskComplete',
  agent_error: 'TaskError',
  tool_call: 'PreToolUse',
  tool_result: 'PostToolUse',
  prompt_submit: 'UserPromptSubmit',
  pre_compact: 'PreCompact',
  session_shutdown: 'SessionShutdown',
};

/** What only repeats fields that hooks get under their own names. */
const REPEATED = ['tool_call', 'tool_result', 'preToolUse', 'postToolUse', 'agent_id', 'turn'];

/** The payload with Claude Code's names; events and tools still have Cline's. */
function claudeForm({ fields, cwd, event }: Payload): Fields {
  const { hookName, taskId, sessionContext, workspaceInfo, workspaceRoots } = fields;
  const named = typeof hookName === 'string' && Object.hasOwn(FILES, hookName) ? FILES[hookName] : hookName;
  const file = event ?? named;
  const failure = file === 'PostToolUse' ? failureOf(fields) : null;
  const roots: readonly unknown[] = Array.isArray(workspaceRoots) ? workspaceRoots : [];
  const own = Object.entries(fields).filter(([name]) => !REPEATED.includes(name));
  return {
    ...Object.fromEntries(own),
    ...tool(fields),
    ...agent(fields),
    ...turn(fields),
    hook_event_name: failure === null ? file : 'PostToolUseFailure',
    session_id: record(sessionContext)['rootSessionId'] ?? taskId,
    cwd: record(workspaceInfo)['rootPath'] ?? roots[0] ?? cwd,
    ...(failure === null ? {} : { error: failure }),
    ...(file === 'TaskStart' ? { source: 'startup' } : {}),
    ...(file === 'TaskResume' ? { source: 'resume' } : {}),
    ...(file === 'SessionShutdown' ? { reason: 'other' } : {}),
  };
}

/** Why a call failed; `null`: it did not. Cline calls a call a success also where all that it did has failed. */
function failureOf({ tool_result: result, postToolUse }: Fields): string | null {
  if (record(postToolUse)['success'] === false) return inWords(record(postToolUse)['result']);
  const { output } = record(result);
  const parts: readonly unknown[] = Array.isArray(output) ? output : [];
  if (parts.length === 0 || parts.some((part) => record(part)['success'] !== false)) return null;
  return parts.map((part) => inWords(record(part)['error'] ?? record(part)['result'])).join('\n');
}

/** For hooks only a subagent has an id. */
const agent = ({ agent_id: id, parent_agent_id: parent }: Fields): Fields =>
  given(typeof parent === 'string' ? 'agent_id' : 'main_agent_id', id);

/** The call as it is, or as its texts where Cline sends nothing else. */
function tool({ tool_call: call, tool_result: result, preToolUse, postToolUse }: Fields): Fields {
  const own = isRecord(call) ? call : isRecord(result) ? result : null;
  const texts = isRecord(preToolUse) ? preToolUse : isRecord(postToolUse) ? postToolUse : null;
  const name = own?.['name'] ?? texts?.['toolName'];
  if (typeof name !== 'string') return {};
  const input = own === null ? withoutTexts(texts?.['parameters']) : own['input'];
  const { id, name: _, input: __, output, durationMs, ...more } = own ?? {};
  return {
    ...more,
    tool_name: name,
    tool_input: usualInput(name, input),
    ...given('tool_use_id', id),
    ...given('duration_ms', durationMs ?? record(postToolUse)['executionTimeMs']),
    ...given('success', record(postToolUse)['success']),
    ...(own === result || isRecord(postToolUse)
      ? { tool_response: output ?? record(postToolUse)['result'] }
      : {}),
  };
}

const withoutTexts = (fields: unknown): Fields =>
  Object.fromEntries(Object.entries(record(fields)).map(([name, value]) => [name, fromText(value)]));

/** A list of calls has a list of results, one a call; of a command hooks know what it printed as `stdout`. */
function withOwnResults(read: AgentRead): AgentRead {
  if (read.kind !== 'event') return read;
  const results = read.inputs[0]['tool_response'];
  if (!Array.isArray(results) || results.length !== read.inputs.length) return read;
  const own = (input: Fields, index: number): Fields => {
    const result: unknown = results[index];
    const printed = input['tool_name'] === 'Bash' ? record(result)['result'] : undefined;
    return {
      ...input,
      tool_response: isRecord(result) ? { ...given('stdout', printed), ...result } : result,
    };
  };
  const [first, ...others] = read.inputs;
  return { ...read, inputs: [own(first, 0), ...others.map((input, index) => own(input, index + 1))] };
}

const turn = ({ turn }: Fields): Fields =>
  isRecord(turn)
    ? { ...given('last_assistant_message', turn['outputText']), ...given('turn_status', turn['status']) }
    : {};

function said(judged: Judged, verdict: Verdict): Omit<AgentAnswer, 'untold'> {
  switch (judged.event) {
    case 'PreToolUse':
      return inJson(beforeTool(judged, verdict));
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return inJson(verdict.stops === null ? context(verdict) : cancelled(verdict.stops));
    default:
      return inJson({});
  }
}

function beforeTool(judged: Judged, verdict: Verdict): Fields {
  const why = verdict.denied ?? verdict.stops ?? verdict.asks;
  if (why !== null) return cancelled(why);
  if (!isRewritten(judged.decisions)) return context(verdict);
  const input = rewritten(CLINE, {
    ...judged,
    payload: { ...judged.payload, fields: claudeForm(judged.payload) },
  });
  return input === null ? cancelled(NO_SUCH_INPUT) : { overrideInput: input, ...context(verdict) };
}

const cancelled = (why: string): Fields => ({ cancel: true, errorMessage: why });

const context = ({ context, feedback }: Verdict): Fields =>
  given('contextModification', lines([...feedback, ...context]));

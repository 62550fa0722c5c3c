// After a tool ran: hooks speak to the model beside its result, or change the result.
import type { EventData, HookResult } from '../../kernel/index.js';
import type { Decision, Said } from '../../nouns.js';
import { keepNumber, keepNumbers } from '../../text/index.js';
import type { Core, Handler } from './core.js';
import { endFields, toolFields } from './payload.js';
import { besideToolResult, modified } from './results.js';
import { callIn, type NativeCall } from './tool-calls.js';
import { knownCalls } from './tool-names.js';
import { errorText, hasResult, type ToolEnd, toolEnd, withOutput } from './tool-result.js';
import { values } from './values.js';

type Data = Readonly<EventData>;

/** What hooks had to say about one end of a call. */
interface Heard {
  readonly texts: string[];
  output: Said<unknown> | null;
}

export const onToolPost: Handler = async (core, data, signal) => {
  const call = endedCall(core, data);
  const end = toolEnd(data);
  const { texts, output } = await askAbout(core, data, call, end, signal);
  return spoken(core, data, output, [...call.context, ...texts]);
};

/** The loop says only that the tool failed; its result is ignored, so the texts wait for the next model call. */
export const onToolError: Handler = async (core, data, signal) => {
  // A tool that reports its own error is still running: its end comes from the loop.
  const isOwnReport = (data['tool_name'] ?? null) === null && (data['tool'] ?? null) !== null;
  const call = isOwnReport ? runningCall(core, data) : endedCall(core, data);
  const failure: ToolEnd = { ok: false, error: errorText(data['error']) };
  const { texts } = await askAbout(core, data, call, failure, signal);
  core.forRequest.push(...(isOwnReport ? [] : call.context), ...texts);
  return null;
};

/** One loop names no tool that it does not have; it makes one call after the other, so it is the last that began. */
export const onToolMissing: Handler = async (core, data, signal) => {
  const call = data['error_type'] === 'tool_not_found' ? core.parts.calls.last : null;
  if (call === null) return null;
  core.parts.calls.end(call);
  const failure: ToolEnd = { ok: false, error: errorText(data['error_message']) };
  const { texts } = await askAbout(core, data, call, failure, signal);
  core.forRequest.push(...call.context, ...texts);
  return null;
};

/**
 * Never a deny: nothing is left to deny, and it would keep others from hearing of the event. Texts become part of the
 * result, so that the model reads them as long as it reads the result.
 */
function spoken(
  core: Core,
  data: Data,
  output: Said<unknown> | null,
  texts: readonly string[],
): HookResult | null {
  const text = texts.filter((one) => one !== '').join('\n\n');
  if (output === null && text === '') return null;
  if (output !== null || hasResult(data)) return modified(withOutput(data, output, text));
  const beside = core.text(texts);
  return beside === null ? null : besideToolResult(beside);
}

async function askAbout(
  core: Core,
  data: Data,
  call: NativeCall,
  end: ToolEnd,
  signal: AbortSignal | null,
): Promise<Heard> {
  const { asking, about, calls } = core.parts;
  const said: Heard = { texts: [], output: null };
  const known = knownCalls(call.native, call.ran, about.cwd);
  if (!end.ok && !calls.failsAnew(call)) return said;
  if (asking.has('PostToolBatch')) {
    const finished = {
      tool_name: known[0].name,
      tool_input: known[0].input,
      ...(call.id === null ? {} : { tool_use_id: call.id }),
      tool_response: end.ok ? end.response : end.error,
    };
    keepNumber(end, 'response', finished, 'tool_response');
    core.turn.finished(finished);
  }
  for (const one of known) {
    const ended = endFields(end);
    const own = keepNumbers(ended, { ...toolFields(call, one), ...ended });
    const decision = await asking.ask(end.ok ? 'PostToolUse' : 'PostToolUseFailure', data, own, signal);
    collect(core, decision, said);
  }
  return said;
}

function collect(core: Core, decision: Decision, said: Heard): void {
  said.texts.push(...values(decision.feedback, decision.context, decision.late));
  said.output = decision.updatedOutput ?? said.output;
  if (decision.stop !== null) core.endTurn(decision.stop.value ?? 'Stopped by hook');
}

/** The call as it began, with what the event says of it where nothing is known of its beginning. */
function endedCall(core: Core, data: Data): NativeCall {
  const { calls } = core.parts;
  const known = calls.find(data);
  if (known !== null) calls.end(known);
  return known ?? callIn(data);
}

const runningCall = (core: Core, data: Data): NativeCall => core.parts.calls.find(data) ?? callIn(data);

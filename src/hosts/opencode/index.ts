// The host `opencode`. It has no command hooks: the plugin in `plugin/` sends each hook as it was called, and does what is
// answered here.
import { isRecord } from '../../text/index.js';
import type { Agent, AgentAnswer, AgentRead, Fields, Judged } from '../agents/agent.js';
import { inJson, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { OPENCODE } from './facts.js';
import type { PluginAnswer } from './protocol.js';
import { callOf, claudeForm, hookOf } from './reading.js';

export const opencode: Agent = {
  facts: OPENCODE,
  recognise: ({ fields }) => typeof fields['opencode_hook'] === 'string',
  read: (payload) => {
    const fields = claudeForm(payload);
    if (fields === null) return { kind: 'nothing' };
    const [first, ...others] = callsIn(fields).map((one) => readAsClaude(OPENCODE, payload, one));
    return first === undefined ? readAsClaude(OPENCODE, payload, fields) : together(first, others);
  },
  answer: (judged) => {
    const verdict = verdictOf(judged.decisions);
    return { ...said(judged, verdict), untold: untold(OPENCODE, judged, verdict, hookOf(judged.payload)) };
  },
};

/** Its tool `batch` makes calls of other tools, which opencode asks no plugin about. */
const BATCH = 'batch';

function callsIn(fields: Fields): readonly Fields[] {
  const { tool_name: tool, tool_input: input } = fields;
  const calls = tool === BATCH && isRecord(input) ? input['tool_calls'] : null;
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) =>
    isRecord(call) ? [{ ...fields, tool_name: call['tool'], tool_input: call['parameters'] }] : [],
  );
}

function together(first: AgentRead, others: readonly AgentRead[]): AgentRead {
  if (first.kind !== 'event') return first;
  const more = others.flatMap((other) => (other.kind === 'event' ? other.inputs : []));
  return { ...first, inputs: [...first.inputs, ...more] };
}

function said(judged: Judged, verdict: Verdict): Omit<AgentAnswer, 'untold'> {
  const answer: PluginAnswer = { ...answerOf(judged, verdict), ...text('message', verdict.messages) };
  return inJson({ ...answer });
}

function answerOf(judged: Judged, verdict: Verdict): PluginAnswer {
  const { denied, stops, context, feedback } = verdict;
  switch (hookOf(judged.payload)) {
    case 'tool.execute.before':
      return beforeTool(judged, verdict);
    case 'tool.execute.after': {
      const end = stops === null ? [] : [`A hook wants the work to end here: ${stops}`];
      return { ...output(judged), ...text('text', [...end, ...feedback, ...context]) };
    }
    case 'chat.message': {
      const why = denied ?? stops;
      return why === null ? text('text', [...feedback, ...context]) : { deny: why };
    }
    case 'event:session.created':
    case 'session.resumed':
      return text('system', [...feedback, ...context]);
    case 'experimental.session.compacting':
      return text('text', context);
    default:
      return {};
  }
}

function beforeTool(judged: Judged, { denied, stops, asks, context, feedback }: Verdict): PluginAnswer {
  const beside = [...feedback, ...context];
  const why = denied ?? stops ?? asks;
  if (why !== null) return { deny: lines([why, ...beside]) };
  if (!isRewritten(judged.decisions)) return text('text', beside);
  const fields: Fields = { ...judged.payload.fields, ...callOf(judged.payload) };
  const args =
    fields['tool_name'] === BATCH
      ? null
      : rewritten(OPENCODE, { ...judged, payload: { ...judged.payload, fields } });
  return args === null ? { deny: NO_SUCH_INPUT } : { args, ...text('text', beside) };
}

function output({ decisions }: Judged): PluginAnswer {
  const written = decisions.find(({ updatedOutput }) => updatedOutput !== null)?.updatedOutput?.value;
  if (written === undefined) return {};
  // A hook gives back what it got, which is the text and what stands beside it.
  const own = isRecord(written) ? (written['output'] ?? written['stdout']) : undefined;
  const result = typeof own === 'string' ? own : written;
  return { output: typeof result === 'string' ? result : JSON.stringify(result) };
}

const text = <Name extends 'text' | 'system' | 'message'>(
  name: Name,
  texts: readonly string[],
): PluginAnswer => (texts.length === 0 ? {} : { [name]: lines(texts) });

// An event that hooks know, as an agent would tell it: the way back from `read`, for events that nobody sent.
import { type EventName, isMcpTool } from '../../events/index.js';
import { isRecord } from '../../text/index.js';
import type { Agent, AgentEvent, AgentFacts, Fields, Payload } from './agent.js';
import type { AgentTool } from './tools.js';

export type Sent =
  | { readonly kind: 'sent'; readonly payload: Payload; readonly row: AgentEvent }
  /** The agent never tells of it, in words why. */
  | { readonly kind: 'never'; readonly why: string; readonly lacks: 'event' | 'tool' };

/** Puts fields with the agent's names of events and tools into the form of its payloads. */
export type Shaping = (fields: Fields, event: string) => Fields;

const SHAPES: Readonly<Record<string, () => Promise<Shaping>>> = {
  cline: async () => (await import('../cline/sent.js')).shaped,
  cursor: async () => (await import('../cursor/sent.js')).shaped,
  opencode: async () => (await import('../opencode/sent.js')).shaped,
};

export async function sentBy(
  { facts, read }: Agent,
  event: EventName,
  fields: Fields,
  place: Pick<Payload, 'cwd' | 'env'>,
): Promise<Sent> {
  const row = facts.events.find(({ ours, toldBy }) => ours === event && toldBy === undefined);
  if (row === undefined) return never('event', `${facts.title} has no event like ${event}`);
  const call = callIn(fields, facts, row);
  if (call === null)
    return never(
      'tool',
      `${facts.title} has no tool that hooks know as ${JSON.stringify(fields['tool_name'])}`,
    );
  const shaped = (await SHAPES[facts.name]?.()) ?? failing(facts, event);
  const own = shaped({ ...fields, ...call, hook_event_name: row.theirs }, row.theirs);
  const payload: Payload = { ...place, fields: own, event: row.theirs };
  const told = read(payload);
  return told.kind === 'event' && told.event === event
    ? { kind: 'sent', payload, row }
    : never('event', `${facts.title} tells of such an event as of another one`);
}

const never = (lacks: 'event' | 'tool', why: string): Sent => ({ kind: 'never', why, lacks });

/** An agent that tells of failures by the event for results has the error in the result. */
function failing({ events }: AgentFacts, event: EventName): Shaping {
  const rows = events.filter(({ ours }) => ours === event);
  const isShared = rows.some(({ theirs }) =>
    events.some((row) => row.theirs === theirs && row.ours !== event),
  );
  return (fields) =>
    isShared && fields['error'] !== undefined
      ? { ...fields, tool_response: { error: { message: fields['error'] } } }
      : fields;
}

/** The call under the agent's own names; empty: the event is about none; `null`: there is no such tool. */
function callIn(
  { tool_name: name, tool_input: input }: Fields,
  facts: AgentFacts,
  row: AgentEvent,
): Fields | null {
  if (typeof name !== 'string') return {};
  if (isMcpTool(name)) return {};
  const fits = (tool: AgentTool): boolean =>
    tool.patch === undefined ? tool.name === name : name === 'Edit' || name === 'Write';
  const tools = facts.tools.filter(fits);
  // Where an event has two spellings, Claude Code's goes with Claude Code's names of tools.
  const tool =
    (row.also === undefined ? undefined : tools.find(({ native }) => native === name)) ??
    tools.find(({ patch }) => patch === undefined) ??
    tools[0];
  if (tool === undefined) return null;
  return { tool_name: tool.native, tool_input: isRecord(input) ? nativeOf(tool, name, input) : input };
}

function nativeOf(tool: AgentTool, name: string, input: Fields): Fields {
  if (tool.patch !== undefined) return { [tool.patch]: patchOf(name, input) };
  if (tool.addresses !== undefined)
    return { ...input, [tool.addresses]: `${input['prompt'] ?? ''} ${input['url'] ?? ''}` };
  const back = new Map(Object.entries(tool.fields ?? {}).map(([own, ours]) => [ours, own]));
  const own = Object.entries(input).map(([ours, value]): [string, unknown] => {
    const field = back.get(ours) ?? ours;
    const factor = tool.units?.[field];
    return [field, factor !== undefined && typeof value === 'number' ? value / factor : value];
  });
  const fields = Object.fromEntries(own);
  if (tool.each === undefined) return fields;
  const { [tool.each.as]: entry, ...rest } = fields;
  return Object.keys(rest).length === 0 ? { [tool.each.field]: [entry] } : { [tool.each.field]: [fields] };
}

/** A change of a file as the text of a patch. */
function patchOf(
  name: string,
  { file_path: path, content, old_string: before, new_string: after }: Fields,
): string {
  const lines = (sign: string, text: unknown): readonly string[] =>
    typeof text === 'string'
      ? text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${sign}${line}`)
      : [];
  const change =
    name === 'Write'
      ? [`*** Add File: ${path}`, ...lines('+', content)]
      : [`*** Update File: ${path}`, '@@', ...lines('-', before), ...lines('+', after)];
  return ['*** Begin Patch', ...change, '*** End Patch', ''].join('\n');
}

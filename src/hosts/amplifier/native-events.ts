// Amplifier's events: what becomes of each in a session, and which event for hooks it is on its own.
// Which of them fire an event for hooks stands in that event's row.
import type { AmplifierEvent, EventName } from '../../events/index.js';
import { eventRow } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import { keepNumbers } from '../../text/index.js';
import { isOfTrust } from '../../trust/index.js';
import type { Core, Handler } from './core.js';
import { onApproval, onAskUser, onNotification } from './on-notice.js';
import * as sessions from './on-session.js';
import { onToolError, onToolMissing, onToolPost } from './on-tool-post.js';
import { onToolPre } from './on-tool-pre.js';
import { onBlockEnd, onComplete, onLoopFailed, onPrompt, onProviderError, onRequest } from './on-turn.js';
import * as fields from './payload.js';
import { handedOn } from './payload.js';
import { onSkillLoaded, onSkillUnloaded } from './skills.js';
import { callIn } from './tool-calls.js';
import { knownCalls } from './tool-names.js';
import { errorText, toolEnd } from './tool-result.js';

type Data = Readonly<EventData>;

/** The event for hooks, and the fields that it has of its own. */
type Reading = (data: Data, where: Where) => readonly [EventName, fields.Fields];

interface Where {
  /** In the session of an agent. */
  readonly isSub: boolean;
  readonly cwd: string;
}

export interface NativeEvent {
  readonly handle: Handler;
  /** What it is on its own; absent: nothing, it takes a session to know. */
  readonly alone?: Reading;
  /**
   * `gate`: a deny keeps something from happening, so that a fault may close the door.
   * `beginning`: a session begins with it, also one that had ended.
   */
  readonly role?: 'gate' | 'beginning';
  /** Whether it is heard where hooks are configured that it fires; absent: yes. */
  readonly isHeard?: (core: Core) => boolean;
}

const permissionRequest: Reading = (data, where) => ['PermissionRequest', toolFields(data, where)];
const agentStarts: Reading = (data) => ['SubagentStart', fields.agentFields(data)];
const agentStops: Reading = (data) => ['SubagentStop', fields.agentFields(data)];
const failure: Reading = (data) => ['StopFailure', fields.failureFields(data)];
const compacted: Reading = (data) => ['PostCompact', fields.compactFields(data)];
const turnEnds: Reading = (data, where) =>
  data['status'] === 'error' ? failure(data, where) : [where.isSub ? 'SubagentStop' : 'Stop', {}];

/** In the order in which hosts register them. */
export const NATIVE_EVENTS: Readonly<
  Record<AmplifierEvent | 'skill:loaded' | 'skill:unloaded', NativeEvent>
> = {
  'session:start': {
    handle: sessions.onSessionStart('startup'),
    alone: (data) => ['SessionStart', fields.startFields(data, 'startup')],
    role: 'beginning',
  },
  'session:resume': {
    handle: sessions.onSessionStart('resume'),
    alone: (data) => ['SessionStart', fields.startFields(data, 'resume')],
    role: 'beginning',
  },
  'session:fork': { handle: sessions.onFork, isHeard: (core) => !core.isRoot },
  'session:end': {
    handle: sessions.onSessionEnd,
    alone: (data) => ['SessionEnd', fields.endOfSessionFields(data)],
  },
  'prompt:submit': {
    handle: onPrompt,
    alone: (data) => ['UserPromptSubmit', fields.promptFields(data)],
    role: 'gate',
  },
  'provider:request': { handle: onRequest },
  'provider:error': { handle: onProviderError, alone: failure },
  'error:provider': { handle: onLoopFailed, alone: failure },
  'content_block:end': {
    handle: onBlockEnd,
    // The blocks of the person's session are of no interest to hooks of agents.
    isHeard: ({ parts: { can, asking }, isRoot }) => can.steer === true && (!isRoot || asking.has('Stop')),
  },
  'orchestrator:complete': { handle: onComplete, alone: turnEnds },
  'orchestrator:stop': { handle: onComplete, alone: turnEnds },
  'tool:pre': {
    handle: onToolPre,
    alone: (data, where) => ['PreToolUse', toolFields(data, where)],
    role: 'gate',
  },
  'tool:post': {
    handle: onToolPost,
    alone: (data, where) => {
      const end = toolEnd(data);
      const ended = fields.endFields(end);
      const own = keepNumbers(ended, { ...toolFields(data, where), ...ended });
      return [end.ok ? 'PostToolUse' : 'PostToolUseFailure', own];
    },
  },
  'tool:error': {
    handle: onToolError,
    alone: (data, where) => {
      const end = fields.endFields({ ok: false, error: errorText(data['error']) });
      return ['PostToolUseFailure', { ...toolFields(data, where), ...end }];
    },
  },
  'error:tool': { handle: onToolMissing },
  'tool:ask_user': { handle: onAskUser, alone: permissionRequest },
  'approval:required': { handle: onApproval, alone: permissionRequest },
  'user:notification': {
    handle: onNotification,
    alone: (data) => ['Notification', fields.noticeFields(data)],
  },
  'context:pre_compact': {
    handle: sessions.onPreCompact,
    alone: (data) => ['PreCompact', fields.compactFields(data)],
  },
  'context:pre-compact': {
    handle: sessions.onPreCompact,
    alone: (data) => ['PreCompact', fields.compactFields(data)],
  },
  'context:compaction': { handle: sessions.onCompaction, alone: compacted },
  'context:post_compact': { handle: sessions.onCompaction, alone: compacted },
  'delegate:agent_spawned': { handle: sessions.onAgentSpawned, alone: agentStarts },
  'delegate:agent_completed': { handle: sessions.onAgentCompleted, alone: agentStops },
  'task:agent_spawned': { handle: sessions.onAgentSpawned, alone: agentStarts },
  'task:agent_completed': { handle: sessions.onAgentCompleted, alone: agentStops },
  'task:post': { handle: sessions.onAgentCompleted, alone: agentStops },
  'skill:loaded': { handle: onSkillLoaded },
  'skill:unloaded': { handle: onSkillUnloaded },
};

const byName = new Map<string, NativeEvent>(Object.entries(NATIVE_EVENTS));

const BEGINNINGS = Object.keys(NATIVE_EVENTS).filter((name) => byName.get(name)?.role === 'beginning');

/** What a question about hooks means for an event: the user is there to be asked, or it waits for what they answer. */
export function momentOf(name: string): 'asks' | 'waits' | null {
  const role = nativeEvent(name)?.role;
  if (role === 'beginning' || name === 'prompt:submit') return 'asks';
  return role === 'gate' ? 'waits' : null;
}

/** `undefined`: an event of Amplifier that says nothing to hooks. */
export const nativeEvent = (name: string): NativeEvent | undefined => byName.get(name);

function toolFields(data: Data, { cwd }: Where): fields.Fields {
  const call = callIn(data);
  return fields.toolFields(call, knownCalls(call.native, call.input, cwd)[0]);
}

/**
 * One event on its own, for `parseInput`; `null`: no hook event corresponds to it. A session knows more: which event of
 * a turn is the last, which failure was told before, and every file of a patch.
 */
export function fromAmplifier(
  event: string,
  data: Readonly<EventData>,
  cwd: string,
): Record<string, unknown> | null {
  const parent = text(data['parent_id']);
  const isSub = parent !== null && parent !== '';
  const [name, own] = nativeEvent(event)?.alone?.(data, { isSub, cwd }) ?? [];
  if (name === undefined || (isSub && eventRow(name).amplifier.sessions === 'person')) return null;
  const session = text(data['session_id']) ?? '';
  const agent = isSub ? { agent_id: session, agent_type: session.slice(session.lastIndexOf('_') + 1) } : {};
  const common = { session_id: session, cwd: text(data['cwd']) ?? cwd, permission_mode: 'default', ...agent };
  const fields = { ...handedOn(name, data), ...common, ...own, hook_event_name: name };
  return keepNumbers(own ?? {}, keepNumbers(data, fields));
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Hooks may come with a skill at any time. */
const ALWAYS = ['skill:loaded', 'skill:unloaded'];

/** What it is made from, beside what a session never changes; the same list as long as that is the same. */
export interface HeardEvents {
  readonly from: readonly unknown[];
  readonly names: readonly string[];
}

export function eventsFor(core: Core, known: HeardEvents | null): HeardEvents {
  const { asking, calls, engine } = core.parts;
  const from = [
    engine.generation,
    asking.events,
    core.hasAllowed,
    calls.waits,
    core.turn.ending === null,
    core.forRequest.length === 0,
  ];
  return known?.from.every((one, at) => one === from[at]) === true ? known : { from, names: heard(core) };
}

function heard(core: Core): readonly string[] {
  const { asking, calls, engine, can } = core.parts;
  const names = new Set(ALWAYS);
  // What waits for approval is told of and asked about, also where no other hook is there to speak.
  if (engine.generation.diagnostics.some(({ code }) => isOfTrust(code))) {
    if (core.isRoot || can.approve === true) names.add('prompt:submit');
    if (core.isRoot && can.approve === true) for (const name of BEGINNINGS) names.add(name);
  }
  if (asking.events.size > 0) {
    // A prompt begins a turn, and delivers what waits for it; the end lets go of what is remembered.
    names.add('prompt:submit');
    if (core.isRoot) names.add('session:end');
  }
  for (const event of asking.events) {
    const { from, beside, sessions } = eventRow(event).amplifier;
    if (sessions === 'person' && !core.isRoot) continue;
    for (const name of [...from, ...beside])
      if (nativeEvent(name)?.isHeard?.(core) !== false) names.add(name);
  }
  if (core.hasAllowed) names.add('approval:required');
  if (calls.waits) names.add('tool:post').add('tool:error').add('provider:request');
  if (core.turn.ending !== null || core.forRequest.length > 0) names.add('provider:request');
  // What is left to a turn that is to end, under a loop that cannot be told so.
  if (core.turn.ending !== null) names.add('tool:pre').add('orchestrator:complete');
  return [...names].sort();
}

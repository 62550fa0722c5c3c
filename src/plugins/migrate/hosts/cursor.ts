// Cursor: `.cursor/hooks.json`. Events by kind of tool, no groups, its own input and answers.
import { join } from 'node:path';
import { type EventName, eventRow } from '../../../events/index.js';
import { variable } from '../commands.js';
import { cannot, Draft, textIn, unknownEvent } from '../draft.js';
import { keptFields, matcherFor, numberIn, rewrite } from '../foreign.js';
import type { Host, Journey } from '../host.js';
import type { MatcherRules } from '../matchers.js';
import { hooksIn, readHooks } from '../read-hooks.js';
import type { Fields } from '../report.js';

interface CursorEvent {
  readonly event: EventName;
  /** The matcher that the event stands for by itself. */
  readonly tools: string | null;
  /** What its own matcher is compared with. */
  readonly matches: 'tool' | 'text' | 'agent' | 'nothing';
  /** Its input is that of Claude Code, but for tool names. */
  readonly likeOurs: boolean;
}

const to = (
  event: EventName,
  tools: string | null,
  matches: CursorEvent['matches'],
  likeOurs = false,
): CursorEvent => ({
  event,
  tools,
  matches,
  likeOurs,
});

const EDITS = 'Edit|MultiEdit|NotebookEdit|Write';

const EVENTS: Readonly<Record<string, CursorEvent | null>> = {
  sessionStart: to('SessionStart', null, 'nothing'),
  sessionEnd: to('SessionEnd', null, 'nothing'),
  preToolUse: to('PreToolUse', null, 'tool', true),
  postToolUse: to('PostToolUse', null, 'tool', true),
  postToolUseFailure: to('PostToolUseFailure', null, 'tool', true),
  subagentStart: to('SubagentStart', null, 'agent'),
  subagentStop: to('SubagentStop', null, 'agent'),
  beforeShellExecution: to('PreToolUse', 'Bash', 'text'),
  afterShellExecution: to('PostToolUse', 'Bash', 'text'),
  beforeMCPExecution: to('PreToolUse', 'mcp__.*', 'text'),
  afterMCPExecution: to('PostToolUse', 'mcp__.*', 'text'),
  beforeReadFile: to('PreToolUse', 'Read', 'nothing'),
  afterFileEdit: to('PostToolUse', EDITS, 'nothing'),
  beforeSubmitPrompt: to('UserPromptSubmit', null, 'nothing', true),
  preCompact: to('PreCompact', null, 'nothing'),
  stop: to('Stop', null, 'nothing'),
  afterAgentResponse: null,
  afterAgentThought: null,
  beforeTabFileRead: null,
  afterTabFileEdit: null,
  workspaceOpen: null,
};

const TOOLS: MatcherRules = {
  tools: {
    Shell: ['Bash'],
    Read: ['Read'],
    Write: EDITS.split('|'),
    Grep: ['Grep'],
    Task: ['Agent'],
    WebFetch: ['WebFetch'],
    WebSearch: ['WebSearch'],
    Delete: [],
  },
  other: (name) =>
    name.startsWith('MCP:') ? `mcp__.*__${name.slice(4)}` : name === 'MCP' ? 'mcp__.*' : null,
  list: /^[\w:-]+(?:\|[\w:-]+)*$/,
  anchored: false,
};

const AGENTS: MatcherRules = {
  tools: { generalPurpose: ['general-purpose'], explore: ['Explore'] },
  other: (name) => name,
  list: /^[\w-]+(?:\|[\w-]+)*$/,
  anchored: false,
};

export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',

  places: (journey) => [{ file: join(folderOf(journey), 'hooks.json') }],

  read(document) {
    const hooks = hooksIn(document, (name) => Object.hasOwn(EVENTS, name));
    return hooks === undefined ? [] : readHooks(document, hooks, { shape: 'flat' });
  },

  translate(found, journey) {
    if (!Object.hasOwn(EVENTS, found.event)) return unknownEvent(found.event, Object.keys(EVENTS));
    const known = EVENTS[found.event] ?? null;
    if (known === null) return cannot(`nothing else has an event like ${found.event}`, 'Leave it to Cursor.');
    const { hook } = found;
    const type = hook['type'] ?? 'command';
    const [command, prompt] = [textIn(hook, 'command'), textIn(hook, 'prompt')];
    if (type === 'command' ? command === null : type !== 'prompt' || prompt === null)
      return cannot('it is neither a command nor a prompt hook', 'Correct it, then migrate again.');
    const draft = new Draft();
    const matcher = textIn(hook, 'matcher');
    if (hook['matcher'] !== undefined && matcher === null)
      return cannot('its matcher is not a string', 'Write the matcher as a string, then migrate again.');
    if (known.matches === 'text' && matcher !== null && matcher !== '' && matcher !== '*')
      return cannot(
        `its matcher ${JSON.stringify(matcher)} is compared with the text of the command or the name of an MCP tool, which a matcher cannot do here`,
        'Use an "if" rule such as "Bash(rm *)" beside the matcher Bash, or check it in the script.',
      );
    if (hook['loop_limit'] !== undefined)
      draft.differ('field', `loop_limit: ${JSON.stringify(hook['loop_limit'])}`, 'at most 8 rounds');
    if (known.event === 'SubagentStart')
      draft.warn(
        'in Cursor it can keep an agent from starting; here a PreToolUse hook with the matcher Agent can',
      );
    const fields = keptFields(
      hook,
      ['prompt', 'model', 'statusMessage'],
      ['type', 'command', 'timeout', 'matcher', 'loop_limit', 'failClosed'],
      draft,
    );
    const seconds = numberIn(hook, 'timeout');
    return rewrite(
      found,
      draft,
      {
        event: known.event,
        matcher: selection(known, matcher, draft),
        command: type === 'command' ? command : null,
        variables: { CURSOR_PROJECT_DIR: variable('CLAUDE_PROJECT_DIR') },
        unset: ['CURSOR_VERSION', 'CURSOR_USER_EMAIL', 'CURSOR_TRANSCRIPT_PATH', 'CURSOR_CODE_REMOTE'],
        env: {},
        folder:
          journey.scope === 'user' ? `"${variable('HOME')}/.cursor"` : `"${variable('CLAUDE_PROJECT_DIR')}"`,
        folderPath: journey.scope === 'user' ? folderOf(journey) : journey.projectDir,
        always: journey.scope === 'user',
        seconds,
        timeoutAsWritten: `${seconds} seconds`,
        fields: { type, ...fields, ...closed(hook, known.event, draft) },
        contract: {
          tool: 'Cursor',
          answers:
            /\b(?:user_message|agent_message|userMessage|agentMessage|followup_message|additional_context|updated_input|updated_mcp_tool_output)\b|["']?\bpermission["']?\s*[:=]\s*["'\\]/,
          inputs:
            /\b(?:conversation_id|generation_id|workspace_roots|result_json|loop_count|subagent_type)\b|["']Shell["']/,
          inputDiffers: !known.likeOurs,
        },
      },
      journey,
    );
  },

  notes: () => [
    'Cursor does not say how long a hook without a timeout may take; in Amplifier it is 30 seconds, in Claude Code up to 600.',
    'Cursor starts hooks of a project in its root; here they start where the session is, so that commands with relative paths go there first.',
  ],
};

const folderOf = ({ scope, projectDir, home }: Journey): string =>
  join(scope === 'user' ? home : projectDir, '.cursor');

function selection(known: CursorEvent, matcher: string | null, draft: Draft): string | null {
  if (known.tools !== null) {
    draft.differ('matcher', matcher ?? 'none', known.tools);
    return known.tools;
  }
  if (known.matches === 'nothing') {
    if (matcher !== null) draft.differ('matcher', matcher, null);
    return null;
  }
  return matcherFor(matcher, known.event, known.matches === 'agent' ? AGENTS : TOOLS, draft);
}

/** `failClosed`: what `onFailure` says here, where the event knows it. */
function closed(hook: Fields, event: EventName, draft: Draft): Fields {
  if (hook['failClosed'] === undefined) return {};
  const written = `failClosed: ${JSON.stringify(hook['failClosed'])}`;
  if (hook['failClosed'] !== true) {
    draft.differ('field', written, null);
    return {};
  }
  draft.differ('field', written, 'onFailure: "block"');
  if (!eventRow(event).onFailure) draft.warn(`"onFailure" does not count for ${event}`);
  return { onFailure: 'block' };
}

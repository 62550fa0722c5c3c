// GitHub Copilot CLI, as it was seen to behave.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';
import type { AgentTool } from '../agents/tools.js';

const ON_ITS_OWN: Way = {
  kind: 'degraded',
  instead: 'Copilot shows it as a warning, and only where hooks say nothing else',
};
const UNSEEN: Way = { kind: 'lost', why: 'Copilot shows no message of a hook here' };
const AS_BLOCK: Way = { kind: 'degraded', instead: 'the agent goes on with it as with a block' };

const event = (
  theirs: string,
  also: string,
  ours: AgentEvent['ours'],
  ways: AgentEvent['ways'] = {},
): AgentEvent => ({ theirs, also, ours, ways });

/** From documents: it was not seen. */
const untried = (row: AgentEvent): AgentEvent => ({ ...row, measured: false });

/** A tool has its own name in one family of payloads and Claude Code's in the other, with the same input in both. */
const tool = (
  name: string,
  natives: readonly string[],
  differs: Partial<AgentTool> = {},
): readonly AgentTool[] => [...natives, name].map((native) => ({ native, name, ...differs }));

const OF_A_FILE = { paths: ['path'] };

export const COPILOT: AgentFacts = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  measured: '1.0.102',
  events: [
    event('SessionStart', 'sessionStart', 'SessionStart', { systemMessage: ON_ITS_OWN }),
    event('UserPromptSubmit', 'userPromptSubmitted', 'UserPromptSubmit', {
      stop: { kind: 'degraded', instead: 'the prompt is blocked' },
      systemMessage: ON_ITS_OWN,
    }),
    { theirs: 'userPromptTransformed', ours: null, ways: {} },
    event('PreToolUse', 'preToolUse', 'PreToolUse', {
      stop: { kind: 'degraded', instead: 'the call is denied, and the turn goes on' },
      systemMessage: UNSEEN,
    }),
    event('PermissionRequest', 'permissionRequest', 'PermissionRequest', {
      updatedInput: {
        kind: 'degraded',
        instead: 'the call is denied, because Copilot would run it as it was',
      },
      stop: { kind: 'degraded', instead: 'the call is denied, and the turn ends with it' },
      systemMessage: UNSEEN,
    }),
    event('PostToolUse', 'postToolUse', 'PostToolUse', {
      feedback: { kind: 'degraded', instead: 'it is added to the result of the tool' },
      stop: { kind: 'degraded', instead: 'it replaces the result, and the turn goes on' },
      systemMessage: ON_ITS_OWN,
    }),
    untried(
      event('PostToolUseFailure', 'postToolUseFailure', 'PostToolUseFailure', {
        feedback: { kind: 'degraded', instead: 'it is said as context; not measured' },
        context: { kind: 'degraded', instead: 'it is said as Copilot documents it; not measured' },
        systemMessage: UNSEEN,
      }),
    ),
    event('Notification', 'notification', 'Notification'),
    event('Stop', 'agentStop', 'Stop', { context: AS_BLOCK, systemMessage: ON_ITS_OWN }),
    untried(
      event('SubagentStart', 'subagentStart', 'SubagentStart', {
        context: { kind: 'degraded', instead: 'it is said as Copilot documents it; not measured' },
        systemMessage: UNSEEN,
      }),
    ),
    untried(
      event('SubagentStop', 'subagentStop', 'SubagentStop', {
        continue: { kind: 'degraded', instead: 'it is said as Copilot documents it; not measured' },
        context: AS_BLOCK,
        systemMessage: UNSEEN,
      }),
    ),
    untried(
      event('PreCompact', 'preCompact', 'PreCompact', {
        deny: { kind: 'lost', why: 'Copilot only tells of it' },
        context: { kind: 'lost', why: 'Copilot only tells of it' },
        systemMessage: UNSEEN,
      }),
    ),
    untried(event('ErrorOccurred', 'errorOccurred', null)),
    event('SessionEnd', 'sessionEnd', 'SessionEnd', { systemMessage: UNSEEN }),
  ],
  tools: [
    ...tool('Bash', ['bash', 'powershell']),
    ...tool('Write', ['create'], { fields: { path: 'file_path', file_text: 'content' }, ...OF_A_FILE }),
    ...tool('Read', ['view'], { fields: { path: 'file_path' }, ...OF_A_FILE }),
    ...tool('Edit', ['edit', 'str_replace_editor'], {
      fields: { path: 'file_path', old_str: 'old_string', new_str: 'new_string', file_text: 'content' },
      ...OF_A_FILE,
    }),
    { native: 'apply_patch', name: 'Edit', patch: 'input' },
    ...tool('Grep', ['grep', 'rg']),
    ...tool('Glob', ['glob']),
    ...tool('Agent', ['task'], { fields: { agent_type: 'subagent_type' } }),
    ...tool('WebFetch', ['web_fetch']),
    ...tool('WebSearch', ['web_search']),
    ...tool('AskUserQuestion', ['ask_user']),
    ...tool('TodoWrite', ['update_todo']),
  ],
  stopRounds: 8,
  settings: {
    files: [
      { scope: 'user', path: '.copilot/hooks/*.json', variable: 'COPILOT_HOME' },
      { scope: 'project', path: '.github/hooks/*.json' },
      { scope: 'user', path: '.copilot/settings.json', variable: 'COPILOT_HOME' },
      { scope: 'project', path: '.github/copilot/settings.json' },
    ],
    form: 'flat',
    timeout: { unit: 'seconds', usual: 30, most: null },
    everything: null,
    matcher:
      'a whole name: Claude Code’s where the event is written `PreToolUse`, Copilot’s own where it is written `preToolUse`',
    trust:
      'Hooks of a project run only where its folder is trusted: say yes when Copilot asks, or start it with `--trust-folder`. Your own need nothing.',
    reads: ['.claude/settings.json', '.claude/settings.local.json'],
  },
  limits: [
    'A hook that takes longer than its time limit is passed over, and the tool runs.',
    'A hook that fails at PreToolUse or PermissionRequest denies the call.',
    'Hooks of an event run one after the other; after a deny the next one is not started.',
    'A Stop block starts a new prompt, so that UserPromptSubmit fires for it too.',
    'After eight Stop blocks in a row Copilot ends the turn.',
    'A question to the user is a deny where there is nobody to ask (`copilot -p`).',
    'PermissionRequest is not fired for reads, nor after an allow of PreToolUse, and shows the change of a file as a diff.',
    'A command that exits with a code other than 0 counts as a success.',
    'No event has a permission mode, and only Stop has a transcript.',
    'In a subfolder that is trusted alone, hooks of the repository’s root are not read.',
  ],
};

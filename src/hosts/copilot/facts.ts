// GitHub Copilot CLI, as it was seen to behave.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';
import type { AgentTool } from '../agents/tools.js';

/** The same answer as elsewhere, which was not seen here. */
const UNTRIED: Way = { kind: 'works', measured: false };
const UNSEEN: Way = { kind: 'lost', why: 'Copilot shows no message of a hook here' };

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
const EDITING = {
  fields: { path: 'file_path', old_str: 'old_string', new_str: 'new_string', file_text: 'content' },
  ...OF_A_FILE,
};

export const COPILOT: AgentFacts = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  measured: '1.0.102',
  events: [
    event('SessionStart', 'sessionStart', 'SessionStart'),
    event('UserPromptSubmit', 'userPromptSubmitted', 'UserPromptSubmit', {
      stop: { kind: 'degraded', instead: 'the prompt is blocked' },
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
    }),
    event('PostToolUseFailure', 'postToolUseFailure', 'PostToolUseFailure', {
      feedback: UNTRIED,
      systemMessage: UNSEEN,
    }),
    event('Notification', 'notification', 'Notification', { systemMessage: UNSEEN }),
    event('Stop', 'agentStop', 'Stop'),
    event('SubagentStart', 'subagentStart', 'SubagentStart', { systemMessage: UNSEEN }),
    event('SubagentStop', 'subagentStop', 'SubagentStop', { stop: UNTRIED, systemMessage: UNSEEN }),
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
    ...tool('Bash', ['bash']),
    { native: 'powershell', name: 'Bash', measured: false },
    ...tool('Write', ['create'], { fields: { path: 'file_path', file_text: 'content' }, ...OF_A_FILE }),
    ...tool('Read', ['view'], { fields: { path: 'file_path' }, ...OF_A_FILE }),
    ...tool('Edit', ['edit'], EDITING),
    { native: 'str_replace_editor', name: 'Edit', ...EDITING, measured: false },
    { native: 'apply_patch', name: 'Edit', patch: 'input' },
    ...tool('Grep', ['grep', 'rg']),
    ...tool('Glob', ['glob']),
    ...tool('Agent', ['task'], { fields: { agent_type: 'subagent_type' } }),
    ...tool('Skill', ['skill']),
    ...tool('WebFetch', ['web_fetch'], { measured: false }),
    ...tool('WebSearch', ['web_search'], { measured: false }),
    ...tool('AskUserQuestion', ['ask_user'], { measured: false }),
    ...tool('TodoWrite', ['update_todo'], { measured: false }),
  ],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  stopRounds: 8,
  settings: {
    user: '~/.copilot/hooks/amplifier-hooks.json',
    project: '.github/hooks/amplifier-hooks.json',
    moved: { variable: 'COPILOT_HOME', folder: '~/.copilot' },
    also: [
      '`hooks` in `~/.copilot/settings.json` and in `.github/copilot/settings.json`',
      '`hooks` in `.claude/settings.json` and `.claude/settings.local.json` of a project',
    ],
    claudeFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    form: 'entries',
    unnamed: ['PermissionRequest'],
    entry: { fields: { type: 'command' }, timeout: 'timeoutSec' },
    keys: ['version'],
    timeout: { unit: 'seconds', standard: 30 },
    matcher: {
      reads:
        'the whole name: Claude Code’s where the event is written `PreToolUse`, Copilot’s own where it is `preToolUse`',
      anywhere: false,
      every: null,
    },
    trust: {
      user: [],
      project: [
        'Copilot runs hooks of a project only in a folder that it trusts: say yes where it asks, start it with `--trust-folder`, or name `<directory>` in `trustedFolders` of `~/.copilot/config.json`.',
      ],
    },
    off: ['`"disableAllHooks": true`, in the file or in the settings of the project (from documents)'],
    offKeys: [[['disableAllHooks'], true]],
    programs: ['copilot'],
    shell: 'bash',
    env: { COPILOT_CLI: '1' },
  },
  limits: [
    'A hook that takes longer than its time limit is passed over, and the tool runs.',
    'A hook that fails at PreToolUse or PermissionRequest denies the call.',
    'Hooks of an event run one after the other; after a deny the next one is not started.',
    'A Stop block starts a new prompt, so that UserPromptSubmit fires for it too.',
    'After eight Stop blocks in a row Copilot ends the turn.',
    'A question to the user is a deny where there is nobody to ask (`copilot -p`).',
    'PermissionRequest is not fired for reads, nor after an allow of PreToolUse, and shows the change of a file as a diff.',
    'UserPromptSubmit is fired for the prompts of agents too.',
    'The end of an agent that another one started is told as SubagentStop alone.',
    'A command that exits with a code other than 0 counts as a success.',
    'No event has a permission mode, and only Stop has a transcript.',
    'In a subfolder that is trusted alone, hooks of the repository’s root are not read.',
  ],
};

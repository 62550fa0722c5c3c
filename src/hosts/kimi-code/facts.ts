// Kimi Code, as it was seen to behave.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';

const UNHEARD: Way = { kind: 'lost', why: 'Kimi Code shows no message of a hook' };
const ONLY_TOLD: Way = { kind: 'lost', why: 'Kimi Code only tells of it and reads no answer' };
const TOLD = {
  deny: ONLY_TOLD,
  ask: ONLY_TOLD,
  allow: ONLY_TOLD,
  updatedInput: ONLY_TOLD,
  updatedOutput: ONLY_TOLD,
  context: ONLY_TOLD,
  feedback: ONLY_TOLD,
  stop: ONLY_TOLD,
  continue: ONLY_TOLD,
  systemMessage: ONLY_TOLD,
};

const told = (theirs: string, ours: AgentEvent['ours']): AgentEvent => ({ theirs, ours, ways: TOLD });
/** From documents: it was not seen. */
const untried = (theirs: string, ours: AgentEvent['ours']): AgentEvent => ({
  ...told(theirs, ours),
  measured: false,
});

const OF_A_FILE = { fields: { path: 'file_path' }, paths: ['path'] };

export const KIMI_CODE: AgentFacts = {
  name: 'kimi-code',
  title: 'Kimi Code',
  measured: '2.1.0',
  events: [
    told('SessionStart', 'SessionStart'),
    {
      theirs: 'UserPromptSubmit',
      ours: 'UserPromptSubmit',
      ways: {
        stop: { kind: 'degraded', instead: 'the prompt is blocked' },
        systemMessage: UNHEARD,
      },
    },
    told('TurnStarted', null),
    {
      theirs: 'PreToolUse',
      ours: 'PreToolUse',
      ways: {
        ask: {
          kind: 'degraded',
          instead: 'the call is denied, because Kimi Code runs what a hook wants asked',
        },
        allow: { kind: 'lost', why: 'Kimi Code asks as it would without it' },
        updatedInput: {
          kind: 'degraded',
          instead: 'the call is denied, and the model told to make it with the new input',
        },
        context: { kind: 'lost', why: 'Kimi Code drops context before a tool runs' },
        stop: { kind: 'degraded', instead: 'the call is denied, and the turn goes on' },
        systemMessage: UNHEARD,
      },
    },
    told('PostToolUse', 'PostToolUse'),
    told('PostToolUseFailure', 'PostToolUseFailure'),
    { theirs: 'Stop', ours: 'Stop', ways: { systemMessage: UNHEARD } },
    untried('PermissionRequest', 'PermissionRequest'),
    told('SubagentStart', 'SubagentStart'),
    told('SubagentStop', 'SubagentStop'),
    untried('StopFailure', 'StopFailure'),
    untried('PreCompact', 'PreCompact'),
    untried('PostCompact', 'PostCompact'),
    untried('Notification', 'Notification'),
    untried('SessionEnd', 'SessionEnd'),
    untried('UserPromptQueued', null),
    untried('PermissionResult', null),
    untried('Interrupt', null),
    untried('SessionHeartbeat', null),
    untried('TaskStarted', null),
  ],
  tools: [
    { native: 'Bash', name: 'Bash', units: { timeout: 1000 } },
    {
      native: 'Read',
      name: 'Read',
      ...OF_A_FILE,
      fields: { path: 'file_path', line_offset: 'offset', n_lines: 'limit' },
    },
    { native: 'Write', name: 'Write', ...OF_A_FILE },
    { native: 'Edit', name: 'Edit', ...OF_A_FILE },
    { native: 'Glob', name: 'Glob', paths: ['path'] },
    { native: 'Grep', name: 'Grep', paths: ['path'] },
    { native: 'FetchURL', name: 'WebFetch' },
    { native: 'Agent', name: 'Agent' },
    { native: 'Skill', name: 'Skill' },
    { native: 'TodoList', name: 'TodoWrite' },
  ],
  stopRounds: 1,
  settings: {
    user: '~/.kimi-code/config.toml',
    project: null,
    moved: { variable: 'KIMI_CODE_HOME', folder: '~/.kimi-code' },
    also: [],
    claudeFiles: [],
    form: 'tables',
    keys: null,
    timeout: { unit: 'seconds', standard: 30, most: 600 },
    matcher: {
      reads: 'a regular expression, found anywhere in the name of the tool, with its case; `*` fits nothing',
      every: '',
    },
    trust: { user: [], project: [] },
    off: [],
    programs: ['kimi'],
    shell: 'sh',
  },
  limits: [
    'Hooks stand in the user’s own file only; a project has none.',
    'A hook has `event`, `command`, `matcher` and `timeout`; with any other key all hooks are dropped, and tools run unguarded.',
    'A hook that takes longer than its time limit is passed over, and the tool runs.',
    'A Stop hook keeps the agent going once; then Stop is not fired again.',
    'PostToolUse and PostToolUseFailure are not waited for, and those of the last step may be lost.',
    'Stop is fired at the end of agents too, and nothing tells them from the main one.',
    'SessionEnd is not fired by `kimi -p`.',
    'Hooks get no variable with the project’s folder, no transcript and no permission mode.',
    'Kimi CLI, its forerunner, is no longer maintained and not supported.',
  ],
};

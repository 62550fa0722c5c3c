// opencode, as it was seen to behave, with our plugin inside.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';

const A_NOTICE: Way = { kind: 'lost', why: 'opencode tells its plugins of it, and asks them nothing' };
const TOLD_ONLY: AgentEvent['ways'] = {
  deny: A_NOTICE,
  ask: A_NOTICE,
  allow: A_NOTICE,
  updatedInput: A_NOTICE,
  context: A_NOTICE,
  feedback: A_NOTICE,
  stop: A_NOTICE,
  continue: A_NOTICE,
};
const NOT_SEEN: Way = { kind: 'works', measured: false };
const GOES_ON: Way = { kind: 'lost', why: 'a plugin of opencode cannot end a turn' };
const NO_DENY: Way = { kind: 'lost', why: 'opencode does not ask its plugins whether to compact' };

const OF_A_FILE = {
  fields: { filePath: 'file_path', filepath: 'file_path' },
  paths: ['filePath', 'filepath'],
};

export const OPENCODE: AgentFacts = {
  name: 'opencode',
  title: 'opencode',
  measured: '1.18.33',
  events: [
    { theirs: 'event:session.created', ours: 'SessionStart', ways: { stop: GOES_ON } },
    { theirs: 'session.resumed', ours: 'SessionStart', ways: { stop: GOES_ON } },
    { theirs: 'event:session.created', ours: 'SubagentStart', ways: { context: NOT_SEEN, stop: GOES_ON } },
    {
      theirs: 'chat.message',
      ours: 'UserPromptSubmit',
      ways: {
        deny: {
          kind: 'degraded',
          instead: 'the prompt is not sent; `opencode run` ends and does not say why',
        },
      },
    },
    {
      theirs: 'tool.execute.before',
      ours: 'PreToolUse',
      ways: {
        ask: { kind: 'degraded', instead: 'the call is denied, because a plugin cannot have its user asked' },
        allow: { kind: 'lost', why: 'opencode alone decides what its user is asked about' },
        stop: { kind: 'degraded', instead: 'the call is denied, and the turn goes on' },
      },
    },
    {
      theirs: 'tool.execute.after',
      ours: 'PostToolUse',
      ways: {
        stop: { kind: 'degraded', instead: 'the model is told so beside the result, and the turn goes on' },
      },
    },
    {
      theirs: 'tool.execute.after',
      ours: 'PostToolUseFailure',
      ways: {
        feedback: NOT_SEEN,
        context: NOT_SEEN,
        stop: { kind: 'degraded', instead: 'the model is told so beside the result, and the turn goes on' },
      },
    },
    { theirs: 'event:message.part.updated', ours: 'PostToolUseFailure', ways: TOLD_ONLY },
    { theirs: 'event:permission.asked', ours: 'PermissionRequest', ways: TOLD_ONLY },
    {
      theirs: 'experimental.session.compacting',
      ours: 'PreCompact',
      ways: { deny: NO_DENY, stop: GOES_ON },
    },
    { theirs: 'event:session.compacted', ours: 'PostCompact', ways: TOLD_ONLY },
    { theirs: 'event:session.idle', ours: 'Stop', ways: TOLD_ONLY },
    { theirs: 'event:session.idle', ours: 'SubagentStop', ways: TOLD_ONLY },
    { theirs: 'event:session.error', ours: 'StopFailure', ways: TOLD_ONLY },
    { theirs: 'dispose', ours: 'SessionEnd', ways: TOLD_ONLY },
  ],
  tools: [
    { native: 'bash', name: 'Bash' },
    { native: 'read', name: 'Read', ...OF_A_FILE },
    { native: 'write', name: 'Write', ...OF_A_FILE },
    {
      native: 'edit',
      name: 'Edit',
      fields: {
        ...OF_A_FILE.fields,
        oldString: 'old_string',
        newString: 'new_string',
        replaceAll: 'replace_all',
      },
      paths: OF_A_FILE.paths,
    },
    { native: 'multiedit', name: 'MultiEdit', ...OF_A_FILE },
    { native: 'apply_patch', name: 'Edit', patch: 'patchText' },
    { native: 'patch', name: 'Edit', patch: 'patchText' },
    { native: 'glob', name: 'Glob', paths: ['path'] },
    { native: 'grep', name: 'Grep', fields: { include: 'glob' }, paths: ['path'] },
    { native: 'webfetch', name: 'WebFetch' },
    { native: 'websearch', name: 'WebSearch' },
    { native: 'task', name: 'Agent' },
    { native: 'todowrite', name: 'TodoWrite' },
    { native: 'skill', name: 'Skill', fields: { name: 'skill' } },
    { native: 'question', name: 'AskUserQuestion' },
  ],
  projectVariable: null,
  stopRounds: 0,
  limits: [
    'opencode has no command hooks: our plugin runs inside of it and asks for each event.',
    'A block of Stop has no effect: opencode only tells that the session is idle.',
    'PermissionRequest is told, but a hook cannot decide it.',
    'A tool that fails by an error is told; its hooks cannot add to what the model reads.',
    'Context of PreToolUse is told to the model beside the result of the tool, and not where the tool fails.',
    'A message to the user is shown where opencode has a screen; `opencode run` shows none.',
    'What hooks export by CLAUDE_ENV_FILE does not reach the commands of opencode.',
    'The first start with a plugin takes opencode up to a minute, because it installs a package for plugins.',
  ],
  settings: {
    user: '~/.config/opencode/plugin',
    project: '.opencode/plugin',
    moved: { variable: 'XDG_CONFIG_HOME', folder: '~/.config' },
    also: ['`.opencode/plugins` of a project'],
    claudeFiles: [],
    form: 'plugin',
    keys: null,
    timeout: { unit: null, standard: 900 },
    matcher: null,
    trust: { user: [], project: [] },
    off: [],
    programs: ['opencode'],
    shell: 'sh',
  },
};

// OpenAI Codex CLI, as it was seen to behave.
import type { AgentFacts, Way } from '../agents/agent.js';

const ONLY_WITH_INPUT: Way = {
  kind: 'degraded',
  instead: 'it permits nothing that is not permitted anyway; Codex hears it only beside a rewritten input',
};
const NOT_SEEN: Way = { kind: 'works', measured: false };
const NO_QUESTION: Way = {
  kind: 'degraded',
  instead: 'the call is denied, because Codex runs what a hook wants asked',
};

export const CODEX: AgentFacts = {
  name: 'codex',
  title: 'Codex CLI',
  measured: '0.166.0',
  events: [
    { theirs: 'SessionStart', ours: 'SessionStart', ways: {} },
    { theirs: 'UserPromptSubmit', ours: 'UserPromptSubmit', ways: {} },
    {
      theirs: 'PreToolUse',
      ours: 'PreToolUse',
      ways: {
        ask: NO_QUESTION,
        allow: ONLY_WITH_INPUT,
        stop: { kind: 'degraded', instead: 'the call is denied, and the turn goes on' },
      },
    },
    {
      theirs: 'PermissionRequest',
      ours: 'PermissionRequest',
      ways: { updatedInput: { kind: 'lost', why: 'Codex drops an answer that carries one' } },
    },
    {
      theirs: 'PostToolUse',
      ours: 'PostToolUse',
      ways: { stop: { kind: 'degraded', instead: 'it replaces the result, and the turn goes on' } },
    },
    { theirs: 'PreCompact', ours: 'PreCompact', ways: { deny: NOT_SEEN, context: NOT_SEEN } },
    { theirs: 'PostCompact', ours: 'PostCompact', ways: {} },
    { theirs: 'SubagentStart', ours: 'SubagentStart', ways: { context: NOT_SEEN } },
    {
      theirs: 'SubagentStop',
      ours: 'SubagentStop',
      ways: { continue: NOT_SEEN, context: NOT_SEEN, stop: NOT_SEEN },
    },
    { theirs: 'Stop', ours: 'Stop', ways: {} },
    { theirs: 'SessionEnd', ours: 'SessionEnd', ways: {} },
  ],
  tools: [
    { native: 'Bash', name: 'Bash' },
    { native: 'apply_patch', name: 'Edit', patch: 'command' },
    { native: 'spawn_agent', name: 'Agent', fields: { message: 'prompt', agent_type: 'subagent_type' } },
  ],
  projectVariable: null,
  stopRounds: null,
  settings: {
    user: '~/.codex/hooks.json',
    project: '.codex/hooks.json',
    moved: { variable: 'CODEX_HOME', folder: '~/.codex' },
    also: ['`[[hooks.<event>]]` in `config.toml`'],
    claudeFiles: [],
    form: 'groups',
    keys: ['description'],
    plainJson: true,
    timeout: { unit: 'seconds', standard: 600, mostAt: { SessionEnd: 3 } },
    matcher: {
      reads:
        'an exact name, a list of names with `|`, or a regular expression; `Write` and `Edit` fit `apply_patch`',
      anywhere: false,
      every: '*',
    },
    trust: {
      user: [
        'Codex runs a hook only where your `config.toml` has its hash: run `amplifier-hooks connect codex` yourself at a terminal, or start Codex and trust the hooks under `/hooks`.',
      ],
      project: [
        'Codex runs a hook only where your `config.toml` has its hash: run `amplifier-hooks connect codex --scope project` yourself at a terminal, or start Codex and trust the hooks under `/hooks`.',
        'It reads hooks of a project only where `config.toml` has `[projects."<directory>"]` with `trust_level = "trusted"`: say yes where Codex asks.',
      ],
    },
    off: [],
    programs: ['codex'],
    shell: 'bash',
  },
  limits: [
    'A hook runs only while Codex trusts the very text of its command and its time limit.',
    'A project’s hooks run only in a project that Codex trusts.',
    'Hooks of SessionEnd have one second.',
    'PostToolUseFailure and Notification are never told.',
  ],
};

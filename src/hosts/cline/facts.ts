// Cline CLI, as it was seen to behave.
import type { AgentEvent, AgentFacts, Way } from '../agents/agent.js';

const UNHEARD: Way = { kind: 'lost', why: 'Cline throws away what a hook of this event answers' };

/** Cline starts the hook, goes on at once, and reads nothing of what it says. */
const TOLD_ONLY: AgentEvent['ways'] = {
  deny: UNHEARD,
  context: UNHEARD,
  feedback: UNHEARD,
  stop: UNHEARD,
  continue: UNHEARD,
  systemMessage: UNHEARD,
};
const NOT_SHOWN: Way = { kind: 'lost', why: 'Cline shows its user nothing of what a hook says' };
const NOT_SEEN: Way = { kind: 'works', measured: false };
const AFTER_A_TOOL: AgentEvent['ways'] = {
  updatedOutput: { kind: 'lost', why: 'Cline gives the model the result of the tool as it is' },
  systemMessage: NOT_SHOWN,
};

const OF_A_FILE = { fields: { path: 'file_path' }, paths: ['path'] };

export const CLINE: AgentFacts = {
  name: 'cline',
  title: 'Cline CLI',
  measured: '3.0.65',
  events: [
    { theirs: 'TaskStart', ours: 'SessionStart', ways: TOLD_ONLY },
    { theirs: 'TaskResume', ours: 'SessionStart', ways: TOLD_ONLY },
    { theirs: 'UserPromptSubmit', ours: 'UserPromptSubmit', ways: TOLD_ONLY },
    {
      theirs: 'PreToolUse',
      ours: 'PreToolUse',
      ways: {
        deny: { kind: 'degraded', instead: 'the call does not run, and Cline ends the whole task' },
        ask: { kind: 'degraded', instead: 'the call is denied, because Cline runs what a hook wants asked' },
        allow: { kind: 'lost', why: 'Cline alone decides what its user is asked about' },
        systemMessage: NOT_SHOWN,
      },
    },
    { theirs: 'PostToolUse', ours: 'PostToolUse', ways: AFTER_A_TOOL },
    {
      theirs: 'PostToolUse',
      ours: 'PostToolUseFailure',
      ways: { ...AFTER_A_TOOL, feedback: NOT_SEEN, context: NOT_SEEN },
    },
    { theirs: 'TaskComplete', ours: 'Stop', ways: TOLD_ONLY },
    { theirs: 'TaskError', ours: 'StopFailure', ways: TOLD_ONLY },
    { theirs: 'TaskCancel', ours: null, ways: {} },
    { theirs: 'PreCompact', ours: 'PreCompact', ways: TOLD_ONLY },
    { theirs: 'SessionShutdown', ours: 'SessionEnd', ways: TOLD_ONLY },
  ],
  tools: [
    { native: 'run_commands', name: 'Bash', each: { field: 'commands', as: 'command' } },
    {
      native: 'read_files',
      name: 'Read',
      each: { field: 'files', as: 'path' },
      ...OF_A_FILE,
    },
    {
      native: 'editor',
      name: 'Write',
      unless: ['old_text', 'insert_line'],
      fields: { path: 'file_path', new_text: 'content' },
      paths: ['path'],
    },
    {
      native: 'editor',
      name: 'Edit',
      fields: { path: 'file_path', old_text: 'old_string', new_text: 'new_string' },
      paths: ['path'],
    },
    { native: 'apply_patch', name: 'Edit', patch: 'input' },
    { native: 'search_codebase', name: 'Grep', each: { field: 'queries', as: 'pattern' } },
    { native: 'fetch_web_content', name: 'WebFetch', each: { field: 'requests', as: 'url' } },
    { native: 'ask_question', name: 'AskUserQuestion' },
    { native: 'skills', name: 'Skill' },
    { native: 'spawn_agent', name: 'Agent', fields: { task: 'prompt' } },
    // As Cline's extension of an editor calls them.
    { native: 'execute_command', name: 'Bash' },
    { native: 'read_file', name: 'Read', ...OF_A_FILE },
    { native: 'write_to_file', name: 'Write', ...OF_A_FILE },
    { native: 'replace_in_file', name: 'Edit', ...OF_A_FILE },
  ],
  projectVariable: null,
  stopRounds: 0,
  limits: [
    'A deny ends the whole task, and Cline tells neither its user nor the model the reason.',
    'Cline hears hooks only before and after a tool; what hooks of all other events say is lost.',
    'It waits 120 seconds for a hook of a tool and then runs the tool.',
    'It counts only an answer in JSON: exit code 2 has no effect.',
    'A call of several commands is one result: PostToolUseFailure is told where all of them failed.',
    'It has the event UserPromptSubmit, but does not fire it for a prompt on its command line, and never fires PreCompact.',
    'A subagent’s tool calls carry its id; the start and end of a subagent are not told.',
  ],
  settings: {
    user: '~/.cline/hooks',
    project: '.cline/hooks',
    also: ['`.clinerules/hooks` of a project', '`~/Documents/Cline/Hooks`'],
    claudeFiles: [],
    form: 'scripts',
    keys: null,
    timeout: { unit: null, standard: 120 },
    matcher: null,
    trust: { user: [], project: [] },
    off: [],
    programs: ['cline'],
    shell: 'bash',
  },
};

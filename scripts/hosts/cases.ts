// The cases that every host plays: hooks in Claude Code's format, what the model does, and what of it must be seen.
import type { EventName } from '../../src/events/index.js';
import type { Case, Hooks, Tools } from './case.js';
import type { ToolCall } from './model/dialect.js';
import type { Seen } from './seen.js';

/** What hooks say, to be found again wherever a host puts it. */
export const WORDS = 'the hook says: not in this project';
export const NEW_FILE = 'ran.txt';
export const OLD_FILE = 'kept.txt';
export const OLD_TEXT = 'before';
const CHANGED_FILE = 'changed.txt';

/** In commands of hooks: the folder of the project. */
const PROJECT = '@PROJECT@';

/** A file of hooks, for one project. */
export const hooksFile = ({ hooks }: Case, project: string): string =>
  JSON.stringify({ hooks }).replaceAll(PROJECT, project);

const RUN = `echo ran > ${NEW_FILE}`;
const once = (tools: Tools): readonly (readonly ToolCall[])[] => [[tools.shell(RUN)]];
const silently = (): readonly (readonly ToolCall[])[] => [[]];

const on = (event: EventName, command: string, matcher?: string): Hooks => ({
  [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command }] }],
});
const says = (answer: unknown): string => `printf '%s\\n' '${JSON.stringify(answer)}'`;
const specific = (hookEventName: EventName, fields: object): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
const DENY = `echo '${WORDS}' >&2; exit 2`;
const REWRITE = `node -e '${[
  'const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));',
  `const updatedInput = { ...tool_input, command: "echo changed > ${CHANGED_FILE}" };`,
  `console.log(JSON.stringify(${'{ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput } }'}));`,
].join(' ')}'`;
/** Only where the file is named as Claude Code names it, by its whole path. */
const FILE_GUARD = `case "$(cat)" in *'"file_path":"${PROJECT}/${OLD_FILE}"'* | *'"file_path":"${PROJECT}/${NEW_FILE}"'*) ${DENY};; esac`;

export const STOP_BLOCK = 'stop-block';
const RAN = 'the call ran';
export const UNASKED = 'no hook was asked';

function guarded({ files, told, asked }: Seen): string | null {
  if (files[NEW_FILE] !== undefined) return RAN;
  if (files[OLD_FILE] !== OLD_TEXT) return 'the file was changed';
  if (!asked.includes('PreToolUse')) return UNASKED;
  return told.length > 0 ? null : 'blocked, and the model is not told why';
}

const toldOf =
  (event: EventName) =>
  ({ told, asked }: Seen): string | null => {
    if (told.length > 0) return null;
    return asked.includes(event) ? 'the model is not told' : UNASKED;
  };

function wentOn(seen: Seen): string | null {
  const { told, ended } = seen;
  if (!ended) return 'it did not end';
  return told.length > 0 ? null : (toldOf('Stop')(seen) ?? 'the agent stopped');
}

const context = (event: EventName, title: string, plays: Case['plays']): Case => ({
  id: `context-${event}`,
  title,
  about: { event, ability: 'context' },
  limit: new RegExp(`\\b${event}\\b`),
  hooks: on(event, says(specific(event, { additionalContext: WORDS }))),
  plays,
  instead: toldOf(event),
});

function unsent({ requests, asked }: Seen): string | null {
  if (requests === 0) return null;
  return asked.includes('UserPromptSubmit') ? 'the prompt was sent' : UNASKED;
}

/** As the tool of Claude Code gives it. */
const RESULT = { stdout: WORDS, stderr: '', interrupted: false, isImage: false };
const STOP = { continue: false, stopReason: WORDS };
const TO_DENY = { event: 'PreToolUse', ability: 'deny' } as const;
const NEVER = /^never$/;

export const CASES: readonly Case[] = [
  {
    id: 'deny-exit-2',
    title: 'deny by exit 2',
    about: TO_DENY,
    limit: NEVER,
    hooks: on('PreToolUse', DENY, 'Bash'),
    plays: once,
    instead: guarded,
  },
  {
    id: 'deny-json',
    title: 'deny by JSON',
    about: TO_DENY,
    limit: NEVER,
    hooks: on(
      'PreToolUse',
      says(specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: WORDS })),
      'Bash',
    ),
    plays: once,
    instead: guarded,
  },
  {
    id: 'ask',
    title: 'ask',
    about: { event: 'PreToolUse', ability: 'ask' },
    limit: /question/,
    hooks: on(
      'PreToolUse',
      says(specific('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: WORDS })),
      'Bash',
    ),
    plays: once,
    instead: ({ files, asked }) => {
      if (files[NEW_FILE] !== undefined) return 'the call ran unasked';
      return asked.includes('PreToolUse') ? null : UNASKED;
    },
  },
  {
    id: 'updated-input',
    title: 'updatedInput',
    about: { event: 'PreToolUse', ability: 'updatedInput' },
    limit: NEVER,
    hooks: on('PreToolUse', REWRITE, 'Bash'),
    plays: once,
    instead: ({ files }) => {
      if (files[NEW_FILE] !== undefined) return 'the call ran as it was';
      return files[CHANGED_FILE] === 'changed' ? null : 'the call did not run';
    },
  },
  context('SessionStart', 'context at start', silently),
  context('UserPromptSubmit', 'context at a prompt', silently),
  context('PostToolUse', 'context after a tool', once),
  {
    id: 'block-after-tool',
    title: 'block after a tool',
    about: { event: 'PostToolUse', ability: 'feedback' },
    limit: /\bPostToolUse\b/,
    hooks: on('PostToolUse', says({ decision: 'block', reason: WORDS }), 'Bash'),
    plays: once,
    instead: toldOf('PostToolUse'),
  },
  {
    id: STOP_BLOCK,
    title: 'Stop block, and its end',
    about: { event: 'Stop', ability: 'continue' },
    limit: /\bStop\b/,
    hooks: on('Stop', says({ decision: 'block', reason: WORDS })),
    inOrder: true,
    plays: silently,
    instead: wentOn,
  },
  {
    id: 'file-guard',
    title: '`Write|Edit` guard',
    about: TO_DENY,
    limit: NEVER,
    hooks: on('PreToolUse', FILE_GUARD, 'Write|Edit'),
    plays: (tools) => [[tools.write(NEW_FILE, 'ran')], tools.edit(OLD_FILE, OLD_TEXT, 'after')],
    instead: guarded,
  },
  {
    id: 'below',
    title: 'guard from a subfolder',
    about: TO_DENY,
    limit: NEVER,
    hooks: on('PreToolUse', DENY, 'Bash'),
    owner: 'project',
    below: true,
    plays: once,
    instead: guarded,
  },
  {
    id: 'killed',
    title: 'engine killed',
    about: null,
    limit: /killed|out of time|time limit|takes longer/,
    hooks: on('PreToolUse', 'kill -9 $PPID', 'Bash'),
    plays: once,
    instead: ({ files, asked }) => {
      if (files[NEW_FILE] !== undefined) return RAN;
      return asked.includes('PreToolUse') ? null : UNASKED;
    },
  },
];

/** What else hooks may say that a host must do something about. */
export const FURTHER: readonly Case[] = [
  {
    id: 'prompt-deny',
    title: 'block of a prompt',
    about: { event: 'UserPromptSubmit', ability: 'deny' },
    limit: /\bUserPromptSubmit\b/,
    hooks: on('UserPromptSubmit', DENY),
    plays: silently,
    instead: unsent,
  },
  {
    id: 'prompt-stop',
    title: '`continue: false` at a prompt',
    about: { event: 'UserPromptSubmit', ability: 'stop' },
    limit: /\bUserPromptSubmit\b/,
    hooks: on('UserPromptSubmit', says(STOP)),
    plays: silently,
    instead: unsent,
  },
  {
    id: 'call-stop',
    title: '`continue: false` before a tool',
    about: { event: 'PreToolUse', ability: 'stop' },
    limit: NEVER,
    hooks: on('PreToolUse', says(STOP), 'Bash'),
    plays: once,
    // In Claude Code the call still runs.
    instead: ({ files, requests }) => {
      if (requests === 1) return null;
      return `the call ${files[NEW_FILE] === undefined ? 'did not run' : 'ran'}, and the turn went on`;
    },
  },
  {
    ...context('PreToolUse', 'context before a tool', once),
    limit: /[Cc]ontext of PreToolUse/,
  },
  {
    id: 'updated-output',
    title: 'rewritten result',
    about: { event: 'PostToolUse', ability: 'updatedOutput' },
    limit: NEVER,
    hooks: on('PostToolUse', says(specific('PostToolUse', { updatedToolOutput: RESULT })), 'Bash'),
    plays: once,
    instead: toldOf('PostToolUse'),
  },
  {
    id: 'result-stop',
    title: '`continue: false` after a tool',
    about: { event: 'PostToolUse', ability: 'stop' },
    limit: /\bPostToolUse\b/,
    hooks: on('PostToolUse', says(STOP), 'Bash'),
    plays: once,
    instead: ({ requests, told }) => {
      if (requests === 1) return null;
      return told.length > 0 ? 'the model is told, and the turn went on' : 'the turn went on';
    },
  },
  { ...context('Stop', 'context at the end of a turn', silently), inOrder: true, instead: wentOn },
  {
    id: 'stop-stop',
    title: '`continue: false` at the end of a turn',
    about: { event: 'Stop', ability: 'stop' },
    limit: /\bStop\b/,
    hooks: on('Stop', says({ ...STOP, decision: 'block', reason: WORDS })),
    plays: silently,
    instead: ({ told, asked }) => {
      if (told.length > 0) return 'the agent went on';
      return asked.includes('Stop') ? null : UNASKED;
    },
  },
];

/** The same calls without a word of any hook: they must all be made, or nothing that was not seen elsewhere means anything. */
export const CONTROL: Case = {
  id: 'control',
  title: 'without a word of hooks',
  about: null,
  limit: NEVER,
  hooks: {},
  inOrder: true,
  plays: (tools) => [
    [tools.shell(RUN)],
    [tools.write(NEW_FILE, 'ran')],
    tools.edit(OLD_FILE, OLD_TEXT, 'after'),
  ],
  instead: ({ files }) =>
    files[NEW_FILE] === 'ran' || files[OLD_FILE] === 'after' ? null : 'the model’s call was not made',
};

export const ALL_CASES: readonly Case[] = [CONTROL, ...CASES, ...FURTHER];

// Rules about what a hook reads: variables and input fields.
import { COMMON_FIELDS, EVENT_NAMES, eventRow } from '../../events/index.js';
import type { Finding } from '../finding.js';
import type { Part } from '../parts.js';
import { type Seen, seenOf } from '../reading/seen.js';
import { atPart, type Subject } from '../subject.js';

/** Variables people expect, and the input field that has what they want. */
export const NEVER_SET: Readonly<Record<string, string>> = {
  ARGUMENTS: '.tool_input',
  CLAUDE_AGENT_NAME: '.agent_type',
  CLAUDE_COMMAND: '.tool_input.command',
  CLAUDE_EVENT: '.hook_event_name',
  CLAUDE_FILE_PATH: '.tool_input.file_path',
  CLAUDE_FILE_PATHS: '.tool_input.file_path',
  CLAUDE_HOOK_EVENT: '.hook_event_name',
  CLAUDE_NOTIFICATION: '.message',
  CLAUDE_PROMPT: '.prompt',
  CLAUDE_SESSION_ID: '.session_id',
  CLAUDE_TOOL_ARGS: '.tool_input',
  CLAUDE_TOOL_COMMAND: '.tool_input.command',
  CLAUDE_TOOL_FILE_PATH: '.tool_input.file_path',
  CLAUDE_TOOL_INPUT: '.tool_input',
  CLAUDE_TOOL_INPUT_COMMAND: '.tool_input.command',
  CLAUDE_TOOL_INPUT_FILE_PATH: '.tool_input.file_path',
  CLAUDE_TOOL_NAME: '.tool_name',
  CLAUDE_TOOL_OUTPUT: '.tool_response',
  CLAUDE_TOOL_RESULT: '.tool_response',
  CLAUDE_TRANSCRIPT_PATH: '.transcript_path',
  CLAUDE_USER_PROMPT: '.prompt',
  FILE_PATH: '.tool_input.file_path',
  HOOK_EVENT_NAME: '.hook_event_name',
  SESSION_ID: '.session_id',
  STDIN_JSON: '.',
  TOOL_ARGS: '.tool_input',
  TOOL_INPUT: '.tool_input',
  TOOL_INPUT_FILE_PATH: '.tool_input.file_path',
  TOOL_NAME: '.tool_name',
  TOOL_OUTPUT: '.tool_response',
  TOOL_RESULT: '.tool_response',
  USER_PROMPT: '.prompt',
  filePath: '.tool_input.file_path',
};

/** Input fields people expect, and the one that is sent. `spelled`: where both spellings are sent it is right. */
const NEVER_SENT: Readonly<Record<string, { readonly field: string; readonly spelled?: true }>> = {
  agent_name: { field: 'agent_type' },
  event_name: { field: 'hook_event_name' },
  sessionId: { field: 'session_id' },
  stopHookActive: { field: 'stop_hook_active' },
  toolInput: { field: 'tool_input' },
  toolName: { field: 'tool_name' },
  toolResult: { field: 'tool_response' },
  tool_args: { field: 'tool_input' },
  tool_output: { field: 'tool_response' },
  tool_parameters: { field: 'tool_input' },
  tool_params: { field: 'tool_input' },
  tool_result: { field: 'tool_response', spelled: true },
  transcriptPath: { field: 'transcript_path' },
  userPrompt: { field: 'prompt' },
  user_message: { field: 'prompt' },
  user_prompt: { field: 'prompt', spelled: true },
};

/** Variables that are never set, placeholders nobody fills in, fields that are never sent. */
export function inputFindings(subject: Subject): readonly Finding[] {
  return subject.parts.flatMap((part) => [
    ...variables(subject, part),
    ...placeholders(subject, part),
    ...fields(subject, part),
  ]);
}

function variables(subject: Subject, part: Part): readonly Finding[] {
  // A sourced file may set it, and text that is executed as well.
  if (part.open || seenOf(part.reading, 'evaluated').some(({ what }) => what.startsWith('eval '))) return [];
  const assigned = new Set(
    subject.parts.flatMap(({ reading }) => seenOf(reading, 'assigned').map(({ name }) => name)),
  );
  const readInto = part.reading.code.match(/\bread\b[^\n;|&]*/g)?.join(' ') ?? '';
  return firstOfEach(seenOf(part.reading, 'variable')).flatMap((variable): Finding[] => {
    const { name, at, hasDefault } = variable;
    const instead = Object.hasOwn(NEVER_SET, name) ? NEVER_SET[name] : undefined;
    if (instead === undefined || assigned.has(name) || name in subject.settingsEnv) return [];
    if (new RegExp(`\\b${name}\\b`).test(readInto)) return [];
    const message = `$${name} is never set, so it is always empty${hasDefault ? ' and the default is used each time' : ''}`;
    const finding = atPart(subject, part, at, 'variable-never-set', message, insteadOf(name, instead));
    return [hasDefault ? { ...finding, severity: 'info' } : finding];
  });
}

function insteadOf(name: string, field: string): string {
  if (name === 'STDIN_JSON') return 'Read stdin itself: input=$(cat).';
  if (name === 'CLAUDE_SESSION_ID') return "Use $CLAUDE_CODE_SESSION_ID, or from stdin: jq -r '.session_id'.";
  return `Read it from stdin: jq -r '${field} // empty'.`;
}

function placeholders(subject: Subject, part: Part): readonly Finding[] {
  const match = /\{\{\s*([\w.]+)\s*\}\}/.exec(part.role === 'command' ? part.reading.code : '');
  const name = match?.[1] ?? '';
  const row = subject.row.fields;
  if (match === null || !(name.startsWith('tool_') || Object.hasOwn(row, name))) return [];
  const message = `${match[0]} is not filled in; the command gets it as it stands`;
  return [
    atPart(
      subject,
      part,
      match.index,
      'placeholder-never-filled',
      message,
      `Read it from stdin: jq -r '.${name} // empty'.`,
    ),
  ];
}

function fields(subject: Subject, part: Part): readonly Finding[] {
  const { reading } = part;
  // What a file beside the script calls "input" is the event only where it reads the event.
  if (part.role === 'helper' && seenOf(reading, 'stdin').length === 0) return [];
  const names = new Set(seenOf(reading, 'field').map(({ name }) => name));
  // A transcript has its own fields, tool_result among them.
  const readsTranscript = /transcript/.test(reading.code);
  const toldApart = names.has('hook_event_name') || names.has('hookEventName');
  const ofEvent = seenOf(reading, 'field').filter((field) => field.ofEvent !== 'no');
  const required = new Set(
    ofEvent.filter((field) => !field.optional && field.ofEvent === 'surely').map(({ name }) => name),
  );
  return firstOfEach(ofEvent).flatMap(({ name, at }): Finding[] => {
    const wrong = Object.hasOwn(NEVER_SENT, name) ? NEVER_SENT[name] : undefined;
    if (wrong !== undefined) {
      if (names.has(wrong.field) || readsTranscript) return [];
      if (wrong.spelled === true && subject.profile.bothSpellings) return [];
      const isSent = isSentHere(subject, wrong.field);
      const meant = isSent ? `; what is meant is "${wrong.field}"` : '';
      const hint = isSent
        ? `Read "${wrong.field}".`
        : `${subject.hook.event} has nothing of the kind; other events send it as "${wrong.field}".`;
      return [
        atPart(subject, part, at, 'field-never-sent', `The input has no field "${name}"${meant}`, hint),
      ];
    }
    if (toldApart || !required.has(name) || !OF_EVENTS.has(name) || isSentHere(subject, name)) return [];
    const message = `${subject.hook.event} has no field "${name}", so it is always empty here`;
    return [atPart(subject, part, at, 'field-of-other-event', message)];
  });
}

/** Fields that only some events have. */
const OF_EVENTS: ReadonlySet<string> = new Set(
  EVENT_NAMES.flatMap((name) => Object.keys(eventRow(name).fields)),
);

const isSentHere = ({ row }: Subject, name: string): boolean =>
  Object.hasOwn(row.fields, name) || Object.hasOwn(COMMON_FIELDS, name);

function firstOfEach<T extends Seen & { readonly name: string }>(seen: readonly T[]): readonly T[] {
  const known = new Set<string>();
  return seen.filter(({ name }) => !known.has(name) && known.add(name).size > 0);
}

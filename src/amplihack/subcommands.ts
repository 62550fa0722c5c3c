// The names of the executable's subcommands and the event each one is for.
import type { EventName } from './input/parse.js';

export interface Subcommand {
  readonly name: HandlerName;
  readonly event: EventName;
  readonly aliases: readonly string[];
}

export type HandlerName =
  | 'session-start'
  | 'stop'
  | 'pre-tool-use'
  | 'post-tool-use'
  | 'workflow-classification-reminder'
  | 'user-prompt-submit'
  | 'pre-compact'
  | 'session-stop';

export const SUBCOMMANDS: readonly Subcommand[] = [
  { name: 'session-start', event: 'SessionStart', aliases: [] },
  { name: 'stop', event: 'Stop', aliases: ['agentStop'] },
  { name: 'pre-tool-use', event: 'PreToolUse', aliases: [] },
  { name: 'post-tool-use', event: 'PostToolUse', aliases: [] },
  { name: 'workflow-classification-reminder', event: 'UserPromptSubmit', aliases: [] },
  { name: 'user-prompt-submit', event: 'UserPromptSubmit', aliases: ['user-prompt'] },
  { name: 'pre-compact', event: 'PreCompact', aliases: [] },
  {
    name: 'session-stop',
    event: 'SessionStop',
    aliases: ['session-end', 'session-stop-event', 'sessionEnd'],
  },
];

export const findSubcommand = (word: string): Subcommand | null =>
  SUBCOMMANDS.find(({ name, aliases }) => name === word || aliases.includes(word)) ?? null;

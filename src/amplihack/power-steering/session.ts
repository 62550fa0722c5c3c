// A transcript, read for what was done in it.

import { isRecord } from '../../text/index.js';
import { isBlank } from '../context.js';
import { messageOf, turnsOf } from '../transcript.js';

export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `null`: no result is in the transcript. */
  readonly succeeded: boolean | null;
}

export interface Work {
  /** In order. */
  readonly tools: readonly ToolUse[];
  readonly lastAssistantText: string;
  /** No tool was used, and more than half of what the user said asks something. */
  readonly isOnlyQuestions: boolean;
}

export function readSession(lines: readonly unknown[]): Work {
  const blocks = lines.flatMap((line) => {
    const content = messageOf(line)?.content;
    return Array.isArray(content) ? content.filter(isRecord) : [];
  });
  const results = new Map(
    blocks
      .filter(({ type }) => type === 'tool_result')
      .map((block) => [block['tool_use_id'], block['is_error'] !== true]),
  );
  const tools = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      name: typeof name === 'string' ? name.toLowerCase() : '',
      input: isRecord(input) ? input : {},
      succeeded: results.get(id) ?? null,
    }));
  const turns = turnsOf(lines);
  const users = turns.filter(({ role, text }) => role === 'user' && !isBlank(text));
  const questions = users.filter(({ text }) => text.includes('?'));
  return {
    tools,
    lastAssistantText: turns.findLast(({ role }) => role === 'assistant')?.text ?? '',
    isOnlyQuestions: tools.length === 0 && questions.length * 2 > users.length,
  };
}

// After a tool call: one line of metrics, with a warning where a file operation went wrong.

import { isRecord } from '../../text/index.js';
import type { Context, Reply } from '../context.js';
import type { InputOf } from '../input/parse.js';
import { categoryOf, record } from '../metrics.js';

export function postToolUse(input: InputOf<'PostToolUse'>, context: Context): Reply {
  const { toolName: tool, sessionId } = input;
  record(context, { hook: 'post_tool_use', tool, sessionId, warning: warningOf(input) });
  return {};
}

function warningOf({ toolName, toolResult }: InputOf<'PostToolUse'>): string | null {
  if (categoryOf(toolName) !== 'file_operations' || !isRecord(toolResult)) return null;
  const { error, success, message } = toolResult;
  if (typeof error === 'string') return `${toolName} error: ${error}`;
  if (success !== false) return null;
  return `${toolName} failed: ${typeof message === 'string' ? message : 'unknown error'}`;
}

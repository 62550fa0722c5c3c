// One line a tool call: which tool, of which kind. No text of a tool call reaches a file.

import { Outside } from '../files/index.js';
import { type Context, epochSeconds, runtime } from './context.js';
import { appendLineWithin } from './files/append.js';

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  bash_commands: ['bash', 'terminal'],
  file_operations: ['write', 'edit', 'multiedit', 'create'],
  search_operations: ['read', 'view', 'glob', 'grep', 'search'],
};

export function categoryOf(tool: string): string {
  const name = tool.toLowerCase();
  return Object.keys(CATEGORIES).find((category) => CATEGORIES[category]?.includes(name)) ?? 'other';
}

export interface Metric {
  readonly hook: 'pre_tool_use' | 'post_tool_use';
  readonly tool: string;
  readonly sessionId: string | null;
  readonly warning: string | null;
}

/** Metrics never stand in the way: a line that cannot be written is left out. */
export function record(context: Context, { hook, tool, sessionId, warning }: Metric): void {
  try {
    appendLineWithin(context.root, runtime(context, 'metrics', `${hook}_metrics.jsonl`), {
      timestamp: String(epochSeconds(context)),
      tool_name: tool,
      category: categoryOf(tool),
      ...(sessionId === null ? {} : { session_id: sessionId }),
      ...(warning === null ? {} : { warning }),
      hook,
    });
  } catch (error) {
    // What a repository has arranged is told all the same.
    if (error instanceof Outside) context.warn(`${error.message}; no metrics are written`);
  }
}

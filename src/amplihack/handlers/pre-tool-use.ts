// Before a tool call: denies commands that destroy the place they run in or get around git's safeguards.

import { isRecord } from '../../text/index.js';
import { type Context, home, type Reply } from '../context.js';
import { deletesIn, deletesWorkingDirectory, expandingDelete } from '../guard/deletes.js';
import { gitRules, isGitCommand } from '../guard/git-rules.js';
import { movesWorkingDirectory } from '../guard/moves.js';
import { segmentsOf } from '../guard/shell-words.js';
import { riskyText } from '../guard/text-rules.js';
import { WorkingDirectory } from '../guard/working-directory.js';
import type { InputOf } from '../input/parse.js';
import { record } from '../metrics.js';

export async function preToolUse(input: InputOf<'PreToolUse'>, context: Context): Promise<Reply> {
  const { toolName, sessionId } = input;
  // The decision comes first; nothing about the metrics may change it.
  const problem = await problemOf(input, context);
  record(context, { hook: 'pre_tool_use', tool: toolName, sessionId, warning: null });
  return problem === null ? {} : denial(problem);
}

export const denial = (message: string): Reply => ({
  block: true,
  message,
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: message,
  },
});

/** The first rule that is hit decides. */
async function problemOf(
  { toolName, toolInput }: InputOf<'PreToolUse'>,
  context: Context,
): Promise<string | null> {
  const tool = toolName.toLowerCase();
  if (tool === 'skill') {
    const { agentAsSkill } = await import('../seldom.js');
    return agentAsSkill(toolInput, context);
  }
  const command = tool === 'bash' && isRecord(toolInput) ? toolInput['command'] : null;
  if (typeof command !== 'string' || command === '') return null;
  return (
    riskyText(command, await switches(context)) ??
    pathRules(command, context) ??
    (isGitCommand(command) ? gitRules(command, context) : null)
  );
}

/** The switches of the text rules, which a repository cannot turn. */
const XPIA = ['XPIA_ENABLED', 'XPIA_BLOCK_CRITICAL', 'XPIA_BLOCK_HIGH_RISK'];

/** The environment without switches that the repository set. Whose one is, is looked up only where there is one. */
async function switches(context: Context): Promise<Context['env']> {
  if (XPIA.every((name) => context.env[name] === undefined)) return context.env;
  const { ownVariables } = await import('../seldom.js');
  return ownVariables(context, ...XPIA);
}

function pathRules(command: string, context: Context): string | null {
  const directory = new WorkingDirectory({ root: context.root, home: home(context) });
  const segments = segmentsOf(command);
  const deletes = deletesIn(segments);
  return (
    expandingDelete(deletes) ??
    deletesWorkingDirectory(deletes, directory) ??
    movesWorkingDirectory(segments, directory)
  );
}

// At a new topic: reminds the model to sort the request before it acts.

import { isRecord } from '../../text/index.js';
import { type Context, fileNameOf, isBlank, type Reply, runtime } from '../context.js';
import { replaceInProject, textInProject } from '../files/project.js';
import { readShared } from '../files/shared.js';
import { hasWholeWord } from '../guard/whole-word.js';
import type { Extra, InputOf } from '../input/parse.js';
import { promptOf, startsWithDev } from '../session/prompt.js';

const ROUTING = `## Classify this request before acting

Decide which of these it is, say so in one line, then go on:
- **DEV**: code, configuration or documents are to be written or changed.
- **INVESTIGATE**: something is to be understood, found or analysed.
- **HYBRID**: first investigate, then change.
- **Q&A**: a question that can be answered right away.
- **OPS**: a command to run, a service to start, files to tidy.

DEV, INVESTIGATE and HYBRID go to the \`dev-orchestrator\` skill. Q&A and OPS are answered directly.`;

const NEW_TOPIC =
  /now let's|next i want|switching to|different question|different topic|new task|moving on to/;
const FOLLOW_UP =
  /also|and|what about|additionally|furthermore|i meant|to clarify|how's it going|what's the status|what's the progress/g;
/** So many turns after a reminder there is no other, unless the words ask for it. */
const QUIET_TURNS = 3;

export function workflowClassificationReminder(input: InputOf<'UserPromptSubmit'>, context: Context): Reply {
  const prompt = promptOf(input);
  const sessionId = input.sessionId ?? 'unknown-session';
  const turn = turnOf(input.extra);
  const state = runtime(context, 'classification_state', `${fileNameOf(sessionId)}.json`);
  if (prompt === null || !isNewTopic(prompt, turn, () => storedTurn(context, state))) return {};
  try {
    replaceInProject(context, state, JSON.stringify({ last_classified_turn: turn, session_id: sessionId }));
  } catch {
    context.warn('workflow-classification-reminder: the turn could not be remembered');
  }
  const text = readShared(context, '.claude/tools/amplihack/hooks/templates/routing_prompt.txt') ?? ROUTING;
  return isBlank(text)
    ? {}
    : { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: text } };
}

function turnOf({ turnCount, turn_count }: Extra): number {
  return [turnCount, turn_count].find(isCount) ?? 0;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** The first rule that applies decides. */
function isNewTopic(prompt: string, turn: number, lastTurn: () => number | null): boolean {
  if (startsWithDev(prompt)) return false;
  if (turn <= 1) return true;
  const text = prompt.trim().toLowerCase().replaceAll('’', "'");
  if (NEW_TOPIC.test(text)) return true;
  if (hasWholeWord(text.split(/\s+/, 3).join(' '), FOLLOW_UP)) return false;
  const last = lastTurn();
  return last === null || last > turn || turn - last > QUIET_TURNS;
}

function storedTurn(context: Context, state: string): number | null {
  try {
    const value: unknown = JSON.parse(textInProject(context, state) ?? '');
    const turn = isRecord(value) ? value['last_classified_turn'] : null;
    return isCount(turn) ? turn : null;
  } catch {
    return null;
  }
}

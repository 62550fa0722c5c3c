// With each prompt: the user's preferences, what its agents remember, and a note about the development command.
import type { Context, Reply } from '../context.js';
import type { InputOf } from '../input/parse.js';
import { recall } from '../memory/recall.js';
import { hasLearnedPatterns, preferencesIn, readPreferences } from '../session/preferences.js';
import { asksForDev, promptOf } from '../session/prompt.js';

const DEV = '/dev workflow detected: start with the `dev-orchestrator` skill and follow it to its end.';

export function userPromptSubmit(input: InputOf<'UserPromptSubmit'>, context: Context): Reply {
  const prompt = promptOf(input);
  if (prompt === null) return {};
  const parts = [
    ...preferences(context),
    ...(input.sessionId === null ? [] : recall(context, input.sessionId, prompt)),
    ...(asksForDev(prompt) ? [DEV] : []),
  ];
  return parts.length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: parts.join('\n\n') } };
}

function preferences(context: Context): readonly string[] {
  const text = readPreferences(context);
  if (text === null) return [];
  const lines = preferencesIn(text).map(({ key, value }) => `- **${key}**: ${value}`);
  return [
    ...(lines.length === 0 ? [] : [['## User Preferences', ...lines].join('\n')]),
    ...(hasLearnedPatterns(text) ? ['Has Learned Patterns: Yes'] : []),
  ];
}

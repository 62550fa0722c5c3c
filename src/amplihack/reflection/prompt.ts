// The prompt for a reflection: a template with the session filled in.
import type { Context } from '../context.js';
import { readShared } from '../files/shared.js';
import { git } from '../git.js';
import { readPreferences } from '../session/preferences.js';
import type { Turn } from '../transcript.js';

const MAX_MESSAGE = 500;
const MAX_SUMMARY = 5000;

const TEMPLATE = `Look back on the session below and say what could have gone better.

## User preferences
{user_preferences_context}

## Repository
{repository_context}
Problems of the tooling itself belong to {amplihack_repo_uri}.

## Conversation ({message_count} messages)
{conversation_summary}

## Redirections by the user
{redirects_context}

Answer with this outline and nothing else; answer with nothing at all if there is nothing worth saying:

{template}
`;

const OUTLINE = `# Feedback Summary

## What went well

## What went wrong, and why

## What to change next time
`;

export async function reflectionPrompt(context: Context, turns: readonly Turn[]): Promise<string> {
  const template =
    readShared(context, '.claude/tools/amplihack/hooks/templates/reflection_prompt.txt') ?? TEMPLATE;
  const remote = (await git(context, 'remote', 'get-url', 'origin'))?.trim() ?? '';
  const values: Readonly<Record<string, string>> = {
    user_preferences_context: readPreferences(context)?.trim() ?? 'None are recorded.',
    repository_context: remote === '' ? 'The address of the repository is not available.' : remote,
    amplihack_repo_uri: 'https://github.com/rysweet/amplihack',
    message_count: String(turns.length),
    conversation_summary: summary(turns),
    redirects_context: 'None are recorded.',
    template: readShared(context, '.claude/templates/FEEDBACK_SUMMARY.md') ?? OUTLINE,
  };
  // In one pass: what is filled in may itself contain braces.
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  );
}

function summary(turns: readonly Turn[]): string {
  const lines: string[] = [];
  let room = MAX_SUMMARY;
  for (const { role, text } of turns) {
    if (room <= 0) break;
    const line = cut(`${role}: ${cut(text, MAX_MESSAGE)}`, room);
    lines.push(line);
    room -= [...line].length + 1;
  }
  const left = turns.length - lines.length;
  return [...lines, ...(left > 0 ? [`(${left} more messages are left out)`] : [])].join('\n');
}

/** On a character boundary. */
function cut(text: string, characters: number): string {
  const all = [...text.slice(0, 2 * characters)];
  return all.length <= characters ? text.slice(0, 2 * characters) : all.slice(0, characters).join('');
}

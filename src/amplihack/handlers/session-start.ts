// At the start of a session: what the model should know about the request, the project and this installation.
import { join } from 'node:path';
import { VERSION } from '../../version.js';
import { type Context, isBlank, type Reply } from '../context.js';
import { textInProject } from '../files/project.js';
import type { InputOf } from '../input/parse.js';
import { cleanUp } from '../registrations/clean-up.js';
import { keepRequest, originalRequest, requestContext } from '../session/original-request.js';
import { readPreferences } from '../session/preferences.js';

const WORKFLOW = `## Default Workflow

For any work that is more than a question or a small change, follow the \`default-workflow\` skill.
- Start development and investigation with the \`dev-orchestrator\` skill.
- From a shell, the same starts with \`amplihack recipe run smart-orchestrator\`.`;

export function sessionStart(input: InputOf<'SessionStart'>, context: Context): Reply {
  const parts = [
    () => request(input, context),
    () => titled('## Project Context', firstNotBlank(context, 'PROJECT.md', '.claude/context/PROJECT.md')),
    () => titled('## Recent Learnings', firstNotBlank(context, 'DISCOVERIES.md')),
    () => readPreferences(context),
    () => WORKFLOW,
    () => versionNotice(context),
    () => cleanUp(context),
  ];
  const texts = parts.map((part) => attempt(part, context)?.trim() ?? '').filter((text) => text !== '');
  return {
    hookSpecificOutput: {
      hookEventName: 'SessionStart',
      additionalContext: texts.join('\n\n'),
      indexing_status: 'complete',
    },
  };
}

/** A part that fails is left out; the others are not. */
function attempt(part: () => string | null, context: Context): string | null {
  try {
    return part();
  } catch {
    context.warn('session-start: a part of the context could not be made and is left out');
    return null;
  }
}

function request({ extra, sessionId }: InputOf<'SessionStart'>, context: Context): string | null {
  const { prompt } = extra;
  const found = typeof prompt === 'string' ? originalRequest(prompt) : null;
  if (found === null) return null;
  try {
    keepRequest(context, sessionId ?? 'session-start', found);
  } catch {
    context.warn('session-start: the original request could not be written to a file');
  }
  return requestContext(found);
}

const titled = (title: string, text: string | null): string | null =>
  text === null ? null : `${title}\n\n${text.trim()}`;

function firstNotBlank(context: Context, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textInProject(context, join(context.root, name));
    if (text !== null && !isBlank(text)) return text;
  }
  return null;
}

function versionNotice(context: Context): string | null {
  const stamped = textInProject(context, join(context.root, '.claude', '.version'))?.trim() ?? '';
  const given = context.env['AMPLIHACK_VERSION']?.trim() ?? '';
  const own = given === '' ? VERSION : given;
  return stamped === '' || stamped === own
    ? null
    : `## Version mismatch\n\nThis project was set up with version ${stamped}, but version ${own} is installed. Run \`amplihack update\` to bring them together.`;
}

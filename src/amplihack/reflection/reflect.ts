// Reflection: off by default; then another program looks back on the session, and its findings are shown once.
import { join } from 'node:path';
import { isRecord } from '../../text/index.js';
import {
  type Context,
  epochSeconds,
  fileNameOf,
  HookError,
  isBlank,
  isYes,
  type Reply,
  runtime,
} from '../context.js';
import { isInProject, removeFromProject, replaceInProject, textInProject } from '../files/project.js';
import { isOwnFile } from '../own/file.js';
import { ownVariables } from '../own/variable.js';
import { output } from '../program.js';
import { readTurns } from '../transcript.js';
import { reflectionPrompt } from './prompt.js';

export interface Session {
  readonly sessionId: string;
  readonly transcriptPath: string | null;
}

/** Print mode, no tools, no session left behind. */
const ARGUMENTS = ['-p', '--tools', '', '--no-session-persistence'];
/** What decides about it, and a repository cannot set. */
const VARIABLES = ['AMPLIHACK_ENABLE_REFLECTION', 'AMPLIHACK_REFLECTION_BINARY', 'AMPLIHACK_AGENT_BINARY'];
const AGENTS = new Set(['claude', 'codex', 'copilot', 'amplifier']);

/** A reply: there are findings; `null`: no objection. Throws where the program fails. */
export async function reflection(context: Context, session: Session): Promise<Reply | null> {
  const env = await ownVariables(context, ...VARIABLES);
  if (!(await isOn(context, env))) return null;
  const id = fileNameOf(session.sessionId);
  const presented = runtime(context, 'reflection', `.reflection_presented_${id}`);
  if (isInProject(context, presented)) {
    removeFromProject(context, presented);
    return null;
  }
  const turns = readTurns(context, session.transcriptPath) ?? [];
  const findings = await output(context, {
    program: programOf(env),
    args: ARGUMENTS,
    env: { ...env, CLAUDECODE: undefined, AMPLIHACK_SKIP_REFLECTION: '1' },
    stdin: await reflectionPrompt(context, turns),
    limitMs: context.limits.reflection,
  });
  if (findings === null) throw new HookError('the program that reflects is missing, failed or took too long');
  if (isBlank(findings)) return null;
  // First the mark: without it the same session would be held back at every stop.
  replaceInProject(context, presented, '');
  keep(context, id, findings);
  return {
    decision: 'block',
    reason: `Reflection on this session found the following. Review it, tell the user what matters, and act on what you agree with.\n\n${findings.trim()}`,
  };
}

async function isOn(context: Context, env: Context['env']): Promise<boolean> {
  if ((env['AMPLIHACK_SKIP_REFLECTION'] ?? '') !== '') return false;
  if (!isYes(env['AMPLIHACK_ENABLE_REFLECTION'] ?? '') && !(await isConfigured(context))) return false;
  return !isInProject(context, runtime(context, 'reflection', '.reflection_lock'));
}

async function isConfigured(context: Context): Promise<boolean> {
  const file = join(context.root, '.claude', 'tools', 'amplihack', '.reflection_config');
  try {
    const text = (await isOwnFile(context, file)) ? textInProject(context, file) : null;
    const config: unknown = text === null ? null : JSON.parse(text);
    return isRecord(config) && config['enabled'] === true;
  } catch {
    return false;
  }
}

function programOf(env: Context['env']): string {
  const given = env['AMPLIHACK_REFLECTION_BINARY'] ?? '';
  if (!isBlank(given)) return given;
  const agent = env['AMPLIHACK_AGENT_BINARY'] ?? '';
  return AGENTS.has(agent) ? agent : 'claude';
}

/** The findings are shown even where they cannot be kept. */
function keep(context: Context, id: string, findings: string): void {
  const files = [
    runtime(context, 'logs', id, 'FEEDBACK_SUMMARY.md'),
    runtime(context, 'reflection', `reflection_${id}_${epochSeconds(context)}.md`),
    runtime(context, 'reflection', 'current_findings.md'),
  ];
  for (const file of files) {
    try {
      replaceInProject(context, file, findings);
    } catch {
      context.warn('stop: the findings of the reflection could not be written to a file');
    }
  }
}

// The user's first request, kept where a later turn can find it again.
import { type Context, epochSeconds, fileNameOf, runtime } from '../context.js';
import { replaceInProject } from '../files/project.js';

const SUBSTANTIAL = /implement|create|build|add|fix|update|all|every|each|complete|comprehensive/i;
const REQUIREMENT = /all|every|each|complete|comprehensive/i;
const CONSTRAINT = /do not|don['’]t|must not|without|avoid|exclude|never/i;
const SUCCESS = /ensure|verify|pass|success/i;

export interface OriginalRequest {
  readonly target: string;
  readonly prompt: string;
  readonly requirements: readonly string[];
  readonly constraints: readonly string[];
  readonly successCriteria: readonly string[];
}

/** `null`: too little to be worth keeping. */
export function originalRequest(prompt: string): OriginalRequest | null {
  const trimmed = prompt.trim();
  if (Buffer.byteLength(trimmed) <= 20 && !SUBSTANTIAL.test(trimmed)) return null;
  const pieces = trimmed
    .split(/[\n\r.!?]+/)
    .map((piece) => piece.trim())
    .filter((piece) => Buffer.byteLength(piece) > 10);
  const unique = [...new Set(pieces)];
  return {
    target: pieces[0] ?? trimmed,
    prompt,
    requirements: unique.filter((piece) => REQUIREMENT.test(piece)),
    constraints: unique.filter((piece) => CONSTRAINT.test(piece)),
    successCriteria: unique.filter((piece) => SUCCESS.test(piece)),
  };
}

/** Throws where the files cannot be written. */
export function keepRequest(context: Context, sessionId: string, request: OriginalRequest): void {
  const timestamp = epochSeconds(context);
  const file = (name: string): string => runtime(context, 'logs', fileNameOf(sessionId), name);
  replaceInProject(
    context,
    file('ORIGINAL_REQUEST.md'),
    `# Original Request\n\nSession: ${sessionId}\nTimestamp: ${timestamp}\n\n${outline(request)}\n\n## Request as Written\n\n${request.prompt}\n`,
  );
  const kept = {
    session_id: sessionId,
    timestamp,
    target: request.target,
    raw_prompt: request.prompt,
    requirements: request.requirements,
    constraints: request.constraints,
    success_criteria: request.successCriteria,
  };
  replaceInProject(context, file('original_request.json'), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The same for the model. */
export const requestContext = (request: OriginalRequest): string =>
  `## ORIGINAL USER REQUEST\n\nKeep to this for the whole session.\n\n${outline(request)}`;

const outline = ({ target, requirements, constraints, successCriteria }: OriginalRequest): string =>
  [
    `**Target**: ${target}`,
    list('Requirements', requirements),
    list('Constraints', constraints),
    list('Success Criteria', successCriteria),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : [`**${title}**:`, ...items.map((item) => `- ${item}`)].join('\n');

// The host `droid`. Where it asks for permission it reads `hookSpecificOutput` and nothing beside it, and exit code 3 ends the run.
import type { Agent, AgentAnswer, Fields, Judged, Payload } from '../agents/agent.js';
import { given, inJson, lines, NO_SUCH_INPUT, readAsClaude, rewritten, untold } from '../agents/answering.js';
import { withResponse } from '../agents/response.js';
import { isRewritten, type Verdict, verdictOf } from '../agents/verdict.js';
import { DROID } from './facts.js';

export const droid: Agent = {
  facts: DROID,
  recognise: ({ fields, env }) => isOwnMode(fields) || isFactoryFile(fields) || isOwnEnvironment(fields, env),
  read: (payload) => withResponse(readAsClaude(DROID, payload), payload.fields['tool_response']),
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

/** Claude Code has no such modes. */
const isOwnMode = ({ permission_mode: mode }: Fields): boolean =>
  typeof mode === 'string' && /^(?:off|auto-(?:low|medium|high))$/.test(mode);

const isFactoryFile = ({ transcript_path: path }: Fields): boolean =>
  typeof path === 'string' && /[\\/]\.factory[\\/]sessions[\\/]/.test(path);

/** Its variables reach every program that it starts, other agents too; only of its own hooks they say the event. */
const isOwnEnvironment = ({ hook_event_name: event }: Fields, env: Payload['env']): boolean =>
  env['DROID_PROJECT_DIR'] !== undefined && event !== undefined && env['hook_event_name'] === event;

function answer(judged: Judged, verdict: Verdict): AgentAnswer {
  const said = saidTo(judged, verdict);
  // With exit code 2 all of stderr is the reason that the model reads.
  const stderr = said.exitCode === 0 ? lines(verdict.messages) : said.stderr;
  return { ...said, stderr, untold: untold(DROID, judged, verdict) };
}

type Said = Pick<AgentAnswer, 'exitCode' | 'stdout' | 'stderr'>;

function saidTo(judged: Judged, verdict: Verdict): Said {
  const { event } = judged;
  switch (event) {
    case 'PreToolUse':
      return inJson({ ...ending(verdict), ...specific(event, permission(judged, verdict)) });
    case 'PostToolUse':
      return afterTool(verdict);
    case 'Stop':
    case 'SubagentStop':
      return verdict.goesOn === null ? inJson({}) : inJson({ decision: 'block', reason: verdict.goesOn });
    default: {
      const why = verdict.denied ?? verdict.stops;
      return why === null ? inJson(specific(event, context(verdict))) : blocked(why);
    }
  }
}

/** `continue: false` ends the run there; the deny beside it is for the call alone. */
const ending = ({ stops }: Verdict): Fields => (stops === null ? {} : { continue: false, stopReason: stops });

function permission(judged: Judged, { denied, asks, stops, allows }: Verdict): Fields {
  const why = denied ?? stops ?? asks;
  if (why !== null) return denial(why);
  const input = rewritten(DROID, judged);
  if (input === null && isRewritten(judged.decisions)) return denial(NO_SUCH_INPUT);
  return { ...(allows ? { permissionDecision: 'allow' } : {}), ...given('updatedInput', input) };
}

const denial = (why: string): Fields => ({ permissionDecision: 'deny', permissionDecisionReason: why });

/** Feedback is heard by exit code 2, beside which no JSON is read: then all goes that way. */
function afterTool(verdict: Verdict): Said {
  const feedback = [...(verdict.denied === null ? [] : [verdict.denied]), ...verdict.feedback];
  const texts = [...feedback, ...verdict.context];
  if (verdict.stops === null && feedback.length > 0) return blocked(lines(texts));
  return inJson({ ...ending(verdict), ...specific('PostToolUse', given('additionalContext', lines(texts))) });
}

const blocked = (why: string): Said => ({ exitCode: 2, stdout: '', stderr: why });

const context = ({ context }: Verdict): Fields => given('additionalContext', lines(context));

const specific = (event: string, fields: Fields): Fields =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event, ...fields } };

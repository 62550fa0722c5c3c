// Runs prompt hooks: one question to a model, one verdict.
import type { Model, Outcome, Runner } from '../../nouns.js';
import type { Profile } from '../../profiles.js';
import { type Asking, noVerdict } from './asking.js';
import { type ModelOfSession, ModelRunner } from './model-runner.js';
import { ofWhatWasSeen, type Told, tell } from './request.js';
import { readVerdict, VERDICT_SCHEMA } from './verdict.js';

export interface PromptRunnerOptions {
  readonly profile: Profile;
  readonly model: Model | ModelOfSession;
}

/** Room for a model's reasoning, which counts, and a short verdict. */
const MOST_TOKENS = 4_096;

/** A runner for hooks of type `prompt`. */
export function createPromptRunner({ profile, model }: PromptRunnerOptions): Runner {
  return new ModelRunner('prompt', model, async (asking, task, handler) => {
    const told = await tell(task, handler, profile);
    return ofWhatWasSeen(await judge(asking, told), told.seen);
  });
}

async function judge(asking: Asking, { rules, text }: Told): Promise<Outcome> {
  const reply = await asking.ask({
    system: promptSystem(rules),
    messages: [{ role: 'user', text }],
    tools: [],
    toolChoice: 'none',
    schema: VERDICT_SCHEMA,
    maxTokens: MOST_TOKENS,
  });
  if ('over' in reply) return reply.over;
  if (reply.end === 'refused') return noVerdict('it refused to answer');
  const read = readVerdict(reply.text);
  if (read.ok) return { kind: 'judged', verdict: read.verdict };
  const { problem } = read;
  return noVerdict(reply.end === 'length' ? `its answer was cut off; ${problem}` : problem, reply.text);
}

/** What a model is told about its task. */
export const promptSystem = (rules: string): string => `${ROLE} ${rules} ${ANSWER}`;

const ROLE =
  'You judge one event in the work of a coding agent, for a hook that somebody configured. The user message holds the condition that the author of the hook wrote, and the data it is about.';

const ANSWER =
  'Answer with one JSON object and nothing else: {"ok": true or false, "reason": "why, in one or two sentences", "impossible": true or false}. ok says whether the condition holds. A reason is needed if ok is false: it is shown to the agent. impossible is true only if the condition can never be met, whatever the agent does next; otherwise false.';

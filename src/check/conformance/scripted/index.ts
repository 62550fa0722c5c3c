// What the hooks of a vector talk to beyond their scripts: a server, a model. Started fresh for each vector.
import type { HandlerType, ModelRequest, Runner } from '../../../nouns.js';
import { type ProfileName, profile } from '../../../profiles.js';
import { ScriptedModel, type ScriptedReply } from './model.js';
import { type HttpScript, type SeenRequest, startServer } from './server.js';

export { isModelScript, type ScriptedReply } from './model.js';
export { type HttpScript, isHttpScript, type SeenRequest } from './server.js';

/** What hooks asked the server and the model. */
export interface Talk {
  readonly requests: readonly SeenRequest[];
  readonly modelRequests: readonly ModelRequest[];
}

export interface Counterparts {
  /** Base URL of the server; `null`: there is none. */
  readonly url: string | null;
  /** Handler types whose counterpart is not scripted have none: nothing else is talked to. */
  readonly runners: Partial<Readonly<Record<HandlerType, Runner | null>>>;
  /** What was asked since this was called last. */
  take(): Talk;
  close(): Promise<void>;
}

const NOBODY = { http: null, mcp_tool: null, prompt: null, agent: null } as const;

export async function startCounterparts(
  http: HttpScript | null,
  replies: readonly ScriptedReply[] | null,
  profileName: ProfileName,
): Promise<Counterparts> {
  const server = http === null ? null : await startServer(http);
  const model = replies === null ? null : new ScriptedModel(replies);
  return {
    url: server?.url ?? null,
    runners: {
      ...NOBODY,
      ...(server === null ? {} : await httpRunner(profileName)),
      ...(model === null ? {} : await modelRunners(profileName, model)),
    },
    take: () => ({ requests: server?.take() ?? [], modelRequests: model?.take() ?? [] }),
    close: async () => server?.close(),
  };
}

async function httpRunner(name: ProfileName) {
  const { createHttpRunner } = await import('../../../run/http/runner.js');
  return { http: createHttpRunner({ profile: profile(name) }) };
}

async function modelRunners(name: ProfileName, model: ScriptedModel) {
  const { createPromptRunner } = await import('../../../run/prompt/runner.js');
  const { createAgentRunner } = await import('../../../run/agent/runner.js');
  const options = { profile: profile(name), model };
  return { prompt: createPromptRunner(options), agent: createAgentRunner(options) };
}

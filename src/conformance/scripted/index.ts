// What the hooks of a vector talk to beyond their scripts: a server, a model. Started fresh for each vector.
import { connect } from 'node:net';
import type { HandlerType, ModelRequest, Runner } from '../../nouns.js';
import { type ProfileName, profile } from '../../profiles.js';
import { ScriptedModel, type ScriptedReply } from './model.js';
import { type HttpScript, type SeenRequest, startServer } from './server.js';

export { type ScriptedReply, scriptedReply } from './model.js';
export { type HttpScript, httpScript, type SeenRequest } from './server.js';

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

/**
 * Who is reached. `scripted`: the server by its own address, and no MCP servers. `any`: whatever address an http hook
 * calls, the server answers; MCP servers are programs like the hooks themselves and run.
 */
export type Reach = 'scripted' | 'any';

const NOBODY = { http: null, mcp_tool: null, prompt: null, agent: null } as const;

const UNSCRIPTED = {
  http: silent('the test has no "http" that says what the server answers'),
  prompt: silent('the test has no "model" with replies for it'),
  agent: silent('the test has no "model" with replies for it'),
} as const;

/** Hooks of a type that the author forgot about fail, and say what is missing. */
function silent(why: string): Runner {
  return {
    run: ({ hook }) => Promise.resolve({ hook, outcome: { kind: 'refused', why }, durationMs: 0 }),
    close: () => Promise.resolve(),
  };
}

export async function startCounterparts(
  http: HttpScript | null,
  replies: readonly ScriptedReply[] | null,
  profileName: ProfileName,
  reach: Reach = 'scripted',
): Promise<Counterparts> {
  const server = http === null ? null : await startServer(http);
  const model = replies === null ? null : new ScriptedModel(replies);
  return {
    url: server?.url ?? null,
    runners: {
      ...(reach === 'any' ? UNSCRIPTED : NOBODY),
      ...(server === null ? {} : await httpRunner(profileName, reach === 'any' ? server.url : null)),
      ...(model === null ? {} : await modelRunners(profileName, model)),
    },
    take: () => ({ requests: server?.take() ?? [], modelRequests: model?.take() ?? [] }),
    close: async () => server?.close(),
  };
}

/** `instead`: where every connection goes, whatever the address of the hook. */
async function httpRunner(name: ProfileName, instead: string | null) {
  const { createHttpRunner } = await import('../../run/http/index.js');
  const options = { profile: profile(name) };
  if (instead === null) return { http: createHttpRunner(options) };
  const { hostname: host, port } = new URL(instead);
  const runner = createHttpRunner({
    ...options,
    // Names are not looked up: a test needs no network.
    resolve: () => Promise.resolve([{ address: host, family: 4 }]),
    connect: () => connect({ host, port: Number(port) }),
  });
  return { http: asTheUsers(runner) };
}

/** Whoever writes a test says which variables there are, and nobody but the test's server hears of them. */
const asTheUsers = (runner: Runner): Runner => ({
  run: async (task) => {
    const run = await runner.run({ ...task, hook: { ...task.hook, voice: 'user' } });
    return { ...run, hook: task.hook };
  },
  close: () => runner.close(),
});

async function modelRunners(name: ProfileName, model: ScriptedModel) {
  const { createPromptRunner } = await import('../../run/prompt/index.js');
  const { createAgentRunner } = await import('../../run/agent/index.js');
  const options = { profile: profile(name), model };
  return { prompt: createPromptRunner(options), agent: createAgentRunner(options) };
}

// What a hook that is no command would call: a server, a tool, a model. Calls nothing.

import type { Settled } from '../engine/index.js';
import { type KnownServers, knownServers, serverInWords } from '../engine/index.js';
import { type HookInput, renderStdin } from '../events/index.js';
import { describeModel, type ModelDescription } from '../models/index.js';
import type {
  CommandHandler,
  Generation,
  Hook,
  McpServer,
  McpToolHandler,
  ModelHandler,
  Task,
} from '../nouns.js';
import type { HttpExplanation } from '../run/http/index.js';
import { explainLaunch, type LaunchExplanation } from '../run/index.js';
import type { ReadyExplanation } from '../run/warm/index.js';
import { verdictInWords } from './merge.js';

export interface ToolExplanation {
  readonly kind: 'calls';
  readonly server: string;
  /** How it is started, or where it is. */
  readonly reached: string;
  /** What it is given beside that: its environment, or its headers; without secrets. */
  readonly given: readonly string[];
  /** Variables of the host that are filled in. */
  readonly variables: readonly string[];
  /** `null`: an option of the host. */
  readonly definedIn: { readonly file: string; readonly line: number | null } | null;
  readonly tool: string;
  /** With the fields of the event filled in. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ModelExplanation {
  readonly kind: 'asks';
  readonly model: ModelDescription;
  /** Why asking would fail; `null`: nothing is known to be in the way. */
  readonly fails: string | null;
  readonly request: { readonly system: string; readonly text: string };
  /** How much of the event it would be shown, where that is not all: then a "yes" is a failure. `null`: all of it. */
  readonly seen: { readonly shown: number; readonly whole: number } | null;
  /** What a "no" does. */
  readonly notOk: string;
  /** Whether an agent may run commands; `null`: it is no agent. */
  readonly commands: boolean | null;
}

/** `ready`: what waits for it once it ran often; absent in a host that keeps nothing ready. */
export type StartExplanation = Extract<LaunchExplanation, { kind: 'starts' }> & {
  readonly ready?: ReadyExplanation;
};

export type CallExplanation =
  | StartExplanation
  | Exclude<LaunchExplanation, { kind: 'starts' }>
  | HttpExplanation
  | ToolExplanation
  | ModelExplanation;

export interface Occasion {
  readonly generation: Generation;
  readonly settled: Settled;
  readonly input: HookInput;
}

/** Explains the hooks of one event; files are read once for all of them. */
export class Calls {
  readonly #around: Occasion;
  readonly #stdin: Uint8Array;
  #servers: KnownServers | null = null;

  constructor(around: Occasion) {
    const { profile } = around.settled;
    this.#around = around;
    this.#stdin = renderStdin(around.input, {
      bothSpellings: profile.bothSpellings,
      timestamp: profile.timestamp ? '(the time of the event)' : null,
    });
  }

  async of(hook: Hook, env: Task['env']): Promise<CallExplanation> {
    const { settled, generation } = this.#around;
    const { handler } = hook;
    if (settled.runners[handler.type] === null)
      return { kind: 'fails', why: `no runner for handler type "${handler.type}" is installed in this host` };
    switch (handler.type) {
      case 'command':
        return this.#start(hook, handler, env);
      case 'http': {
        const { explainHttp } = await import('../run/http/index.js');
        return explainHttp(handler, {
          env,
          http: generation.http,
          voice: hook.voice,
          profile: settled.profile,
          stdin: this.#stdin,
        });
      }
      case 'mcp_tool':
        return this.#tool(hook, handler);
      case 'prompt':
      case 'agent':
        return this.#model(handler);
    }
  }

  async #start(hook: Hook, handler: CommandHandler, env: Task['env']): Promise<CallExplanation> {
    const { settled, input } = this.#around;
    const launch = explainLaunch(hook, handler, env, settled.profile);
    if (launch.kind !== 'starts') return launch;
    const { explainReady } = await import('../run/warm/index.js');
    const cwd = input.cwd ?? settled.projectDir;
    return { ...launch, ready: explainReady(hook, handler, env, settled.profile, cwd) };
  }

  async #tool(hook: Hook, handler: McpToolHandler): Promise<CallExplanation> {
    const { settled, generation } = this.#around;
    const { findServer } = await import('../run/mcp/index.js');
    const { fillIn } = await import('../run/mcp/index.js');
    this.#servers ??= knownServers(settled, generation);
    const found = findServer(handler, hook, this.#servers.usable, settled.profile);
    if (found.server === null) return { kind: 'fails', why: found.why };
    const { name, file, line, reached, given, variables } = serverInWords(found.server, this.#servers);
    const refused = await this.#refused(found.server, hook);
    if (refused !== null) return { kind: 'fails', why: refused };
    return {
      kind: 'calls',
      server: name,
      reached,
      given,
      variables,
      definedIn: file === null ? null : { file, line },
      tool: handler.tool,
      input: fillIn(handler.input, () => JSON.parse(Buffer.from(this.#stdin).toString('utf8'))),
    };
  }

  /** Why the address of a server may not be called; what a name stands for shows when it is looked up. */
  async #refused(server: McpServer, { voice }: Hook): Promise<string | null> {
    if (server.kind === 'stdio') return null;
    const { whyNotCalled } = await import('../run/http/index.js');
    const { settled, generation } = this.#around;
    const why = whyNotCalled(server.url, voice, generation.http, settled.profile)?.why ?? null;
    return why === null ? null : `the MCP server "${server.name}" may not be called: ${why}`;
  }

  async #model(handler: ModelHandler): Promise<ModelExplanation> {
    const { settled, input } = this.#around;
    const { tell } = await import('../run/prompt/index.js');
    const { promptSystem } = await import('../run/prompt/index.js');
    const { agentSystem } = await import('../run/agent/index.js');
    const { readModelSettings } = await import('../engine/models/index.js');
    const { config, problem, agentCommands } = readModelSettings(settled);
    const model = describeModel({ env: settled.env, config }, handler.model);
    const told = await tell({ input, stdin: this.#stdin }, handler, settled.profile, sampleMark());
    const system = handler.type === 'agent' ? agentSystem : promptSystem;
    return {
      kind: 'asks',
      model,
      fails: problem ?? missing(model),
      request: { system: system(told.rules), text: told.text },
      seen: told.seen,
      notOk: verdictInWords(input.row, handler),
      commands: handler.type === 'agent' ? agentCommands : null,
    };
  }
}

function missing({ provider, why, where, model }: ModelDescription): string | null {
  if (provider === 'none') return why;
  if (model !== null || provider === 'host' || provider === 'recorded') return null;
  return `nobody says which model of ${where} to ask: set AMPLIFIER_HOOKS_MODEL, or "model" in the hook`;
}

/** Stands for the mark that is drawn for each request; another one each time, as the drawing of marks demands. */
function sampleMark(): () => string {
  let drawn = 0;
  return () => {
    drawn += 1;
    return drawn === 1 ? 'drawn-at-random' : `drawn-at-random-${drawn}`;
  };
}

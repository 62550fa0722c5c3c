// The runners of an engine. Commands are at hand; everything else is loaded when the first such hook runs.
import type { Generation, HandlerType, Runner, Voice } from '../nouns.js';
import { createCommandRunner, fastTempDir, variablesFor } from '../run/index.js';
import type { Settled } from './options.js';

type Runners = Partial<Readonly<Record<HandlerType, Runner>>>;

/** The configuration as it is at the moment. */
export interface InForce {
  generation(): Generation;
  /** How often it was read. */
  reading(): number;
}

/** A runner for every handler type, but for those that the host switched off or replaced. */
export function runnersFor(settled: Settled, inForce: InForce): Runners {
  const { profile, env, warm, oneShot } = settled;
  const standard: Readonly<Record<HandlerType, Runner>> = {
    command: settled.inProcess(
      onDemand(() => createCommandRunner({ profile, tempDir: fastTempDir(env), warm, oneShot })),
    ),
    http: onDemand(async () => {
      const { createHttpRunner } = await import('../run/http/index.js');
      return createHttpRunner({ profile });
    }),
    mcp_tool: onDemand(async () => {
      const { createMcpRunner } = await import('../run/mcp/index.js');
      const { loadMcpServers } = await import('../config/mcp/index.js');
      const environment = (voice: Voice) => ({
        ...env,
        ...variablesFor(voice, inForce.generation().env, profile),
      });
      return createMcpRunner({
        profile,
        projectDir: settled.projectDir,
        env,
        layers: () => inForce.generation().env,
        servers: oncePerReading(inForce, () => {
          const { allowedEnvVars } = inForce.generation().http;
          const question = { env: environment, extra: settled.mcpServers, allowedEnvVars };
          const found = loadMcpServers(settled.request, question);
          found.diagnostics.forEach(settled.onDiagnostic);
          return found;
        }),
      });
    }),
    prompt: onDemand(async () => {
      const { createPromptRunner } = await import('../run/prompt/index.js');
      const { modelFor } = await import('./models/index.js');
      return createPromptRunner({ profile, model: modelFor(settled) });
    }),
    agent: onDemand(async () => {
      const { createAgentRunner } = await import('../run/agent/index.js');
      const { modelFor, readModelSettings } = await import('./models/index.js');
      return createAgentRunner({
        profile,
        model: modelFor(settled),
        allowCommands: readModelSettings(settled).agentCommands,
        tempDir: fastTempDir(env),
      });
    }),
  };
  const all = { ...standard, ...settled.runners };
  const around = (type: HandlerType): Runners => {
    const runner = all[type];
    return runner === null ? {} : { [type]: settled.around(runner, type) };
  };
  return {
    ...around('command'),
    ...around('http'),
    ...around('mcp_tool'),
    ...around('prompt'),
    ...around('agent'),
  };
}

/** Files are read again only when hook definitions were. */
function oncePerReading<T>({ reading }: InForce, read: () => T): () => T {
  let known: { readonly of: number; readonly value: T } | null = null;
  return () => {
    const of = reading();
    if (known?.of !== of) known = { of, value: read() };
    return known.value;
  };
}

/** One that cannot be made fails its hook, and is tried again for the next. */
export function onDemand(make: () => Runner | Promise<Runner>): Runner {
  let made: Runner | Promise<Runner> | null = null;
  return {
    run(task) {
      made ??= make();
      if (!(made instanceof Promise)) return made.run(task);
      return made.then(
        (runner) => runner.run(task),
        (error: unknown) => {
          made = null;
          throw error;
        },
      );
    },
    async lend(task) {
      // Of one that never ran anything nothing is lent.
      const runner = await made;
      return (await runner?.lend?.(task)) ?? null;
    },
    reloaded() {
      if (made !== null && !(made instanceof Promise)) made.reloaded?.();
    },
    async close() {
      // Whoever asked for a runner that could not be made has heard of it.
      const runner = await Promise.resolve(made).catch(() => null);
      await runner?.close();
    },
  };
}

// The runners of an engine. Commands are at hand; everything else is loaded when the first such hook runs.
import type { Generation, HandlerType, Model, Runner } from '../nouns.js';
import { ownFile } from '../package.js';
import { createCommandRunner, fastTempDir } from '../run/index.js';
import { onDemand } from './on-demand.js';
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
  const { profile, env } = settled;
  const standard: Readonly<Record<HandlerType, Runner>> = {
    command: withOwnHandlers(onDemand(() => createCommandRunner({ profile, tempDir: fastTempDir(env) }))),
    http: onDemand(async () => {
      const { createHttpRunner } = await import('../run/http/runner.js');
      return createHttpRunner({ profile });
    }),
    mcp_tool: onDemand(async () => {
      const { createMcpRunner } = await import('../run/mcp/runner.js');
      const { loadMcpServers } = await import('../config/mcp-servers.js');
      const environment = () => ({ ...env, ...inForce.generation().env });
      return createMcpRunner({
        profile,
        projectDir: settled.projectDir,
        env: environment,
        servers: oncePerReading(inForce, () => {
          const found = loadMcpServers(settled.request, { env: environment(), extra: settled.mcpServers });
          found.diagnostics.forEach(settled.onDiagnostic);
          return found;
        }),
      });
    }),
    prompt: onDemand(async () => {
      const { createPromptRunner } = await import('../run/prompt/runner.js');
      return createPromptRunner({ profile, model: await modelFor(settled) });
    }),
    agent: onDemand(async () => {
      const { createAgentRunner } = await import('../run/agent/runner.js');
      const { agentCommands } = await modelSettings(settled);
      return createAgentRunner({
        profile,
        model: await modelFor(settled),
        allowCommands: agentCommands,
        tempDir: fastTempDir(env),
      });
    }),
  };
  return Object.fromEntries(
    Object.entries({ ...standard, ...settled.runners }).filter(([, runner]) => runner !== null),
  );
}

/** The executable of this package, as its name must occur in a command that runs it. */
const OWN = 'amplihack-hooks';

/** Hooks that run this package's own executable need no process. Whether it is that file, its real path says. */
function withOwnHandlers(command: Runner): Runner {
  let own: Promise<Runner> | null = null;
  return {
    run(task) {
      const { handler } = task.hook;
      if (handler.type !== 'command' || !handler.command.includes(OWN)) return command.run(task);
      own ??= ownHandlers(command);
      return own.then((runner) => runner.run(task));
    },
    close: () => command.close(),
  };
}

async function ownHandlers(otherwise: Runner): Promise<Runner> {
  const executable = ownFile(`dist/bin/${OWN}.cjs`);
  if (executable === null) return otherwise;
  const { inProcessRunner } = await import('../amplihack/in-process.js');
  return inProcessRunner({ executable, otherwise });
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

const modelSettings = async (settled: Settled) =>
  (await import('./model-settings.js')).readModelSettings(settled);

/** Which model hooks ask; the host's own may differ from session to session. */
async function modelFor(settled: Settled): Promise<(session: string) => Model> {
  const { chooseModel, describeModel } = await import('../models/index.js');
  const { config, problem } = await modelSettings(settled);
  const { env, onDiagnostic, hostModel } = settled;
  const chosen = (host: Model | null) =>
    problem === null ? chooseModel({ env, config, host, onDiagnostic }) : unusable(problem);
  // One for all sessions, because it remembers what its server lacks; the host's is made anew.
  const own = chosen(null);
  return (session) => {
    const host = hostModel(session);
    const isAsked = host !== null && describeModel({ env, config, host }).provider === 'host';
    return isAsked ? chosen(host) : own;
  };
}

/** A configuration that cannot be read decides where keys go; nothing is guessed from it. */
const unusable = (message: string): Model => ({
  complete: () => Promise.resolve({ ok: false, kind: 'none', where: 'no model', message }),
});

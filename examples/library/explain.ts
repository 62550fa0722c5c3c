// Engine.plan and Engine.generation: why a hook runs or not, and what is odd about the configuration.
import { createEngine, type HookInput } from 'amplifier-hooks';

/** One line for every configured hook, then one for every problem. Runs nothing. */
export async function explain(projectDir: string, input: HookInput): Promise<string[]> {
  const engine = createEngine({ projectDir });
  const hooks = engine
    .plan(input)
    .entries()
    .map(({ hook, runs, reason }) => `${hook.event} ${runs ? 'runs' : 'does not run'}: ${reason.detail}`);
  const problems = engine.generation.diagnostics.map(
    ({ file, line, column, message, hint }) => `${file}:${line}:${column} ${message}. ${hint ?? ''}`,
  );
  await engine.close();
  return [...hooks, ...problems];
}

// mountHooks and toHookResult: the hooks of a project in Amplifier's hook registry.
import { createEngine, mountHooks } from 'amplifier-hooks';
import { HookRegistry, type HookResult } from 'amplifier-hooks/kernel';

/** What Amplifier is told about a tool call, by an own handler and by the project's hooks together. */
export async function judge(projectDir: string, command: string): Promise<HookResult> {
  const engine = createEngine({ projectDir });
  const registry = new HookRegistry();
  registry.register('tool:pre', () => ({ action: 'inject_context', context_injection: 'Be careful.' }), {
    name: 'careful',
  });
  const unmount = mountHooks(registry, engine, { cwd: projectDir });
  try {
    return await registry.emit('tool:pre', {
      session_id: 'example',
      tool_name: 'bash',
      tool_input: { command },
    });
  } finally {
    unmount();
    await engine.close();
  }
}

// createEngine and parseInput: run the hooks of a project for one tool call.
import { createEngine, parseInput } from 'amplifier-hooks';

/** Whether the project's hooks let a command pass; otherwise their reason. */
export async function mayRun(projectDir: string, command: string): Promise<string> {
  const engine = createEngine({ projectDir });
  try {
    const event = parseInput({
      hook_event_name: 'PreToolUse',
      session_id: 'example',
      cwd: projectDir,
      tool_name: 'Bash',
      tool_input: { command },
    });
    if (!event.ok) return `bad event: ${event.problems.map(({ message }) => message).join('; ')}`;
    if (event.input.kind === 'unknown') return 'no hook can be attached to this event yet';
    const decision = await engine.dispatch(event.input);
    return decision.permission === 'deny' ? `no: ${decision.reason}` : 'yes';
  } finally {
    await engine.close();
  }
}

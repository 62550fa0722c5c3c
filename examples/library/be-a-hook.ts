// readInput and toClaudeOutput: the engine as a hook of Claude Code, event on stdin, answer on stdout.
import { type ClaudeOutput, createEngine, readInput, toClaudeOutput } from 'amplifier-hooks';

/** What a hook process has to print and with which code it has to exit. */
export async function answer(
  projectDir: string,
  stdin: string,
): Promise<ClaudeOutput | { exitCode: 1; stderr: string }> {
  const event = readInput(stdin);
  // Exit code 1, never 2: a malformed event is not a reason to block anything.
  if (!event.ok) return { exitCode: 1, stderr: event.problems.map(({ message }) => message).join('\n') };
  if (event.input.kind === 'unknown') return { exitCode: 0, stdout: '', stderr: '' };
  const engine = createEngine({ projectDir });
  try {
    return toClaudeOutput(await engine.dispatch(event.input));
  } finally {
    await engine.close();
  }
}

// recordedModel: a prompt hook with replies that stand written down, for tests. recordedModelFrom reads them from a file.
import { createEngine, type Decision, type HookInput, recordedModel } from 'amplifier-hooks';

/** What the project's hooks decide when their model says this; and what the model was asked. */
export async function judgedBy(
  projectDir: string,
  reply: unknown,
  input: HookInput,
): Promise<{ decision: Decision; asked: string[] }> {
  const model = recordedModel([reply]);
  const engine = createEngine({ projectDir, hostModel: () => model });
  try {
    const decision = await engine.dispatch(input);
    return { decision, asked: model.requests.flatMap(({ messages }) => messages.map(({ text }) => text)) };
  } finally {
    await engine.close();
  }
}

// How opencode 1.18.33 takes what the hooks of a plugin do, as it was measured; nothing of our own answers is used here.
import type { PluginHooks, Result } from '../plugin/host.js';

/** What came of a call of a tool. */
export interface Called {
  /** What the tool ran with; `null`: it did not run. */
  readonly ranWith: Readonly<Record<string, unknown>> | null;
  /** What the model reads as its result. */
  readonly result: string;
}

let calls = 0;

/**
 * A hook that throws before the tool blocks it, and its text is the result; `tool.execute.after` is not called then, but an
 * event tells of the error. The object with the arguments is the host's own: one in its place is not seen.
 */
export async function callTool(
  hooks: PluginHooks,
  tool: string,
  args: Record<string, unknown>,
  run: (args: Readonly<Record<string, unknown>>) => Result = () => ({ output: 'ran' }),
  sessionID = 'ses_1',
): Promise<Called> {
  calls += 1;
  const call = { tool, sessionID, callID: `call_${calls}` };
  try {
    await hooks['tool.execute.before'](call, { args });
  } catch (error) {
    const state = { status: 'error', input: args, error: String(error) };
    const part = { type: 'tool', tool, callID: call.callID, sessionID, state };
    await hooks.event({ event: { type: 'message.part.updated', properties: { sessionID, part } } });
    return { ranWith: null, result: String(error) };
  }
  const output: Result = { ...run(args) };
  await hooks['tool.execute.after']({ ...call, args }, output);
  const texts = output.content?.map(({ text = '' }) => text) ?? [output.output ?? ''];
  return { ranWith: { ...args }, result: texts.join('\n') };
}

/** What came of a prompt: its text for the model, or the error that ends the run. */
export async function submit(
  hooks: PluginHooks,
  prompt: string,
  sessionID = 'ses_1',
): Promise<{ readonly text: string } | { readonly error: string }> {
  const parts = [{ type: 'text', text: prompt }];
  try {
    await hooks['chat.message']({ sessionID }, { parts });
  } catch (error) {
    return { error: String(error) };
  }
  return { text: parts.map(({ text }) => text).join('\n') };
}

/** What a session's requests have as system messages. */
export async function systemOf(hooks: PluginHooks, sessionID = 'ses_1'): Promise<readonly string[]> {
  const system: string[] = [];
  await hooks['experimental.chat.system.transform']({ sessionID }, { system });
  return system;
}

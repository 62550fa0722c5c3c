// What Gemini CLI and Qwen Code, which was made from it, have in common.
import { isRecord } from '../../text/index.js';
import type { Fields } from '../agents/agent.js';
import { responseText } from '../agents/response.js';

/**
 * The result of a tool with the fields that hooks look for. The host tells what the model reads and what the user sees; both stay.
 *
 * @param tool the name that hooks know
 */
export function knownResult(tool: unknown, response: unknown): unknown {
  if (!isRecord(response)) return response;
  const { llmContent: read, returnDisplay: seen } = response;
  if (tool === 'Bash' && typeof read === 'string') return { stdout: read, stderr: '', ...response };
  const path = isRecord(seen) ? seen['filePath'] : undefined;
  return typeof path === 'string' ? { filePath: path, ...response } : response;
}

/** An input with its result in that form. */
export const withResult = (input: Fields): Fields =>
  'tool_response' in input
    ? { ...input, tool_response: knownResult(input['tool_name'], input['tool_response']) }
    : input;

/** A result that hooks wrote, as the text that the model reads: what the model was to read may be what they changed. */
export function resultText(written: unknown, { tool_response: response }: Fields): string {
  const read = isRecord(written) ? written['llmContent'] : undefined;
  const before = isRecord(response) ? response['llmContent'] : undefined;
  return typeof read === 'string' && read !== before ? read : responseText(written);
}

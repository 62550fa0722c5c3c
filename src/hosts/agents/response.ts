// What a tool gave: hosts tell it as a text, hooks read it as Claude Code tells it, and may give it back changed.
import { isRecord, keepNumbers, readExactly, writeExactly } from '../../text/index.js';
import type { AgentRead, Fields } from './agent.js';

/** The text that a tool gave, as hooks of that tool look for it. */
export function knownResponse(tool: unknown, text: string): unknown {
  if (tool === 'Bash') return { stdout: text, stderr: '', interrupted: false };
  if (!text.trimStart().startsWith('{')) return text;
  try {
    const value = readExactly(text);
    return isRecord(value) ? value : text;
  } catch {
    // It only looks like JSON: then it is text.
    return text;
  }
}

/** An event with what its tool gave. */
export function withResponse(read: AgentRead, response: unknown): AgentRead {
  if (read.kind !== 'event' || response === undefined) return read;
  const told = (input: Fields): Fields => {
    const known = typeof response === 'string' ? knownResponse(input['tool_name'], response) : response;
    return keepNumbers(input, { ...input, tool_response: known });
  };
  const [first, ...others] = read.inputs;
  return { ...read, inputs: [told(first), ...others.map(told)] };
}

/** A response that hooks wrote, as the text that the model reads. */
export function responseText(written: unknown): string {
  if (typeof written === 'string') return written;
  if (!isRecord(written)) return writeExactly(written) ?? '';
  const { stdout, stderr } = written;
  if (typeof stdout !== 'string') return writeExactly(written) ?? '';
  return typeof stderr === 'string' && stderr !== '' ? `${stdout}\n${stderr}` : stdout;
}

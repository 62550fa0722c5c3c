// The end of a conversation from its transcript, as data: one JSON object a line, newest kept first.
import { isAbsolute } from 'node:path';
import type { HookInput } from '../../events/index.js';
import { readEnd } from '../../files/index.js';
import { isRecord } from '../../text/index.js';
import { plainJson } from './data.js';
import { shorten } from './shorten.js';

export interface Conversation {
  /** In the order in which it was spoken. */
  readonly text: string;
  /** Earlier parts are not shown. */
  readonly isCut: boolean;
}

interface Part {
  readonly role: string;
  readonly text?: string;
  readonly tool?: string;
  readonly input?: string;
}

/** Read from the end of the file. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_CHARACTERS = 100_000;
const MOST_OF_ONE = 4_000;

/** What was said in the session; `null`: there is no transcript, or nothing is in it. */
export async function readConversation(input: HookInput): Promise<Conversation | null> {
  const isSubagent = input.row.stops === 'subagent';
  const paths = isSubagent ? ['agent_transcript_path', 'transcript_path'] : ['transcript_path'];
  for (const name of paths) {
    const path = input.fields[name];
    const found = typeof path === 'string' && isAbsolute(path) ? await linesAtEnd(path) : null;
    if (found !== null) return conversationOf(found.lines, found.isWhole, isSubagent);
  }
  return null;
}

async function linesAtEnd(path: string): Promise<{ lines: readonly string[]; isWhole: boolean } | null> {
  try {
    const { bytes, isWhole } = await readEnd(path, MOST_BYTES);
    const lines = bytes.toString('utf8').split('\n');
    return { lines: isWhole ? lines : lines.slice(1), isWhole };
  } catch {
    // The file may not be there yet; the event itself says what the agent said last.
    return null;
  }
}

function conversationOf(
  lines: readonly string[],
  isWhole: boolean,
  withSubagents: boolean,
): Conversation | null {
  const kept: string[] = [];
  let [length, isCut] = [0, !isWhole];
  for (const line of lines.toReversed()) {
    const spoken = partsOf(line, withSubagents).map((part) => plainJson(JSON.stringify(part)));
    length += spoken.reduce((sum, text) => sum + text.length + 1, 0);
    if (length > MOST_CHARACTERS) {
      isCut = true;
      break;
    }
    kept.unshift(...spoken);
  }
  return kept.length === 0 ? null : { text: kept.join('\n'), isCut };
}

/** Claude Code wraps a message in an entry; Amplifier writes the message itself. */
function partsOf(line: string, withSubagents: boolean): readonly Part[] {
  const entry = parse(line);
  if (!isRecord(entry) || (entry['isSidechain'] === true && !withSubagents)) return [];
  const message = isRecord(entry['message']) ? entry['message'] : entry;
  const { role } = message;
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return [];
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return [...contentParts(role, message['content']), ...calls.flatMap(callPart)];
}

function contentParts(role: string, content: unknown): readonly Part[] {
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ role, text: brief(content) }];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown): readonly Part[] => {
    if (!isRecord(block)) return [];
    switch (block['type']) {
      case 'text':
        return contentParts(role, block['text']);
      case 'tool_use':
      case 'tool_call':
        return callPart(block);
      case 'tool_result':
        return contentParts('tool', block['content'] ?? block['output']);
      default:
        return [];
    }
  });
}

function callPart(call: unknown): readonly Part[] {
  if (!isRecord(call)) return [];
  const inner = isRecord(call['function']) ? call['function'] : call;
  const name = inner['name'] ?? inner['tool'];
  const input = inner['input'] ?? inner['arguments'] ?? {};
  const written = typeof input === 'string' ? input : JSON.stringify(input);
  return [{ role: 'assistant', tool: typeof name === 'string' ? name : '', input: brief(written) }];
}

const brief = (text: string): string => shorten(text, MOST_OF_ONE);

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The last line may still be half written.
    return null;
  }
}

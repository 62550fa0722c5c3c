// The host `kimi-code`. It hears exit code 2 with a reason, and of a prompt the bare text.

import { isRecord } from '../../text/index.js';
import type { Agent, AgentAnswer, AgentRead, Fields, Judged, Payload } from '../agents/agent.js';
import { lines, readAsClaude, refusalOfRewrite, renamed, untold } from '../agents/answering.js';
import { withResponse } from '../agents/response.js';
import { type Verdict, verdictOf } from '../agents/verdict.js';
import { KIMI_CODE } from './facts.js';
import { isKimiCli, KIMI_CLI } from './kimi-cli.js';

export const kimiCode: Agent = {
  facts: KIMI_CODE,
  recognise: ({ fields: { client_type: client } }) =>
    typeof client === 'string' && client.startsWith('kimi_code'),
  read: (payload) =>
    isKimiCli(payload)
      ? { kind: 'refused', event: eventOf(readAsClaude(KIMI_CODE, payload)), why: KIMI_CLI }
      : read(payload),
  answer: (judged) => answer(judged, verdictOf(judged.decisions)),
};

const eventOf = (read: AgentRead) => (read.kind === 'event' ? read.event : null);

/** Fields that Claude Code has under other names. */
const NAMES: Readonly<Record<string, string>> = {
  tool_call_id: 'tool_use_id',
  agent_name: 'agent_type',
  response: 'last_assistant_message',
};

function read(payload: Payload): AgentRead {
  const { tool_output: output, ...fields } = renamed(payload.fields, NAMES);
  const { prompt, error } = fields;
  const found = readAsClaude(KIMI_CODE, payload, {
    ...fields,
    ...(prompt === undefined ? {} : promptFields(prompt)),
    ...(error === undefined ? {} : errorFields(error)),
  });
  return withResponse(found, output);
}

/** A prompt is a list of parts, of which hooks read the text; what is not text stands beside it. */
function promptFields(prompt: unknown): Fields {
  if (!Array.isArray(prompt)) return { prompt };
  const texts = prompt.map((part: unknown) =>
    isRecord(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : null,
  );
  const text = texts.filter((part) => part !== null).join('\n');
  return texts.includes(null) ? { prompt: text, prompt_parts: prompt } : { prompt: text };
}

function errorFields(error: unknown): Fields {
  if (!isRecord(error)) return { error };
  const { message, ...details } = error;
  return { error: typeof message === 'string' ? message : JSON.stringify(error), error_info: details };
}

function answer(judged: Judged, verdict: Verdict): AgentAnswer {
  const why = blockOf(judged, verdict);
  const untoldHere = untold(KIMI_CODE, judged, verdict);
  // With exit code 2 all of stderr is the reason that the model reads.
  if (why !== null) return { exitCode: 2, stdout: '', stderr: why, untold: untoldHere };
  const stdout = judged.event === 'UserPromptSubmit' ? asText(lines(verdict.context)) : '';
  return { exitCode: 0, stdout, stderr: lines(verdict.messages), untold: untoldHere };
}

function blockOf(judged: Judged, { denied, stops, asks, goesOn }: Verdict): string | null {
  switch (judged.event) {
    case 'Stop':
    case 'SubagentStop':
      return goesOn;
    case 'PreToolUse':
      return denied ?? stops ?? asks ?? refusalOfRewrite(KIMI_CODE, judged);
    case 'UserPromptSubmit':
      return denied ?? stops;
    default:
      return denied;
  }
}

/** What looks like JSON would be read as an answer, of which only the message is context. */
const asText = (text: string): string =>
  text.trimStart().startsWith('{') ? JSON.stringify({ message: text }) : text;

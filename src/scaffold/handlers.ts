// New hooks that are no commands: what stands in hooks.json, what lies beside it, and how it is tested.
import { type EventName, eventRow } from '../events/index.js';
import type { HandlerType } from '../nouns.js';
import type { Sample } from './sample.js';
import { httpServer, mcpServer, PORT } from './servers.js';
import { type Case, catches, passes, tells } from './test-file.js';
import { BadWish } from './write.js';

export const HANDLER_TYPES: readonly HandlerType[] = ['command', 'prompt', 'http', 'mcp_tool', 'agent'];

export interface NewHandler {
  readonly hook: Readonly<Record<string, unknown>>;
  readonly files: readonly {
    readonly name: string;
    readonly content: string;
    readonly executable: boolean;
  }[];
  readonly needs: readonly string[];
  readonly cases: readonly Case[];
  /** What to change, for its README. */
  readonly customise: string;
}

export function newHandler(
  type: Exclude<HandlerType, 'command'>,
  name: string,
  event: EventName,
  sample: Sample,
): NewHandler {
  const row = eventRow(event);
  const hint = `Its types are: ${row.handlers.join(', ')}.`;
  if (!row.handlers.includes(type))
    throw new BadWish(`${event} cannot be served by a hook of type ${type}`, hint);
  if (type === 'prompt' || type === 'agent') return asking(type, event, sample);
  if (sample.answer === 'path')
    throw new BadWish(
      `${event} wants the path of a folder, which only a command on this machine can make`,
      null,
    );
  return type === 'http' ? posting(name, event, sample) : calling(name, event, sample);
}

function asking(type: 'prompt' | 'agent', event: EventName, sample: Sample): NewHandler {
  const row = eventRow(event);
  if (row.verdict === 'nothing')
    throw new BadWish(
      `what a model says changes nothing on ${event}`,
      'Use --type command, or another event.',
    );
  const said = type === 'agent' ? `Agent hook condition was not met: ${sample.text}` : sample.text;
  const no = row.verdict === 'end' ? { stop: { reason: said } } : catches(row.exit2, said);
  const condition = `It does not mention "${sample.word}".`;
  return {
    hook: {
      type,
      prompt: `${condition} $ARGUMENTS`,
      ...(type === 'prompt' ? { continueOnBlock: true } : {}),
      timeout: type === 'agent' ? 60 : 30,
    },
    files: [],
    needs: [],
    customise: 'The condition that the model judges stands in `hooks.json`.',
    cases: [
      {
        title: 'the model is asked, and its yes lets it pass',
        model: [{ verdict: { ok: true } }],
        input: sample.harmless,
        expect: { ran: { [type]: 1 }, modelRequests: [{ contains: [condition] }], ...passes(row.exit2) },
      },
      {
        title: 'its no counts, with the reason',
        model: [{ verdict: { ok: false, reason: sample.text } }],
        input: sample.caught,
        expect: no,
      },
      {
        title: 'a model that fails stops nothing',
        model: [{ status: 500, error: 'out of order' }],
        input: sample.caught,
        expect: { failed: [type], ...passes(row.exit2) },
      },
    ],
  };
}

/** What a server or a tool says about the word, and what comes of it. */
function answerFor(event: EventName, { answer, text }: Sample) {
  const { jsonBlock } = eventRow(event);
  const blocks = answer === 'refuse' && jsonBlock !== 'nothing';
  return blocks
    ? { body: { decision: 'block', reason: text }, expect: catches(jsonBlock, text), blocks }
    : { body: { systemMessage: text }, expect: tells(event, text), blocks };
}

function posting(name: string, event: EventName, sample: Sample): NewHandler {
  const { body, expect } = answerFor(event, sample);
  const path = `/${name}`;
  return {
    hook: { type: 'http', url: `http://127.0.0.1:${PORT}${path}`, timeout: 10 },
    files: [{ name: 'server.mjs', content: httpServer(name, event, sample, body), executable: true }],
    needs: [],
    customise:
      'The address stands in `hooks.json`. `server.mjs` is an example of a server: `node server.mjs`.',
    cases: [
      {
        title: 'the event is posted, and an empty answer lets it pass',
        http: { routes: { [path]: { status: 204 } } },
        input: sample.harmless,
        expect: { requestCount: { [path]: 1 }, ...passes(eventRow(event).exit2) },
      },
      {
        title: 'its answer counts',
        http: { routes: { [path]: { body } } },
        input: sample.caught,
        expect,
      },
      {
        title: 'a server that fails stops nothing',
        http: { routes: { [path]: { status: 500 } } },
        input: sample.caught,
        expect: { failed: ['http'], ...passes(eventRow(event).exit2) },
      },
    ],
  };
}

function calling(name: string, event: EventName, sample: Sample): NewHandler {
  const { body, expect, blocks } = answerFor(event, sample);
  const [first = '', second] = sample.subject;
  const reference = `\${${sample.subject.join('.')}}`;
  const field = second === undefined ? { [first]: reference } : { [first]: { [second]: reference } };
  const input = { ...field, ...(sample.readsStopFlag ? { stop_hook_active: `\${stop_hook_active}` } : {}) };
  const servers = {
    mcpServers: { [name]: { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/server.mjs`] } },
  };
  return {
    hook: { type: 'mcp_tool', server: name, tool: 'check', input, timeout: 10 },
    files: [
      { name: '.mcp.json', content: `${JSON.stringify(servers, null, 2)}\n`, executable: false },
      { name: 'server.mjs', content: mcpServer(name, event, sample, body), executable: true },
    ],
    needs: ['node'],
    customise: 'What the tool does stands in `server.mjs`, how it is called in `hooks.json`.',
    cases: [
      ...(blocks
        ? [
            {
              title: 'what is harmless passes',
              input: sample.harmless,
              expect: { ran: { mcp_tool: 1 }, ...passes(eventRow(event).exit2) },
            },
          ]
        : []),
      { title: 'what it has to say is heard', input: sample.caught, expect },
    ],
  };
}

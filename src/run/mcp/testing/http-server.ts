// MCP servers on loopback for tests: streamable HTTP, the older SSE, and whatever a test lets one answer.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

/** Answers by itself, or returns `false` to leave a message to the MCP server. */
export type Answer = (request: IncomingMessage, response: ServerResponse, message: unknown) => boolean;

export interface TestServer {
  readonly url: string;
  /** What happened, in order. */
  readonly log: readonly string[];
  count(line: string): number;
  /** As after a restart. */
  forgetSessions(): void;
  /** Ends all connections of clients. */
  cutAll(): void;
  answer: Answer | null;
}

const TOOLS = ['echo', 'fail', 'slow'];

function mcpServer(log: string[], send: { header: string | undefined }): Server {
  const server = new Server({ name: 'http', version: '1' }, { capabilities: { tools: {} } });
  server.oninitialized = () => log.push('initialized');
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((name) => ({ name, inputSchema: { type: 'object' as const } })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    log.push(`call ${params.name}`);
    if (!TOOLS.includes(params.name)) throw new Error(`Unknown tool: ${params.name}`);
    if (params.name === 'slow') {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      log.push(`cancelled: ${signal.reason}`);
    }
    const text = params.name === 'echo' ? `${params.arguments?.['text']} ${send.header}` : 'no';
    return { content: [{ type: 'text', text }], isError: params.name === 'fail' };
  });
  return server;
}

/** `way`: how answers come. */
export async function testServer(way: 'events' | 'json' | 'sse' = 'events'): Promise<TestServer> {
  const log: string[] = [];
  const send: { header: string | undefined } = { header: undefined };
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const streams = new Map<string, SSEServerTransport>();

  const streamable = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known === undefined && id !== undefined) {
      response.writeHead(404).end('session not found');
      return;
    }
    if (known !== undefined) return known.handleRequest(request, response, body);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: way === 'json',
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    await mcpServer(log, send).connect(transport);
    await transport.handleRequest(request, response, body);
  };
  const older = async (request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      streams.set(transport.sessionId, transport);
      await mcpServer(log, send).connect(transport);
      return;
    }
    const transport = streams.get(path.searchParams.get('sessionId') ?? '');
    if (transport === undefined) response.writeHead(405).end();
    else await transport.handlePostMessage(request, response, body);
  };

  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString('utf8');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const { 'x-test': header } = request.headers;
    send.header = typeof header === 'string' ? header : undefined;
    log.push(request.method ?? '');
    if (server.answer?.(request, response, body) === true) return;
    await (way === 'sse' ? older(request, response, body) : streamable(request, response, body));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const { port } = http.address() as AddressInfo;
  const server: TestServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    log,
    count: (line) => log.filter((one) => one === line).length,
    forgetSessions: () => sessions.clear(),
    cutAll: () => http.closeAllConnections(),
    answer: null,
  };
  return server;
}

/** The method of a message. */
export const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : null;

/** Answers calls of tools in its own way and leaves the rest to the server. */
export const callsAnswered =
  (answer: (response: ServerResponse) => void): Answer =>
  (_request, response, message) => {
    if (methodOf(message) !== 'tools/call') return false;
    answer(response);
    return true;
  };

// An MCP server on stdin and stdout for tests. The first argument says how it misbehaves; it writes what happens to it into MCP_TEST_LOG.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [mode = 'well'] = process.argv.slice(2);
const log = (line) => {
  if (process.env.MCP_TEST_LOG) appendFileSync(process.env.MCP_TEST_LOG, `${line}\n`);
};
const text = (value) => ({ content: [{ type: 'text', text: value }] });

const TOOLS = {
  echo: ({ text: said }) => text(said),
  arguments: (input) => text(JSON.stringify(input)),
  parts: () => ({
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'text', text: 'two' },
    ],
  }),
  nothing: () => ({ content: [] }),
  fail: () => ({ ...text('the disk is full'), isError: true }),
  broken: () => {
    throw new Error('it broke');
  },
  slow: (_input, { signal }) =>
    new Promise((resolve) => {
      log('slow');
      signal.addEventListener('abort', () => {
        log(`cancelled: ${signal.reason}`);
        resolve(text('too late'));
      });
    }),
  crash: () => {
    process.stderr.write('the database is gone\n');
    process.exit(3);
  },
  huge: ({ size }) => text('x'.repeat(size)),
  surroundings: () => text(JSON.stringify({ env: process.env, cwd: process.cwd() })),
};

log('start');
if (mode === 'dies') {
  process.stderr.write('cannot open the vault\n');
  process.exit(7);
}
if (mode === 'mute') {
  process.stderr.write('still loading\n');
  process.stdin.on('end', () => process.exit(0)).resume();
} else if (mode === 'garbage') {
  process.stdout.write('Welcome to the best server!\n', () => process.exit(0));
} else if (mode === 'endless') {
  const more = () => process.stdout.write('y'.repeat(65_536), more);
  more();
} else if (mode === 'babble') {
  const more = () => process.stdout.write('loading…\n'.repeat(4096), more);
  more();
} else {
  if (mode === 'noisy') process.stdout.write('listening\n\n{"not": "mcp"}\n');
  if (mode === 'stubborn') process.on('SIGTERM', () => log('TERM'));
  if (mode === 'stubborn' || mode === 'parent') setInterval(() => undefined, 1000);
  if (mode === 'parent') spawn('sleep', ['600'], { stdio: 'inherit', detached: true });
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
  server.oninitialized = () => log('initialized');
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const names = Object.keys(TOOLS);
    const from = Number(params?.cursor ?? 0);
    const tools = names.slice(from, from + 5).map((name) => ({ name, inputSchema: { type: 'object' } }));
    return from + 5 < names.length ? { tools, nextCursor: String(from + 5) } : { tools };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => {
    log(`call ${params.name}`);
    const tool = TOOLS[params.name];
    if (tool === undefined) throw new Error(`Unknown tool: ${params.name}`);
    return tool(params.arguments ?? {}, extra);
  });
  await server.connect(new StdioServerTransport());
}

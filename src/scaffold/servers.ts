// The programs beside new hooks of type http and mcp_tool.
import type { Sample } from './sample.js';

export const PORT = 8787;

/** What both of them know: an event in, an answer out. */
function judge(sample: Sample, answer: unknown): string {
  const said = JSON.stringify(answer);
  if (sample.answer !== 'refuse') return `const judge = () => (${said});\n`;
  const stop = sample.readsStopFlag
    ? `  // It already went on because of this hook: let it stop now.
  if (String(event.stop_hook_active) === 'true') return {};
`
    : '';
  return `function judge(event) {
${stop}  const text = String(event?.${sample.subject.join('?.')} ?? '');
  return text.includes(${JSON.stringify(sample.word)}) ? ${said} : {};
}
`;
}

export const httpServer = (name: string, event: string, sample: Sample, answer: unknown): string => `\
#!/usr/bin/env node
// Answers the ${event} hook of ${name}, which ${sample.purpose}. Start it with: node server.mjs
import { createServer } from 'node:http';

${judge(sample, answer)}
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const answer = judge(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(400).end(\`this is not an event: \${error.message}\`);
  }
});
server.listen(Number(process.env.PORT ?? ${PORT}), '127.0.0.1', () =>
  console.error(\`${name}: http://127.0.0.1:\${server.address().port}/\`),
);
`;

export const mcpServer = (name: string, event: string, sample: Sample, answer: unknown): string => `\
#!/usr/bin/env node
// An MCP server on stdin and stdout with one tool, for the ${event} hook of ${name}, which ${sample.purpose}.
import { createInterface } from 'node:readline';

${judge(sample, answer)}
const TOOL = { name: 'check', description: 'Judges one event.', inputSchema: { type: 'object' } };
const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: '${name}', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: event }) => ({
    content: [{ type: 'text', text: JSON.stringify(judge(event ?? {})) }],
  }),
};

const send = (message) => process.stdout.write(\`\${JSON.stringify({ jsonrpc: '2.0', ...message })}\\n\`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  // What has no id wants no answer.
  if (id === undefined) return;
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : null;
  if (answer === null) send({ id, error: { code: -32601, message: \`there is no method \${method}\` } });
  else send({ id, result: answer(params ?? {}) });
});
`;

#!/usr/bin/env node
// Answers http hooks by the rules in policy.json. With --once: the event on stdin, the answer on stdout, no server.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT = '8787', POLICY_TOKEN = '' } = process.env;

/** The answer to one event; an empty object has no objection. */
function judge(event) {
  const { deny } = JSON.parse(readFileSync(new URL('policy.json', import.meta.url), 'utf8'));
  const command = String(event?.tool_input?.command ?? '').replace(/\s+/g, ' ');
  const rule = deny.find(({ contains }) => command.includes(contains));
  if (rule === undefined) return {};
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: rule.reason,
    },
  };
}

async function answer(request, response) {
  if (POLICY_TOKEN !== '' && request.headers.authorization !== `Bearer ${POLICY_TOKEN}`) {
    response.writeHead(401).end('the token is wrong: set POLICY_TOKEN where the agent runs');
    return;
  }
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const said = judge(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  } catch (error) {
    response.writeHead(400).end(`this is not an event: ${error.message}`);
  }
}

if (process.argv.includes('--once')) {
  console.log(JSON.stringify(judge(JSON.parse(readFileSync(0, 'utf8')))));
} else {
  const server = createServer(answer);
  server.listen(Number(PORT), '127.0.0.1', () =>
    console.error(`policy server: http://127.0.0.1:${server.address().port}/policy`),
  );
}

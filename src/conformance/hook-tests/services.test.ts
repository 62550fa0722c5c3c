// Tests of hooks that ask a model, a server or a tool: nothing but what the test says answers them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runTestFiles } from './index.js';
import { BASH, TestPlugin } from './testing/plugin.js';

/** How one test about a plugin with this hook ends. */
async function outcome(
  hook: Readonly<Record<string, unknown>>,
  test: string,
  more: Record<string, unknown> = {},
) {
  const plugin = new TestPlugin('true');
  plugin.write('guard/hooks.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }));
  for (const [path, content] of Object.entries(more)) plugin.write(path, JSON.stringify(content));
  const file = plugin.write('guard/a.hooktest.yaml', `title: t\n${BASH}\n${test}`);
  const [result] = await runTestFiles([file], { path: process.env['PATH'] ?? '' });
  return result?.outcome;
}

const PASSED = { kind: 'passed' };
const PROMPT = { type: 'prompt', prompt: 'It is safe. $ARGUMENTS', continueOnBlock: true };

describe('a prompt hook', () => {
  it.each([
    [
      'a verdict',
      '{ verdict: { ok: false, reason: no } }',
      '{ permission: deny, reason: "no", ran: { prompt: 1 } }',
    ],
    ['its text', `{ text: '{"ok": true}' }`, '{ permission: null, modelCalls: 1 }'],
    ['prose', '{ text: I think so }', '{ permission: null, failed: [prompt] }'],
    ['an error', '{ status: 429, error: later }', '{ failed: [prompt] }'],
    [
      'what it was asked',
      '{ verdict: { ok: true } }',
      '{ modelRequests: [{ contains: [It is safe., ls] }] }',
    ],
  ])('%s', async (_, reply, expected) => {
    expect(await outcome(PROMPT, `model: [${reply}]\nexpect: ${expected}`)).toEqual(PASSED);
  });

  it('without replies it fails, and the author is told what to add', async () => {
    expect(await outcome(PROMPT, 'expect: { permission: null }')).toMatchObject({
      kind: 'failed',
      trace: [['prompt ran: the test has no "model" with replies for it']],
    });
  });

  it('a reply of no known kind is malformed, with its place', async () => {
    expect(await outcome(PROMPT, 'model: [{ answer: yes }]\nexpect: { permission: null }')).toMatchObject({
      kind: 'malformed',
      problems: [
        {
          message:
            '"model[0]" must be {"text"}, {"status", "error"}, {"verdict"} or {"tool", "input"}, but is an object',
          place: { line: 3 },
        },
      ],
    });
  });
});

it('an agent hook looks at the files of the test before it judges', async () => {
  const test = `
files: { project/README.md: "TODO: everything" }
model:
  - { tool: read, input: { path: README.md } }
  - { verdict: { ok: false, reason: it is full of TODOs } }
expect: { permission: deny, reasonAll: [it is full of TODOs], modelCalls: 2 }`;
  expect(await outcome({ type: 'agent', prompt: 'Nothing is left to do.' }, test)).toEqual(PASSED);
});

describe('an http hook', () => {
  const HTTP = {
    type: 'http',
    url: 'https://hooks.example.com/check',
    headers: { Authorization: 'Bearer $TOKEN' },
    allowedEnvVars: ['TOKEN'],
  };
  const DENY =
    '{ hookSpecificOutput: { hookEventName: PreToolUse, permissionDecision: deny, permissionDecisionReason: no } }';

  it('reaches the server of the test, whatever its address', async () => {
    const test = `
env: { TOKEN: abc }
http: { routes: { /check: { body: ${DENY} } } }
expect:
  permission: deny
  reason: "no"
  requests: [{ path: /check, method: POST, headers: { host: hooks.example.com, authorization: Bearer abc }, body: { tool_name: Bash } }]`;
    expect(await outcome(HTTP, test)).toEqual(PASSED);
  });

  it.each([
    ['a status', '{ status: 500 }'],
    ['no answer', '{ destroy: true }'],
    ['text', '{ body: fine }'],
  ])('%s is a failure', async (_, route) => {
    expect(await outcome(HTTP, `http: { routes: { /check: ${route} } }\nexpect: { failed: [http] }`)).toEqual(
      PASSED,
    );
  });

  it('an address that the profile refuses is refused here too', async () => {
    const test = 'http: { routes: {} }\nexpect: { failed: [http], requestCount: { /: 0 } }';
    expect(await outcome({ type: 'http', url: 'http://10.0.0.1/' }, test)).toEqual(PASSED);
  });

  it('without a server it fails, and nothing leaves this machine', async () => {
    expect(await outcome(HTTP, 'expect: { permission: null }')).toMatchObject({
      kind: 'failed',
      trace: [['http ran: the test has no "http" that says what the server answers']],
    });
  });
});

it('the MCP server of a plugin is a program like its hooks, and runs', async () => {
  const program = fileURLToPath(new URL('../../run/mcp/testing/server.mjs', import.meta.url));
  const input = { text: `{"systemMessage": "\${tool_input.command}"}` };
  const servers = { mcpServers: { own: { command: process.execPath, args: [program] } } };
  const hook = { type: 'mcp_tool', server: 'own', tool: 'echo', input };
  const test = 'expect: { systemMessages: [ls], ran: { mcp_tool: 1 } }';
  expect(await outcome(hook, test, { [join('guard', '.mcp.json')]: servers })).toEqual(PASSED);
});

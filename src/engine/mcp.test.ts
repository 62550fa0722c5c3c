// mcp_tool hooks from the file that defines the server to the decision.
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from './index.js';
import { TestProject } from './testing/project.js';

const SERVER = fileURLToPath(new URL('../run/mcp/testing/server.mjs', import.meta.url));
const DENY = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: `not \${tool_input.command}`,
  },
});

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
});
afterEach(() => project.remove());

const guard = { command: process.execPath, args: [`\${CLAUDE_PROJECT_DIR}/../server.mjs`] };

/** A hook whose tool answers with its own input. */
function decide(server: string, text: string, options: Partial<EngineOptions> = {}) {
  project.write('server.mjs', `await import(${JSON.stringify(SERVER)});`);
  const input = { text };
  project.write('home/.amplifier/hooks/hooks.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'mcp_tool', server, tool: 'echo', input }] }] },
  });
  return project
    .engine(options)
    .dispatch(project.input('PreToolUse', { tool_input: { command: 'rm -r x' } }));
}

describe('a tool that denies', () => {
  it('is heard, with what was filled in', async () => {
    project.write('home/.amplifier/mcp.json', { mcpServers: { guard } });
    const decision = await decide('guard', DENY);
    expect(decision).toMatchObject({ permission: 'deny', reason: 'not rm -r x', failures: [] });
  });

  it('of a server of the host', async () => {
    const decision = await decide('guard', DENY, { mcpServers: { guard } });
    expect(decision.permission).toBe('deny');
  });
});

describe('a failure', () => {
  it('blocks nothing', async () => {
    const decision = await decide('nobody', DENY);
    expect(decision).toMatchObject({ permission: null, blocked: false });
    expect(decision.failures).toMatchObject([{ kind: 'launchFailed', blocked: false }]);
    expect(decision.failures[0]?.message).toContain('there is no MCP server "nobody"; none is configured');
  });

  it('says that a server of the project cannot speak for a hook of the user', async () => {
    project.write('project/.mcp.json', { mcpServers: { guard } });
    const decision = await decide('guard', DENY);
    expect(decision.permission).toBeNull();
    expect(decision.failures[0]?.message).toMatch(
      /server of the project \(.*\.mcp\.json\).*hook of the user/,
    );
  });
});

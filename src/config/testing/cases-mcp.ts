// Defects of MCP servers.
import { loadMcpServers } from '../mcp/index.js';
import type { OtherCase } from './cases-other.js';

const row = (
  code: OtherCase['code'],
  title: string,
  text: string,
  at: readonly [number, number],
  says: string,
): OtherCase => ({
  code,
  title,
  says,
  at,
  diagnose(place) {
    place.write('project/.mcp.json', text);
    place.write('home/.amplifier/mcp.json', { mcpServers: { mine: { command: 'a' } } });
    return loadMcpServers(place.request(), { env: () => ({}) }).diagnostics;
  },
});

export const MCP_CASES: readonly OtherCase[] = [
  row('mcp-servers-type', 'a list', '{\n "mcpServers": []}', [2, 16], 'an array'),
  row('mcp-wrapper-missing', 'no wrapper', '{\n "s": {"command": "a"}}', [2, 2], 's must stand under'),
  row(
    'mcp-server-invalid',
    'no command',
    '{"mcpServers":\n {"s": {"args": []}}}',
    [2, 8],
    '"s" cannot be used',
  ),
  row(
    'mcp-field-ignored',
    'a field',
    '{"mcpServers": {"s": {"command": "a",\n "cwd": "b"}}}',
    [2, 2],
    '"cwd"',
  ),
  row(
    'mcp-variable-missing',
    'a variable',
    `{"mcpServers": {"s": {"command": "a",\n "args": ["\${NOPE}"]}}}`,
    [2, 11],
    'NOPE is not set',
  ),
  {
    ...row(
      'mcp-variable-withheld',
      'a variable that nobody granted',
      `{"mcpServers": {"s": {"command": "a",\n "args": ["\${KEY}"]}}}`,
      [2, 11],
      'httpHookAllowedEnvVars',
    ),
    diagnose(place) {
      place.write('project/.mcp.json', `{"mcpServers": {"s": {"command": "a",\n "args": ["\${KEY}"]}}}`);
      return loadMcpServers(place.request(), { env: () => ({ KEY: 'k' }) }).diagnostics;
    },
  },
  row(
    'mcp-server-hidden',
    'two of one name',
    '{"mcpServers": {\n"mine": {"command": "b"}}}',
    [2, 1],
    'home/.amplifier/mcp.json',
  ),
  {
    code: 'mcp-server-off',
    title: 'kept out',
    says: 'allow_project_hooks',
    at: [1, 16],
    diagnose(place) {
      place.write('project/.mcp.json', { mcpServers: { s: { command: 'a' } } });
      return loadMcpServers(place.request({ allowProjectHooks: false }), { env: () => ({}) }).diagnostics;
    },
  },
];

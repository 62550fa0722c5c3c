// The MCP servers that hooks call.
import { resolve } from 'node:path';
import type { Settled } from '../engine/index.js';
import { type KnownServers, knownServers, serverInWords, serverLine } from '../engine/index.js';
import type { Generation, Hook, McpProgram } from '../nouns.js';
import { diskFacts } from '../validate/index.js';
import { type Finding, inArea } from './finding.js';

const { pass, fail, warn } = inArea('mcp servers');

/** Whether they can be started; nobody starts one or calls it. */
export async function mcpServers(generation: Generation, settled: Settled): Promise<readonly Finding[]> {
  const calling = generation.hooks.filter(
    (hook) => hook.inactive === null && hook.handler.type === 'mcp_tool',
  );
  if (calling.length === 0) return [];
  const { findServer } = await import('../run/mcp/index.js');
  const servers = knownServers(settled, generation);
  const findings = new Map<string, Finding>();
  for (const hook of calling) {
    if (hook.handler.type !== 'mcp_tool') continue;
    const { server } = findServer(hook.handler, hook, servers.usable, settled.profile);
    // One that is not there is told with the hook.
    if (server === null || findings.has(server.name)) continue;
    const place = { file: server.file, line: server.line, column: server.line === null ? null : 1 };
    const what = `${server.name}: ${serverLine(serverInWords(server, servers))}`;
    // What may not be called is told with the hook.
    if (server.kind !== 'stdio') findings.set(server.name, pass(`${what} (--probe connects to it)`, place));
    else if (await isFound(server, hook, generation, settled))
      findings.set(server.name, pass(`${what} (--probe starts it)`, place));
    else
      findings.set(
        server.name,
        fail(
          `${what}: the program ${server.command} is not there`,
          'Install it, or correct "command".',
          place,
        ),
      );
  }
  return [...findings.values(), ...hidden(calling, servers), ...problems(servers)];
}

/** Servers that another of the same name stands in front of, where a hook calls that name. */
function hidden(calling: readonly Hook[], { usable }: KnownServers): readonly Finding[] {
  const names = calling.flatMap(({ handler }) => (handler.type === 'mcp_tool' ? [handler.server] : []));
  // A plugin's server carries the name of the plugin in front of its own.
  const isCalled = (message: string): boolean =>
    names.some((name) => message.includes(`"${name}"`) || message.includes(`:${name}"`));
  return usable.diagnostics
    .filter(({ code, message }) => code === 'mcp-server-hidden' && isCalled(message))
    .map(({ message, hint, file, line, column }) => warn(message, hint, { file, line, column }));
}

async function isFound(
  server: McpProgram,
  hook: Hook,
  generation: Generation,
  { env, profile, projectDir }: Settled,
): Promise<boolean> {
  const { serverEnvironment } = await import('../run/mcp/index.js');
  const facts = diskFacts();
  const around = { hook, profile, projectDir, base: env, generationEnv: generation.env };
  const own = serverEnvironment(server, around);
  if (!server.command.includes('/')) return facts.find(server.command, own['PATH'] ?? '') !== null;
  const file = resolve(projectDir, server.command);
  return facts.kind(file) === 'file' && facts.isExecutable(file);
}

const problems = ({ usable }: KnownServers): readonly Finding[] =>
  usable.diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, message, hint, file, line, column }) =>
      (severity === 'error' ? fail : warn)(message, hint, { file, line, column }),
    );

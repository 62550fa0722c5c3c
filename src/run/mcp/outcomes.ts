// Faults of servers as outcomes of hooks, in words that name the server.
import type { McpServer, Outcome } from '../../nouns.js';
import { type LaunchFailed, launchFailed } from '../command/launch.js';
import { addressInWords } from '../http/permission.js';
import { McpFault, NotStarted } from './fault.js';

/** What became of a call that was not answered. Throws what is no fault of the server. */
export function outcomeOf(error: unknown, server: McpServer, stderr: string): Outcome {
  if (error instanceof NotStarted) {
    const { problem, path, message } = error.failure;
    return launchFailed(problem, path, `the MCP server "${server.name}" cannot be started: ${message}`);
  }
  if (!(error instanceof McpFault)) throw error;
  if (error.kind === 'refused') return refused(server, error.message);
  if (error.kind === 'garbled') {
    return { kind: 'badOutput', message: sentence(server, error.message), exitCode: 0, stdout: '', stderr };
  }
  const problem = error.kind === 'unreachable' ? 'unreachable' : 'call-failed';
  return { ...failed(server, problem, error.message), stderr };
}

/** The server may not be called where it is. */
export const refused = (server: McpServer, why: string): Outcome => ({
  kind: 'refused',
  why: sentence(server, `may not be called: ${why}`),
});

export const failed = (server: McpServer, problem: LaunchFailed['problem'], message: string): LaunchFailed =>
  launchFailed(problem, pathOf(server), sentence(server, message));

const sentence = (server: McpServer, message: string): string => `the MCP server "${server.name}" ${message}`;

/** A variable in the query of an address may be a secret. */
const pathOf = (server: McpServer): string =>
  server.kind === 'stdio' ? server.command : addressInWords(server.url);

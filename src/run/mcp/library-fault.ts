// Errors of the MCP library and of `fetch` as faults.
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { reasonOf } from '../../text/index.js';
import { McpFault, shortened } from './fault.js';

export const isClosed = (error: unknown): boolean =>
  error instanceof McpError && error.code === ErrorCode.ConnectionClosed;
/** Before there is a session none can be lost. */
export function connectFault(error: unknown): McpFault {
  const fault = faultOf(error);
  return fault.kind === 'session-lost' ? new McpFault('rejected', fault.message) : fault;
}

export function faultOf(error: unknown): McpFault {
  if (error instanceof McpFault) return error;
  if (error instanceof StreamableHTTPError || error instanceof SseError)
    return httpFault(error.code ?? 0, error.message);
  if (error instanceof McpError) {
    const { data } = error;
    const stated = typeof data === 'object' && data !== null && 'fault' in data ? data.fault : null;
    const message = error.message.replace(/^MCP error -?\d+: /, '');
    if (stated === 'garbled' || stated === 'unreachable') return new McpFault(stated, message);
    if (error.code === ErrorCode.ConnectionClosed)
      return new McpFault('unreachable', 'the connection was closed before the answer');
    return new McpFault('rejected', `answered with error ${error.code}: ${shortened(message)}`);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && error instanceof TypeError) {
    return cause instanceof McpFault
      ? cause
      : new McpFault('unreachable', `cannot be reached: ${reasonOf(cause)}`);
  }
  const why = reasonOf(error);
  return new McpFault('garbled', `answered with something that is not MCP: ${shortened(why, 300)}`);
}

function httpFault(status: number, message: string): McpFault {
  const text = shortened(message.replace(/^(?:Streamable HTTP|SSE) error: /, ''), 500);
  if (status === 404) return new McpFault('session-lost', `answered with HTTP status 404: ${text}`);
  if (status === 401 || status === 403) {
    return new McpFault(
      'rejected',
      `answered with HTTP status ${status}; give it an Authorization in "headers"`,
    );
  }
  if (status >= 300) return new McpFault('rejected', `answered with HTTP status ${status}: ${text}`);
  if (status === -1) return new McpFault('garbled', `answered with something that is not MCP: ${text}`);
  return new McpFault('unreachable', `cannot be reached: ${text}`);
}

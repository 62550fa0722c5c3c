// MCP over the stdin and stdout of a process. The library's own transport knows nothing of process groups.
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ServerProcess } from './server-process.js';

export class StdioTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #process: ServerProcess;

  constructor(process: ServerProcess) {
    this.#process = process;
  }

  async start(): Promise<void> {
    this.#process.onEnd = () => this.onclose?.();
    this.#process.onLine = (line) => {
      const message = read(line);
      if (message === null) this.#process.passOver(line);
      else this.onmessage?.(message);
    };
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#process.write(serializeMessage(message));
  }

  close(): Promise<void> {
    return this.#process.end();
  }
}

function read(line: string): JSONRPCMessage | null {
  try {
    return deserializeMessage(line);
  } catch {
    return null;
  }
}

// Servers on this machine that write down what reaches them.
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { onTestFinished } from 'vitest';

/** A server on all addresses of this machine that writes down what it is sent. */
export async function listener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push([request.url, ...request.rawHeaders].join(' '));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server does not listen');
  return { heard, port: at.port };
}

/** An address of this machine that is not loopback; where there is none, `0.0.0.0` stands for it. */
export const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '0.0.0.0';

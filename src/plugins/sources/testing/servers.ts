// Servers on the loopback for tests: files, a registry of npm packages, and git over http.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export interface TestServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** What was asked for, as `GET /path`. */
  readonly asked: string[];
}

export async function serve(answer: Answer): Promise<TestServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response, new URL(request.url ?? '/', 'http://loopback'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

/** An address at which nobody answers. */
export async function deadAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** Promises a body and ends the connection in the middle of it. */
export function cutShort(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-length': body.byteLength });
  response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => response.destroy());
}

export const serveFiles = (folder: string): Promise<TestServer> =>
  serve((_request, response, url) => {
    const file = join(folder, decodeURIComponent(url.pathname));
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() !== true) {
      response.writeHead(404).end('not found');
      return;
    }
    response.writeHead(200, { 'content-length': found.size });
    createReadStream(file).pipe(response);
  });

export interface TestPackage {
  readonly name: string;
  /** version → tarball */
  readonly versions: Readonly<Record<string, Buffer>>;
  /** An integrity other than the true one. */
  readonly integrity?: string;
  readonly cut?: boolean;
  /** Fields of every version, such as scripts. */
  readonly manifest?: Readonly<Record<string, unknown>>;
}

export async function serveRegistry(packages: readonly TestPackage[]): Promise<TestServer> {
  const server: TestServer = await serve((_request, response, url) => {
    const path = decodeURIComponent(url.pathname).slice(1);
    const wanted = packages.find(({ name }) => path === name || path.startsWith(`${name}/-/`));
    const tarball = wanted?.versions[/-\/(.+)\.tgz$/.exec(path)?.[1] ?? ''];
    if (wanted === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
    } else if (path === wanted.name) {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(packument(server.url, wanted)));
    } else if (tarball === undefined) {
      response.writeHead(404).end();
    } else if (wanted.cut === true) {
      cutShort(response, tarball);
    } else {
      response.writeHead(200, { 'content-length': tarball.byteLength }).end(tarball);
    }
  });
  return server;
}

export const integrityOf = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

function packument(url: string, { name, versions, integrity, manifest }: TestPackage): unknown {
  const entries = Object.entries(versions).map(([version, bytes]) => {
    const dist = { tarball: `${url}/${name}/-/${version}.tgz`, integrity: integrity ?? integrityOf(bytes) };
    return [version, { ...manifest, name, version, dist }];
  });
  return {
    name,
    'dist-tags': { latest: Object.keys(versions).at(-1) },
    versions: Object.fromEntries(entries),
  };
}

export interface GitServerWays {
  /** Ends the connection in the middle of the pack. */
  readonly cut?: boolean;
  /** Asks everybody to log in. */
  readonly locked?: boolean;
  /** Called when the pack is asked for, which then never comes. */
  readonly onStalled?: () => void;
}

/** The repositories below a folder, through `git http-backend`. */
export const serveGit = (folder: string, ways: GitServerWays = {}): Promise<TestServer> =>
  serve((request, response, url) => {
    if (ways.locked === true) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
      return;
    }
    const pack = request.method === 'POST' && url.pathname.endsWith('/git-upload-pack');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const fetching = pack && body.includes('command=fetch');
      if (fetching && ways.onStalled !== undefined) {
        ways.onStalled();
        return;
      }
      backend(folder, request, url, body, (status, headers, answer) => {
        if (fetching && ways.cut === true) cutShort(response, answer);
        else response.writeHead(status, headers).end(answer);
      });
    });
  });

function backend(
  folder: string,
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  done: (status: number, headers: Record<string, string>, body: Buffer) => void,
): void {
  const env = {
    PATH: process.env['PATH'],
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers['content-type'],
    CONTENT_LENGTH: String(body.byteLength),
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
    GIT_PROTOCOL: [request.headers['git-protocol']].flat()[0],
  };
  const child = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.once('close', () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf('\r\n\r\n');
    const lines = output.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*/, 2)));
    const status = Number(/^\d+/.exec(headers['Status'] ?? '200')?.[0]);
    done(status, headers, output.subarray(end + 4));
  });
}

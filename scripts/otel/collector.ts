// A small collector of OpenTelemetry, made by its own builder from Go modules: it takes OTLP, and writes what it took to a file.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Of the collector, and of its parts that are counted otherwise. The newest whose modules can all be had. */
const VERSION = 'v0.161.0';
const PROVIDERS = 'v1.67.0';
const CORE = 'go.opentelemetry.io/collector';

const RECIPE = `dist:
  name: collector
  description: takes OTLP and writes it to a file
  output_path: ./made
receivers:
  - gomod: ${CORE}/receiver/otlpreceiver ${VERSION}
exporters:
  - gomod: ${CORE}/exporter/debugexporter ${VERSION}
  - gomod: github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter ${VERSION}
providers:
  - gomod: ${CORE}/confmap/provider/fileprovider ${PROVIDERS}
  - gomod: ${CORE}/confmap/provider/envprovider ${PROVIDERS}
`;

/** Builds it in a folder, once; the path of the program. */
export function buildCollector(folder: string, say: (line: string) => void): string {
  const [recipe, program] = [join(folder, 'builder.yaml'), join(folder, 'made', 'collector')];
  if (existsSync(program) && existsSync(recipe) && readFileSync(recipe, 'utf8') === RECIPE) return program;
  mkdirSync(folder, { recursive: true });
  rmSync(recipe, { force: true });
  const env = { ...process.env, GOBIN: folder };
  const run = (file: string, ...args: string[]): void =>
    void execFileSync(file, args, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  say(`building the collector ${VERSION}; the first time takes minutes`);
  run('go', 'install', `${CORE}/cmd/builder@${VERSION}`);
  const trial = join(folder, 'trial.yaml');
  writeFileSync(trial, RECIPE);
  run(join(folder, 'builder'), '--config', trial);
  // Only now it is known to be one that works.
  writeFileSync(recipe, RECIPE);
  return program;
}

export interface Collector {
  readonly endpoint: string;
  /** What it took so far, one request a line. */
  lines(): readonly string[];
  stop(): Promise<void>;
}

export async function startCollector(program: string, folder: string): Promise<Collector> {
  const port = await freePort();
  const [config, file] = [join(folder, 'config.yaml'), join(folder, 'received.jsonl')];
  rmSync(file, { force: true });
  const all = '{ receivers: [otlp], exporters: [file, debug] }';
  writeFileSync(
    config,
    `receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${port}" } } } }
exporters: { file: { path: ${JSON.stringify(file)} }, debug: {} }
service:
  telemetry: { metrics: { level: none } }
  pipelines: { traces: ${all}, metrics: ${all}, logs: ${all} }
`,
  );
  const child = spawn(program, ['--config', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  await ready(child);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    lines: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [],
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('Everything is ready')) resolve();
    });
    child.on('exit', () => reject(new Error(`the collector ended:\n${said}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address === null || typeof address === 'string' ? 0 : address.port;
}

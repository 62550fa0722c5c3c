// What an http hook costs: the engine against a bare fetch of the same server over a kept connection.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interleaved, median } from './measure.js';
import { Project } from './project.js';
import { ms, type Row, times } from './row.js';

const ANSWER = { suppressOutput: true };

/** In a process of its own, so that its work is on neither bill. */
const SERVER = `
const answer = ${JSON.stringify(JSON.stringify(ANSWER))};
const server = require('node:http').createServer((request, response) => {
  request.resume();
  request.on('end', () => response.setHeader('content-type', 'application/json').end(answer));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

async function startServer(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = spawn(process.execPath, ['-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}/hook`, stop: () => child.kill() };
}

export async function httpHook(rounds: number): Promise<Row> {
  const { url, stop } = await startServer();
  const project = new Project();
  const folder = join(project.root, '.amplifier', 'hooks');
  mkdirSync(folder, { recursive: true });
  const group = { matcher: 'Bash', hooks: [{ type: 'http', url }] };
  writeFileSync(join(folder, 'hooks.json'), JSON.stringify({ hooks: { PreToolUse: [group] } }));
  const engine = project.engine();
  const input = project.input('Bash');
  const body = `${JSON.stringify(input.fields)}\n`;
  const first = await engine.dispatch(input);
  if (first.runs.length !== 1 || first.failures.length > 0)
    throw new Error(`the http hook of the benchmark did not run: ${first.failures[0]?.message ?? ''}`);
  const measured = await interleaved(
    {
      floor: async () => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(url, { method: 'POST', headers, body });
        return response.json();
      },
      engine: () => engine.dispatch(input),
    },
    rounds,
  );
  await engine.close();
  project.remove();
  stop();
  const [floor, own] = [median(measured['floor'] ?? []), median(measured['engine'] ?? [])];
  return {
    what: 'one http hook on loopback, against a bare `fetch` over a kept connection',
    floor: ms(floor),
    engine: ms(own),
    ratio: times(own / floor),
    bar: '≤ 1.2 ×',
    kept: own / floor <= 1.2,
  };
}

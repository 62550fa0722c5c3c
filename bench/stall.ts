// How long one hook holds up the event loop of a host of a given size. Started by run.ts with the size in MB.
import { performance } from 'node:perf_hooks';
import { bareSpawn } from './floor.js';
import { median, stallDuring } from './measure.js';
import { Project, shell } from './project.js';

const megabytes = Number(process.argv[2] ?? 0);
// Memory outside the JavaScript heap is what makes a fork dear.
const ballast = Array.from({ length: megabytes }, (_, index) => Buffer.alloc(1024 * 1024, index));

const project = new Project();
project.write('', [{ matcher: 'Bash', command: 'true' }]);
const engine = project.engine();
const input = project.input('Bash');
const stdin = Buffer.from(`${JSON.stringify(input.fields)}\n`);
const bare = { shell, command: 'true', cwd: project.root, env: project.env, stdin };

const [engineStalls, bareStalls, engineTimes]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < 60; round += 1) {
  bareStalls.push(await stallDuring(() => bareSpawn(bare)));
  const start = performance.now();
  engineStalls.push(await stallDuring(() => engine.dispatch(input)));
  engineTimes.push(performance.now() - start);
}
await engine.close();
project.remove();
const report = {
  rss: Math.round(process.memoryUsage().rss / 1024 / 1024),
  ballast: ballast.length,
  engine: median(engineStalls),
  bare: median(bareStalls),
  time: median(engineTimes),
};
process.stdout.write(JSON.stringify(report));

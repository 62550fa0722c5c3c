// `npm run fuzz -- [--seed <number>] [--count <number>] [--only <target>]`
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.js';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const count = Number(values.count ?? 1_000_000);
console.log(`seed ${seed}, ${count} inputs`);
const { tried, findings, slowest } = await fuzz(seed, count, values.only ?? null, (target, done) =>
  process.stderr.write(`\r${target} ${done}   `),
);
process.stderr.write('\n');
for (const [target, done] of Object.entries(tried)) console.log(`${target.padEnd(15)} ${done} inputs`);
console.log(
  `slowest: ${Math.round(slowest.ms)} ms of CPU time, --only ${slowest.target} --seed ${slowest.seed} --count 1`,
);
for (const { target, seed: own, what } of findings)
  console.log(`\nFOUND with --only ${target} --seed ${own} --count 1\n${what}`);
console.log(findings.length === 0 ? 'nothing was found' : `${findings.length} found`);
process.exitCode = findings.length === 0 ? 0 : 1;

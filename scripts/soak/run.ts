// `npm run soak -- [--short]`
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SoakRow, table } from './row.js';
import { soak } from './soak.js';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const executable = fileURLToPath(new URL('../../../dist/bin/amplifier-hooks.cjs', import.meta.url));

const rows: SoakRow[] = [];
for await (const row of soak(executable, values.short)) {
  rows.push(row);
  process.stderr.write(`${row.what}: ${row.passed === null ? 'skipped' : row.passed ? 'pass' : 'FAIL'}\n`);
}
process.stdout.write(`${table(rows)}\n`);
process.exitCode = rows.some(({ passed }) => passed === false) ? 1 : 0;

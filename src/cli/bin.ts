#!/usr/bin/env node
// The entry of the command `amplifier-hooks`. What is asked for most loads least.
import { Chunks } from './chunks.js';
import { versionLine } from './version-line.js';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) version();
else new Chunks(import.meta.dirname, process.env).run('./start.cjs', argv);

function version(): void {
  process.stdout.on('error', (error) => {
    // Nobody reads any more: that is no fault.
    if ('code' in error && error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`amplifier-hooks: the output cannot be written: ${error.message}\n`);
    process.exit(1);
  });
  process.stdout.write(versionLine());
}

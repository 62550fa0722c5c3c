#!/usr/bin/env node
// The entry of the command `amplifier-hooks`. What is asked for most loads least.
import { Chunks } from './chunks.js';
import { versionLine } from './version-line.js';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) version();
else chunks().run('./start.cjs', argv);

function version(): void {
  process.stdout.on('error', (error) => chunks().leave('./start.cjs', error));
  process.stdout.write(versionLine());
}

function chunks(): Chunks {
  return new Chunks(import.meta.dirname, process.env);
}

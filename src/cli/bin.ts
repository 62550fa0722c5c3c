#!/usr/bin/env node
// The entry of the command `amplifier-hooks`. What is asked for most loads least.
import { VERSION } from '../version.js';
import { Chunks } from './chunks.js';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${VERSION}\n`);
else new Chunks(import.meta.dirname, process.env).run('./start.cjs', argv);

#!/usr/bin/env node
// The entry of the command `amplifier-hooks`.
import { main } from './program.js';

const { stdin, stdout, stderr, env } = process;
process.once('SIGINT', () => process.exit(130));
process.exitCode = await main(process.argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd() });

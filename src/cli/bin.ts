#!/usr/bin/env node
// The entry of the command `amplifier-hooks`. What is asked for most loads least.
import { keepCompiled } from './compiled.js';

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) void version();
else {
  keepCompiled(process.env);
  void import('./start.js').then(({ start }) => start(argv));
}

async function version(): Promise<void> {
  const { versionLine } = await import('./version-line.js');
  process.stdout.on('error', (error) => void import('./start.js').then(({ leave }) => leave(error)));
  process.stdout.write(versionLine());
}

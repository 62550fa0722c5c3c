// A later shell command of the host: it sources the env files and sees what they export.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseEnvListing } from '../env-listing.js';

const run = promisify(execFile);

/** The environment of a shell command after the env files, in their order. */
export async function shellEnvironment(
  envFiles: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const script = 'for file; do . "$file"; done; env';
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...envFiles], { env });
  return parseEnvListing(stdout);
}

#!/usr/bin/env node
import { VERSION } from '../version.js';
// The entry of the executable `amplihack-hooks`. What is asked for most loads least.
import { runAmplihack, telemetry, tooLarge, USAGE } from './run.js';
import { readStdin, tell, write } from './standard-streams.js';
import { findSubcommand } from './subcommands.js';

const UNWRITABLE = 3;

async function main(argv: readonly string[]): Promise<number> {
  const [subcommand = ''] = argv;
  if (subcommand === '--version' || subcommand === '-V') {
    write(1, `amplihack-hooks ${VERSION} (Node ${process.versions.node} at ${process.execPath})\n`);
    return 0;
  }
  if (subcommand === '--help' || subcommand === '-h' || subcommand === 'help') {
    write(1, USAGE);
    return 0;
  }
  const surroundings = { root: process.cwd(), env: process.env };
  if (subcommand === 'lock' || subcommand === 'unlock') {
    const { lockCommand } = await import('./seldom.js');
    const { stdout, stderr, exitCode } = await lockCommand(argv, {
      cwd: surroundings.root,
      env: process.env,
    });
    tell(1, stdout);
    tell(2, stderr);
    return exitCode;
  }
  if (subcommand === 'precommit-prefs') {
    await readStdin();
    return 0;
  }
  const found = findSubcommand(subcommand);
  const stdin = found === null ? '' : await readStdin();
  const { stdout, stderr, exitCode } =
    found !== null && stdin === null
      ? tooLarge(found)
      : await runAmplihack(subcommand, stdin ?? '', surroundings);
  const written = write(1, stdout);
  if (written.kind === 'closed') return 0;
  if (written.kind === 'done' || found === null) {
    tell(2, stderr);
    return exitCode;
  }
  // Half a reply cannot be mended by another one.
  const isMended = !written.started && write(1, '{}\n').kind === 'done';
  tell(2, `${telemetry(found.name, 0n, { result: 'error', message: 'the reply could not be written' })}\n`);
  return isMended ? 0 : UNWRITABLE;
}

/** Not even the current directory can be told, or worse: still no reason to stand in anybody's way. */
function giveUp(subcommand: string, error: unknown): number {
  const hook = findSubcommand(subcommand);
  const name = error instanceof Error ? error.name : 'failure';
  if (hook === null) {
    tell(2, `amplihack-hooks: ${subcommand}: unexpected ${name}; is the current directory still there?\n`);
    return 1;
  }
  const isWritten = write(1, '{}\n').kind !== 'failed';
  tell(2, `${telemetry(hook.name, 0n, { result: 'panic', message: `unexpected ${name}` })}\n`);
  return isWritten ? 0 : UNWRITABLE;
}

const [, , ...argv] = process.argv;
main(argv)
  .catch((error: unknown) => giveUp(argv[0] ?? '', error))
  // Everything is written. Left alone, Node would give back all of its memory piece by piece before it ends.
  .then((code) => process.exit(code));

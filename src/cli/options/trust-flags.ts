// `--trust-file`, `--trust-project` and `--require-trusted`: for machines without a person.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { EngineOptions } from '../../engine/index.js';
import type { Generation } from '../../nouns.js';
import { reasonOf } from '../../text/index.js';
import { readTrustFile } from '../../trust/index.js';
import type { Call } from '../command.js';
import { complain, UserError } from '../io.js';
import { flag, textFlag } from './flags.js';

export function defineTrustFlags(command: Command): void {
  command
    .option('--trust-file <file>', 'count the digests of `trust --export` as approved')
    .option('--trust-project', 'run what the project brings, approved or not')
    .option('--require-trusted', 'fail where something of the project is not approved');
}

/** What those flags say; the loud one says so. */
export function trustOptions({ options, io }: Call): Pick<EngineOptions, 'trust' | 'trustedDigests'> {
  const file = textFlag(options, 'trustFile');
  const whole = flag(options, 'trustProject');
  if (whole)
    complain(io, ['amplifier-hooks: --trust-project: WHAT THIS PROJECT BRINGS RUNS, APPROVED OR NOT']);
  return {
    ...(whole ? { trust: 'follow' } : {}),
    ...(file === null ? {} : { trustedDigests: digestsIn(file, io) }),
  };
}

function digestsIn(file: string, { cwd }: Call['io']): ReadonlySet<string> {
  try {
    return readTrustFile(resolve(cwd, file));
  } catch (error) {
    throw new UserError(reasonOf(error), 'Make it with: `amplifier-hooks trust --export > trusted.json`');
  }
}

/** Fails where something waits for approval and the command line does not put up with that. */
export function requireTrusted({ options }: Pick<Call, 'options'>, generation: Generation): void {
  if (!flag(options, 'requireTrusted')) return;
  const found = generation.diagnostics.find(({ code }) => code === 'hooks-untrusted');
  if (found !== undefined) throw new UserError(found.message, found.hint);
}

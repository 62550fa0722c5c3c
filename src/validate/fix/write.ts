// Carries fixes out: each file in one step, with its mode, and with what it was kept beside it.
import { chmodSync, constants, copyFileSync, existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { readBytes, replaceFile } from '../../files/index.js';
import { reasonOf } from '../../text/index.js';
import type { Fix } from './plan.js';

export type Applied =
  | { readonly file: string; readonly done: true; readonly backup: string | null }
  | { readonly file: string; readonly done: false; readonly why: string };

/** Does one fix. Never throws; a file that changed in the meantime is left alone. */
export function applyFix(fix: Fix): Applied {
  try {
    return fix.kind === 'executable' ? makeExecutable(fix.file) : rewrite(fix);
  } catch (error) {
    return { file: fix.file, done: false, why: reasonOf(error) };
  }
}

/** Whoever may read it may run it. */
function makeExecutable(file: string): Applied {
  const { mode } = statSync(file);
  chmodSync(file, (mode & 0o7777) | ((mode & 0o444) >> 2));
  return { file, done: true, backup: null };
}

function rewrite({ file, before, after }: Extract<Fix, { kind: 'edit' }>): Applied {
  const real = realpathSync(file);
  if (readBytes(real).toString('utf8') !== before)
    return { file, done: false, why: 'it was changed in the meantime' };
  const backup = freeName(`${real}.bak`);
  copyFileSync(real, backup, constants.COPYFILE_EXCL);
  try {
    replaceFile(real, after, { durable: true });
  } catch (error) {
    rmSync(backup, { force: true });
    throw error;
  }
  return { file, done: true, backup };
}

function freeName(wanted: string): string {
  for (let number = 0; ; number++) {
    const name = number === 0 ? wanted : `${wanted}.${number}`;
    if (!existsSync(name)) return name;
  }
}

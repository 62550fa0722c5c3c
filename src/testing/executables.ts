// The executables as they are installed: bundled, for tests that start them as processes of their own.
// `AMPLIFIER_HOOKS_EXECUTABLE`, the path of an `amplifier-hooks.cjs`, has the same tests try another build.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleAmplihack } from '../../scripts/amplihack.mjs';
import { bundle } from '../../scripts/bundle.mjs';

export interface Executables {
  /** `amplifier-hooks` */
  readonly command: string;
  /** `amplihack-hooks` */
  readonly amplihack: string;
}

const BUNDLERS = { command: bundle, amplihack: bundleAmplihack };

const inFolder = (folder: string): Executables => ({
  command: join(folder, 'amplifier-hooks.cjs'),
  amplihack: join(folder, 'amplihack-hooks.cjs'),
});

/** Makes executables in one folder before the tests of a file, and removes them afterwards; their paths. */
export function withExecutables<Name extends keyof Executables>(
  ...names: readonly Name[]
): Pick<Executables, Name> {
  const another = process.env['AMPLIFIER_HOOKS_EXECUTABLE'];
  if (another !== undefined) return inFolder(dirname(another));
  const built = realpathSync(mkdtempSync(join(tmpdir(), 'amplifier-hooks-executables-')));
  const folder = join(built, 'dist', 'bin');
  beforeAll(async () => {
    for (const name of names) await BUNDLERS[name](folder);
  }, 60_000);
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  return inFolder(folder);
}

// Whether Codex will run what was connected, as Codex itself sees it.
import { type Comparison, type ConnectPlan, comparedWithCodex } from '../../connect/index.js';
import { readText } from '../../files/index.js';
import { findProgram } from '../../machine/index.js';
import type { Io } from '../io.js';

/** `absent`: Codex is not here. */
export type CodexCheck = Comparison | { readonly kind: 'absent' };

export async function codexCheck({ env }: Io, { place, hashes }: ConnectPlan): Promise<CodexCheck> {
  const codex = findProgram('codex', env['PATH'] ?? '');
  const read = readText(place);
  if (codex === null || read.state !== 'text') return { kind: 'absent' };
  return comparedWithCodex(
    { codex, env },
    read.text,
    hashes.map(({ hash }) => hash),
  );
}

// Whether Codex will run what was connected, as Codex itself sees it.
import { type ConnectPlan, differenceFromCodex } from '../../connect/index.js';
import { readText } from '../../files/index.js';
import { findProgram } from '../../machine/index.js';
import type { Io } from '../io.js';

/** `same`: Codex has the same hashes; `absent`: it is not here, so it cannot be asked. */
export type CodexCheck =
  | { readonly kind: 'same' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'differs'; readonly why: string };

export async function codexCheck({ env }: Io, { place, hashes }: ConnectPlan): Promise<CodexCheck> {
  const codex = findProgram('codex', env['PATH'] ?? '');
  const read = readText(place);
  if (codex === null || read.state !== 'text') return { kind: 'absent' };
  const why = await differenceFromCodex(
    { codex, env },
    read.text,
    hashes.map(({ hash }) => hash),
  );
  return why === null ? { kind: 'same' } : { kind: 'differs', why };
}

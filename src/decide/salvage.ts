// A deny that the output rules throw away is honoured, or at least named.
import type { Hook } from '../nouns.js';
import { findLostDecision } from './lost.js';
import { note } from './messages.js';
import { blocking, type Circumstances, type Part, STOCK_BLOCK } from './parts.js';

export interface Salvaged {
  readonly denies: boolean;
  /** The part stops something. */
  readonly blocks: boolean;
  readonly part: Part;
}

/** Whether a hook of this event can stop anything. */
export const canBlock = ({ exit2, permission }: Circumstances['row']): boolean =>
  exit2 !== 'nothing' || permission;

/** A decision that the output rules throw away: honoured or at least named, by profile. `null`: there is none. */
export function salvage(stdout: string, at: Circumstances, hook: Hook, when: string | null): Salvaged | null {
  const lost = canBlock(at.row) ? findLostDecision(stdout) : null;
  if (lost === null) return null;
  const where = when === null ? lost.where : `${lost.where}, ${when}`;
  // Text for the model may well show an example of a decision; there only a whole broken answer is meant as one.
  const meant = lost.denies && (at.row.stdout !== 'context' || lost.alone);
  if (meant && at.profile.lostDenies === 'honoured') {
    const message = `a deny ${where} breaks the output rules; it was honoured all the same`;
    const diagnostics = [note(hook, 'deny-salvaged', message)];
    return {
      denies: true,
      blocks: true,
      part: { ...blocking(lost.reason ?? STOCK_BLOCK, at.row), diagnostics },
    };
  }
  const message = `what looks like a ${lost.denies ? 'deny' : 'decision'} ${where} had no effect`;
  const diagnostics = [note(hook, 'decision-not-taken', message)];
  return { denies: lost.denies, blocks: false, part: { diagnostics } };
}

// How the process of a hook was started, in words.
import type { RunStart } from '../nouns.js';

const NAMES: Readonly<Record<Exclude<RunStart['kind'], 'cold'>, string>> = {
  shell: 'a ready shell',
  bash: 'a ready bash with its script',
  python: 'a ready Python',
  node: 'a ready Node',
  fork: 'a Python forked from a ready one',
};

export const readyInWords = (kind: keyof typeof NAMES): string => NAMES[kind];

export const REPEATED = 'asked again: the engine that had it was lost, so its hooks may have run twice';

/** For a run: from which process, and what that saved. */
export function startInWords(start: RunStart): string {
  if (start.kind === 'cold') return `cold: ${start.why}`;
  const saved = start.savedMs === null ? '' : `, saved about ${savedInWords(start.savedMs)}`;
  return `warm: ${readyInWords(start.kind)}${saved}`;
}

export const savedInWords = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

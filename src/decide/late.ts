// What a background hook has to say when it ends: texts for the model, never a decision.
import type { HookInput } from '../events/index.js';
import type { Diagnostic, Hook, Run, Said } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { failureText, note } from './messages.js';
import { isAsyncMarker, readOutput, UNFINISHED } from './output.js';

export interface Late {
  readonly texts: readonly Said<string>[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the end of a background run. Only synchronous hooks decide; a failure is reported, not acted on. */
export function lateOf(run: Run, input: HookInput, profile: Profile): Late {
  const { hook, outcome } = run;
  if (outcome.kind !== 'finished') {
    const harmless =
      outcome.kind === 'cancelled' || outcome.kind === 'answered' || outcome.kind === 'background';
    return { texts: [], diagnostics: harmless ? [] : [failed(run)] };
  }
  const stdout = withoutMarker(outcome.stdout);
  const { handler } = hook;
  if (handler.type === 'command' && handler.background === 'rewake' && outcome.exitCode === 2) {
    const words = [handler.rewakeSummary, handler.rewakeMessage, outcome.stderr.trim() || stdout.trim()];
    return { texts: said([words.filter((word) => word).join('\n')], run), diagnostics: [] };
  }
  const output = readOutput(stdout, input.row, profile);
  const problem =
    output.kind === 'bad' ? output.problem : output.kind === 'text' && output.unfinished ? UNFINISHED : null;
  if (problem !== null) {
    const message = `its background output was not used: ${problem}`;
    return { texts: [], diagnostics: [note(hook, 'background-failed', message)] };
  }
  if (output.kind === 'answer') {
    const { systemMessage, specific } = output.answer;
    return { texts: said([systemMessage, specific['additionalContext']], run), diagnostics: [] };
  }
  const fine = outcome.exitCode === 0 || outcome.exitCode === 2;
  return { texts: [], diagnostics: fine ? [] : [failed(run)] };
}

/** The first line that asked for the background is not part of the answer. */
function withoutMarker(stdout: string): string {
  const [first = ''] = stdout.split('\n', 1);
  return isAsyncMarker(first) ? stdout.slice(first.length) : stdout;
}

/** Texts that wait for the next event of a session: no more than this many, and no more than this long together. */
export const MOST_WAITING = 64;
export const LONGEST_WAITING = 1_000_000;

/** The newest, as far as there is room, but always the very last. */
export function newestLate(all: readonly Said<string>[]): readonly Said<string>[] {
  let room = LONGEST_WAITING;
  const first = all.findLastIndex(({ value }, index) => {
    room -= value.length;
    return index < all.length - 1 && (room < 0 || index < all.length - MOST_WAITING);
  });
  return all.slice(first + 1);
}

/** What waits when more is said. */
export function keepLate(
  waiting: readonly Said<string>[],
  more: readonly Said<string>[],
  by: Hook,
): { readonly kept: readonly Said<string>[]; readonly dropped: readonly Diagnostic[] } {
  const all = [...waiting, ...more];
  const kept = newestLate(all);
  const lost = all.length - kept.length;
  if (lost === 0) return { kept, dropped: [] };
  const message = `nobody asked in time for what background hooks said; the oldest texts were dropped: ${lost}`;
  return { kept, dropped: [note(by, 'background-dropped', message)] };
}

const failed = (run: Run): Diagnostic =>
  note(run.hook, 'background-failed', `failed in the background: ${failureText(run)}`);

const said = (texts: readonly unknown[], run: Run): Said<string>[] =>
  texts.flatMap((value) => (typeof value === 'string' && value !== '' ? [{ value, by: run.hook.id }] : []));

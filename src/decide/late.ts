// What a background hook has to say when it ends: two texts for the model, never a decision.
import type { HookInput } from '../events/index.js';
import type { Diagnostic, Run, Said } from '../nouns.js';
import type { Profile } from '../profiles.js';
import { failureText, note } from './messages.js';
import { readOutput } from './output.js';

export interface Late {
  readonly texts: readonly Said<string>[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the end of a background run. Only synchronous hooks decide; a failure is reported, not acted on. */
export function lateOf(run: Run, input: HookInput, profile: Profile): Late {
  const { hook, outcome } = run;
  const rewakes = hook.handler.type === 'command' && hook.handler.background === 'rewake';
  if (outcome.kind !== 'finished') {
    const harmless =
      outcome.kind === 'cancelled' || outcome.kind === 'answered' || outcome.kind === 'background';
    return { texts: [], diagnostics: harmless ? [] : [failed(run)] };
  }
  if (rewakes && outcome.exitCode === 2) {
    const text = outcome.stderr.trim() || outcome.stdout.trim();
    return { texts: said([text], run), diagnostics: [] };
  }
  // A first line that asked for the background is not part of the answer.
  const stdout = outcome.stdout.replace(/^\s*\{[^\n]*"async"[^\n]*\}\s*(?:\n|$)/, '');
  const output = readOutput(stdout, input.row, profile.extraOutput);
  if (output.kind === 'bad') {
    const message = `its background output was not used: ${output.problem}`;
    return { texts: [], diagnostics: [note(hook, 'background-failed', message)] };
  }
  if (output.kind === 'answer') {
    const { systemMessage, specific } = output.answer;
    return { texts: said([systemMessage, specific['additionalContext']], run), diagnostics: [] };
  }
  const fine = outcome.exitCode === 0 || outcome.exitCode === 2;
  return { texts: [], diagnostics: fine ? [] : [failed(run)] };
}

const failed = (run: Run): Diagnostic =>
  note(run.hook, 'background-failed', `failed in the background: ${failureText(run)}`);

const said = (texts: readonly unknown[], run: Run): Said<string>[] =>
  texts.flatMap((value) => (typeof value === 'string' && value !== '' ? [{ value, by: run.hook.id }] : []));

// Asks the person at the terminal about hooks that a command is about to run. Their yes approves exactly what was shown.
import { approve, type Entry, type Survey } from '../../trust/index.js';
import type { Call } from '../command.js';
import { complain, UserError } from '../io.js';
import { flag } from '../options/flags.js';
import { screenFor } from '../show/screen.js';
import { entryInWords, entryLine, showEntry } from '../show/trust.js';
import { askYes } from './ask.js';
import { whyNobody } from './person.js';

/** What became of it: they may run, or nobody said yes, and why. */
export type Answered = { readonly may: true } | { readonly may: false; readonly because: string };

/** Throws `UserError` where something of what was agreed to cannot be approved. */
export async function letRun(
  { io, options }: Call,
  found: Survey,
  waiting: readonly Entry[],
  question: string,
): Promise<Answered> {
  const screen = screenFor(io.stderr, io.env, found.projectDir);
  const nobody = flag(options, 'requireTrusted') ? '--require-trusted says so' : whyNobody(io);
  complain(io, [
    'These hooks are not approved:',
    ...waiting.flatMap((one) =>
      nobody === null ? [...showEntry(one, null, found, screen), ''] : [`  ${entryLine(one, screen)}`],
    ),
  ]);
  if (nobody !== null) return { may: false, because: nobody };
  if (!(await askYes(io, question))) return { may: false, because: 'you did not say yes' };
  const [unfit] = approve(found, waiting, new Date());
  if (unfit !== undefined) throw new UserError(`not approved: ${entryInWords(unfit.entry)}: ${unfit.why}`);
  return { may: true };
}

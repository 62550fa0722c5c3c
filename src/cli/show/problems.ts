// What was noticed while hooks were loaded, in short. The whole look is that of `validate`.
import type { Diagnostic } from '../../nouns.js';
import { plural } from '../../text/index.js';
import { isOfTrust } from '../../trust/index.js';
import { type Screen, wrap } from './screen.js';

/** What concerns approval is said, as no other command says it; of the rest, how much there is and who names it. */
export function loadProblems(diagnostics: readonly Diagnostic[], screen: Screen): string[] {
  const serious = diagnostics.filter(({ severity }) => severity !== 'info');
  const approval = serious.filter(({ code }) => isOfTrust(code));
  const others = serious.filter(({ code }) => !isOfTrust(code));
  return [
    ...approval.flatMap(({ message, hint }) => [
      ...wrap(screen, message, 0, 2),
      ...(hint === null ? [] : wrap(screen, hint, 2, 4)),
    ]),
    ...(others.length === 0 ? [] : wrap(screen, counted(others), 0, 2)),
  ];
}

function counted(found: readonly Diagnostic[]): string {
  const errors = found.filter(({ severity }) => severity === 'error').length;
  const warnings = found.length - errors;
  const them = found.length === 1 ? 'it' : 'them';
  return `While loading hooks: ${plural(errors, 'error')} and ${plural(warnings, 'warning')}. \`amplifier-hooks validate\` shows ${them}, and looks deeper.`;
}

// Guards of a project that an edit takes away while a session runs: whoever can write the project's files can do that, its agent too.
import type { Diagnostic, Generation, Hook } from '../nouns.js';
import { isGuard } from '../trust/index.js';
import { engineDiagnostic } from './codes.js';

/** It is the project's right to do without them, but not in silence. */
export function vanishedGuards(before: Generation, after: Generation): readonly Diagnostic[] {
  const left = new Set(after.hooks.map(keyOf));
  return before.hooks
    .filter((hook) => hook.voice === 'project' && hook.inactive === null && isGuard(hook))
    .filter((hook) => !left.has(keyOf(hook)))
    .map(({ event, id, source: { file } }) =>
      engineDiagnostic(
        'guard-vanished',
        `The ${event} hook ${id} was taken out of ${file} while the session is running; it guards nothing any more`,
        file,
        null,
      ),
    );
}

const keyOf = ({ id, event, source }: Hook): string => `${event} ${id} ${source.file}`;

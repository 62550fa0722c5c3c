// Guards of a project that an edit takes away while sessions run: whoever can write the project's files can do that, its agent too.
import { plainId, type Reload } from '../config/index.js';
import type { Diagnostic, Generation, Hook } from '../nouns.js';
import { isGuard } from '../trust/index.js';
import { engineDiagnostic } from './diagnostic.js';

export class VanishedGuards {
  readonly #isApproved: (hook: Hook) => boolean;
  readonly #kept = new Set<string>();

  constructor(isApproved: (hook: Hook) => boolean) {
    this.#isApproved = isApproved;
  }

  /**
   * A reading in which guards that a person approved, and nobody withdrew, are still there. A project may do without its guards, but
   * that is for its next session: this one began under their watch.
   */
  keep(
    before: Generation,
    result: Reload,
  ): { readonly result: Reload; readonly told: readonly Diagnostic[] } {
    if (result.kind === 'kept') return { result, told: [] };
    const gone = goneBetween(before, result.generation);
    const kept = gone.filter(this.#isApproved);
    const told = gone
      .filter((hook) => !this.#kept.has(keyOf(hook)))
      .map((hook) => vanished(hook, kept.includes(hook)));
    this.#kept.clear();
    for (const hook of kept) this.#kept.add(keyOf(hook));
    if (kept.length === 0) return { result, told };
    const id = [result.generation.id, ...kept.map(keyOf)].join(' ');
    const hooks = Object.freeze([...result.generation.hooks, ...kept]);
    const generation = Object.freeze({ ...result.generation, id, hooks });
    return { result: { ...result, kind: id === before.id ? 'unchanged' : 'adopted', generation }, told };
  }
}

function goneBetween(before: Generation, after: Generation): readonly Hook[] {
  // Most hooks are what they were, and are found by their id alone.
  const known = new Map(after.hooks.map((hook) => [hook.id, hook.source.file]));
  const missing = before.hooks.filter(
    (hook) =>
      hook.voice === 'project' &&
      hook.inactive === null &&
      hook.observes === undefined &&
      known.get(hook.id) !== hook.source.file &&
      isGuard(hook),
  );
  if (missing.length === 0) return [];
  const there = new Set(after.hooks.map(keyOf));
  // One that was moved to another file, and runs there, is not gone.
  const active = new Set(after.hooks.filter(({ inactive }) => inactive === null).map(plainKeyOf));
  return missing.filter((hook) => !there.has(keyOf(hook)) && !active.has(plainKeyOf(hook)));
}

function vanished({ event, line, source: { file } }: Hook, kept: boolean): Diagnostic {
  const what = kept
    ? 'it stays in force for the sessions that run, until a person calls `amplifier-hooks trust`'
    : 'it guards nothing any more';
  const message = `The ${event} hook at ${file}:${line} was taken out while the session is running; ${what}`;
  return engineDiagnostic('guard-vanished', message, file, null);
}

const plainKeyOf = ({ id, event }: Hook): string => `${event} ${plainId(id)}`;
const keyOf = (hook: Hook): string => `${plainKeyOf(hook)} ${hook.source.file}`;

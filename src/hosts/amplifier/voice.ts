// What the user is told: messages of hooks, hooks that failed, what could not be delivered. Nothing is told twice.
import { hookLabel, hookName, hookOf } from '../../hook-name.js';
import { type HookResult, hookResult } from '../../kernel/index.js';
import type { Decision, Diagnostic, Hook, HookId, Severity } from '../../nouns.js';
import { shown } from '../../text/index.js';
import type { HostPort } from './port.js';

export const SOURCE = 'amplifier-hooks';

/** Remarks of which the session remembers that they were made. */
const MOST_REMEMBERED = 500;

/** Diagnostics about what happened just now, not about how things are: they are told each time. */
const HAPPENINGS = new Set(['stop-cap-reached']);

/** What a hook asked for and does not get is told, however small. */
const NO_EFFECT = new Set(['field-ignored']);

interface Unsaid {
  readonly message: string;
  readonly level: Severity;
}

export class Voice {
  readonly #port: HostPort;
  /** The host shows messages at once; otherwise they travel with the next result. */
  readonly #shows: boolean;
  /** All hooks that are known now. */
  readonly #hooks: () => readonly Hook[];
  readonly #made = new Set<string>();
  #unsaid: Unsaid[] = [];

  constructor(port: HostPort, shows: boolean, hooks: () => readonly Hook[] = () => []) {
    this.#port = port;
    this.#shows = shows;
    this.#hooks = hooks;
  }

  say(message: string, level: Severity, source = SOURCE): void {
    if (this.#shows) this.#port.show(message, level, source);
    else this.#unsaid.push({ message, level });
  }

  /** Says something that stays true for the session, once. */
  remark(message: string, level: Severity): void {
    if (this.#made.has(message)) return;
    if (this.#made.size >= MOST_REMEMBERED) this.#made.clear();
    this.#made.add(message);
    this.say(message, level);
  }

  /** What hooks have to tell the user, every hook that failed, and what else went wrong. */
  tell(decision: Decision): void {
    for (const { value, by } of decision.systemMessages) this.quote(value, by, decision);
    for (const failure of decision.failures)
      this.say(`The ${this.nameOf(failure.by, decision)} failed: ${failure.message}`, 'warning');
    this.tellDiagnostics(decision.diagnostics);
  }

  /** The words of a hook. */
  quote(message: string, by: HookId, decision: Decision): void {
    const hook = this.#find(by, decision);
    // Hosts take what stands before the first colon for the kind of the source.
    this.say(message, 'info', hook === null ? SOURCE : `hook:${shown(hookLabel(hook))}`);
  }

  /** A hook in words; of one that is gone only its event is known. */
  nameOf(by: HookId, decision: Decision): string {
    const hook = this.#find(by, decision);
    return hook === null ? `${decision.event} hook` : shown(hookName(hook));
  }

  #find(by: HookId, { runs }: Decision): Hook | null {
    return hookOf(
      by,
      runs.map(({ hook }) => hook),
      this.#hooks(),
    );
  }

  tellDiagnostics(diagnostics: readonly Diagnostic[]): void {
    for (const found of diagnostics) {
      if (found.severity === 'info' && !NO_EFFECT.has(found.code)) continue;
      if (HAPPENINGS.has(found.code)) this.say(inWords(found), found.severity);
      else this.remark(inWords(found), found.severity);
    }
  }

  /** The result with the messages that could not be shown at once. */
  with(result: HookResult | null): HookResult | null {
    if (this.#unsaid.length === 0) return result;
    const unsaid = this.#unsaid;
    this.#unsaid = [];
    const level = LEVELS.find((worst) => unsaid.some((entry) => entry.level === worst)) ?? 'info';
    return hookResult({
      ...(result ?? { action: 'continue' }),
      user_message: unsaid.map(({ message }) => message).join('\n'),
      user_message_level: level,
      user_message_source: SOURCE,
    });
  }
}

const LEVELS: readonly Severity[] = ['error', 'warning', 'info'];

function inWords({ file, line, message, hint }: Diagnostic): string {
  const place =
    file === null || message.includes(file) ? '' : line === null ? `${file}: ` : `${file}:${line}: `;
  return `${place}${message}${hint === null ? '' : ` (${hint})`}`;
}

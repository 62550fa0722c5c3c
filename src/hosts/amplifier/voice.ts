// What the user is told: messages of hooks, hooks that failed, what could not be delivered. Nothing is told twice.
import { type HookResult, hookResult } from '../../kernel/index.js';
import type { Decision, Diagnostic, Severity } from '../../nouns.js';
import type { HostPort } from './port.js';

export const SOURCE = 'amplifier-hooks';

/** Remarks of which the session remembers that they were made. */
const MOST_REMEMBERED = 500;

/** Diagnostics about what happened just now, not about how things are: they are told each time. */
const HAPPENINGS = new Set(['stop-cap-reached']);

interface Unsaid {
  readonly message: string;
  readonly level: Severity;
}

export class Voice {
  readonly #port: HostPort;
  /** The host shows messages at once; otherwise they travel with the next result. */
  readonly #shows: boolean;
  readonly #made = new Set<string>();
  #unsaid: Unsaid[] = [];

  constructor(port: HostPort, shows: boolean) {
    this.#port = port;
    this.#shows = shows;
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
    for (const { value, by } of decision.systemMessages) this.say(value, 'info', by);
    for (const failure of decision.failures)
      this.say(`Hook ${failure.by} failed: ${failure.message}`, 'warning');
    this.tellDiagnostics(decision.diagnostics);
  }

  tellDiagnostics(diagnostics: readonly Diagnostic[]): void {
    for (const found of diagnostics) {
      if (found.severity === 'info') continue;
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

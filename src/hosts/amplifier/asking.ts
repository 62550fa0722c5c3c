// Puts a question to the hooks: the fields of an event in, the decision out.
import { type DispatchOptions, type Engine, TEXT_LIMIT } from '../../engine/index.js';
import { type EventName, type HookInput, parseInput } from '../../events/index.js';
import type { EventData } from '../../kernel/index.js';
import type { Decision, Generation, Loan } from '../../nouns.js';
import { keepNumbers, reasonOf } from '../../text/index.js';
import { wantedEvents } from '../wanted-events.js';
import type { Family } from './family.js';
import { handedOn } from './payload.js';
import type { SessionAbout } from './port.js';
import type { Voice } from './voice.js';

type Fields = Readonly<Record<string, unknown>>;

/** The hooks of an event could not be asked: the fault is not theirs, and it is no decision. */
export class Unasked extends Error {}

export class Asking {
  readonly root: string;
  readonly #engine: Engine;
  readonly #about: SessionAbout;
  readonly #family: Family;
  readonly #voice: Voice;
  readonly #textLimit: number;
  #events: { readonly of: Generation; readonly names: ReadonlySet<EventName> } | null = null;

  /** @param injectionLimit longest text that the host takes; a larger one than usual is made use of */
  constructor(
    engine: Engine,
    about: SessionAbout,
    family: Family,
    voice: Voice,
    injectionLimit: number | null = null,
  ) {
    this.#engine = engine;
    this.#about = about;
    this.#family = family;
    this.#voice = voice;
    this.#textLimit = Math.max(TEXT_LIMIT, injectionLimit ?? 0);
    this.root = family.rootOf(about);
  }

  /** Events that some hook is configured for, or that are denied without one; while the user has to be told something, tool calls. */
  get events(): ReadonlySet<EventName> {
    const { generation } = this.#engine;
    if (this.#events?.of !== generation) this.#events = { of: generation, names: wantedEvents(generation) };
    const { names } = this.#events;
    return this.#engine.hasNews(this.root) ? new Set([...names, 'PreToolUse']) : names;
  }

  has(event: EventName): boolean {
    return this.events.has(event);
  }

  /**
   * Asks, and tells the user what hooks have to say to them.
   *
   * @param loan the host has let this process through for it
   * @throws Unasked where the engine is at fault or the host's data cannot be given to hooks
   */
  async ask(
    event: EventName,
    data: Readonly<EventData>,
    own: Fields,
    signal: AbortSignal | null,
    loan: Loan | null = null,
  ): Promise<Decision> {
    const decision = await this.#engine
      .dispatch(this.input(event, data, own), this.#options(signal, loan))
      .catch((error: unknown) => {
        throw new Unasked(reasonOf(error));
      });
    this.#voice.tell(decision);
    this.#tellUndelivered(decision);
    return decision;
  }

  /**
   * An event as the engine is told of it.
   *
   * @throws Unasked where the host's data cannot be given to hooks
   */
  input(event: EventName, data: Readonly<EventData>, own: Fields): HookInput {
    const fields = { ...handedOn(event, data), ...this.common(data), ...own, hook_event_name: event };
    const parsed = parseInput(keepNumbers(own, keepNumbers(data, fields)));
    if (!parsed.ok) throw new Unasked(parsed.problems.map(({ message }) => message).join('; '));
    if (parsed.input.kind === 'unknown') throw new Unasked(`"${event}" is not an event`);
    return parsed.input;
  }

  #options(signal: AbortSignal | null, loan: Loan | null): DispatchOptions {
    const textLimit = this.#textLimit;
    if (loan !== null) return { textLimit, loan, ...(signal === null ? {} : { signal }) };
    return signal === null ? { textLimit } : { signal, textLimit };
  }

  /** Hooks of a sub-session belong to the session of the person, and are told which agent they are about. */
  common(data: Readonly<EventData>): Fields {
    const { session, parent } = this.#about;
    const cwd = typeof data['cwd'] === 'string' ? data['cwd'] : this.#about.cwd;
    const transcript = this.#family.find(this.root)?.transcript ?? this.#about.transcript;
    return {
      session_id: this.root,
      cwd,
      permission_mode: 'default',
      ...(transcript === null ? {} : { transcript_path: transcript }),
      ...(parent === null
        ? {}
        : {
            agent_id: session,
            agent_type: this.#family.agentName(this.#about),
            amplifier_session_id: session,
          }),
    };
  }

  #tellUndelivered(decision: Decision): void {
    const wishes = Object.keys(decision.output).filter((name) => name !== 'suppressOutput');
    if (decision.updatedPermissions !== null) wishes.push('updatedPermissions');
    for (const name of wishes) {
      this.#voice.remark(
        `A ${decision.event} hook sets "${name}", which has no effect in Amplifier`,
        'warning',
      );
    }
  }
}

// All sessions of one Amplifier process.
import type { Engine } from '../../engine/index.js';
import type { Abilities } from './core.js';
import { Family } from './family.js';
import type { AmplifierSession, HostPort, SessionAbout } from './port.js';
import { Session, type StartTimer } from './session.js';

/**
 * Opens sessions and remembers them, so that a session and the agents it starts know each other.
 *
 * @example
 * const host = new AmplifierHost();
 * const about = { session: 's', parent: null, cwd: process.cwd(), transcript: null };
 * const session = host.open(engine, about, { show: true }, port);
 * const { result } = await session.handle('tool:pre', { tool_name: 'bash', tool_input: { command: 'ls' } });
 */
export class AmplifierHost {
  readonly #family = new Family();
  readonly #startTimer: StartTimer;

  constructor(startTimer: StartTimer = inTheBackground) {
    this.#startTimer = startTimer;
  }

  /** Connects a session with the hooks of an engine. */
  open(engine: Engine, about: SessionAbout, can: Abilities, port: HostPort): AmplifierSession {
    return new Session({ engine, about, can, port, family: this.#family, startTimer: this.#startTimer });
  }
}

/** Nobody waits for it: it does not keep the process alive. */
const inTheBackground: StartTimer = (ms, then) => {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
};

// The ways a host may speak.
import type { Engine } from '../../engine/index.js';
import { AmplifierHost, type HostPort, momentOf } from '../amplifier/index.js';
import { claudeSession } from './claude-session.js';
import type { Conversation } from './live-session.js';
import type { Capabilities, Settings } from './params.js';
import type { Format } from './protocol.js';

export interface About {
  readonly session: string;
  readonly parent: string | null;
  readonly cwd: string;
  readonly transcript: string | null;
  readonly settings: Settings;
  readonly capabilities: Capabilities;
}

/** Connects a session with the hooks of an engine. */
export type Converse = (engine: Engine, about: About, port: HostPort) => Conversation;

/** All sessions of one host. */
export function conversations(format: Format): Converse {
  if (format === 'claude') return claudeSession;
  const host = new AmplifierHost();
  return (engine, { session, parent, cwd, transcript, settings, capabilities }, port) => {
    const about = { session, parent, cwd, transcript, failClosed: settings.failClosed };
    const connected = host.open(engine, about, capabilities, port);
    return {
      events: () => connected.events(),
      passing: () => connected.passing(),
      judged: () => connected.judged(),
      passed: (tools) => connected.passed(tools),
      moment: ({ event }) => momentOf(event ?? ''),
      handle: ({ event, data, call }, signal) => connected.handle(event ?? '', data, signal, call),
      lending: {
        ran: ({ event, data, call }) => connected.ran(event ?? '', data, call),
        ended: (loan, end) => connected.ended(loan, end),
        unused: (loans, failed) => connected.unused(loans, failed),
        unjudged: ({ call }) => connected.unjudged(call),
        recall: () => connected.recall(),
      },
      close: () => connected.close(),
    };
  };
}
